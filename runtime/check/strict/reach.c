/* Strict programs: decides whether an address outside the region is one that a GPU reaches.
 *
 * Generated code asks (transform/strict.c). If a GPU does not reach it the kernel stops, as after an access to nowhere.
 * The region holds whatever the runtime hands out, coroutines and shared memory. Outside of it lie device variables,
 * constants, the thread's stack, memory that the host has registered, and what the runtime keeps for kernels to read. */
#include <stdatomic.h>

#include "check/check.h"
#include "check/memory/space.h"
#include "execute/block.h"
#include "execute/culprit.h"
#include "execute/fiber.h"
#include "module/registry.h"
#include "report/refused.h"

enum { NEAR_VARIABLE = 64 }; /* a GPU does not see an index that is a little too large */

static bool is_on_stack(const char *address) {
    const char *low = swrt_self()->stack_low, *top = swrt_self()->stack_top;
    return (size_t)(address - low) < (size_t)(top - low);
}

static bool is_wrong(struct swrt_slot *slot, const void *address) {
    struct swrt_symbol_near near;
    return !swrt_fibers_hold(slot, address) && swrt_check_space_of(&slot->block, address) == SWRT_IN_HOST &&
           !swrt_symbol_near(address, NEAR_VARIABLE, &near);
}

/* Settled when it is first asked. */
static bool is_wanted(void) {
    static _Atomic int wanted;
    int now = atomic_load_explicit(&wanted, memory_order_relaxed);
    if (!now) {
        now = swrt_is_strict() && !swrt_reaches_host() ? 1 : -1;
        atomic_store_explicit(&wanted, now, memory_order_relaxed);
    }
    return now > 0;
}

void swrt_reach(const void *address) {
    struct swrt_executor *x = swrt_self()->executor;
    if (is_on_stack(address) || !x || !x->running || !is_wanted() || !is_wrong(x->running, address))
        return;
    struct swrt_fault fault = {.kind = SWRT_FAULT_SIGNAL,
                               .signal = SWRT_SIGNAL_ACCESS,
                               .error = cudaErrorIllegalAddress,
                               .address = (uintptr_t)address,
                               .pc = (uintptr_t)__builtin_return_address(0) - 1,
                               .is_refused = true};
    if (swrt_culprit_seeks()) {
        swrt_culprit_seen_if_met(&fault);
        return;
    }
    x->fault = fault;
    swrt_fault_raise(x);
}
