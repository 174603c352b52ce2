/* Exchanging the pages of memory that kernels may be writing to.
 *
 * For as long as the pages are held they can only be read. Who writes gets a fault, which waits here until they are let
 * go (execute/fault.c asks, too) and then repeats the instruction. So what is copied out meanwhile is whole, and nobody has
 * to wait for work that may itself wait for the caller.
 */
#include <stdatomic.h>
#include <stdint.h>

#include "memory/internal.h"
#include "os/clock.h"
#include "os/thread/fault_signals.h"
#include "os/memory/pages.h"
#include "os/thread/thread.h"
#include "stream/engine.h"

static _Atomic uintptr_t held_base, held_end;
static _Atomic unsigned holds; /* so far */

static bool on_fault(const struct swrt_fault_signal *fault) {
    return fault->is_protected && swrt_memory_held(fault->address);
}

bool swrt_memory_hold(char *base, size_t bytes) {
    swrt_faults_watch(SWRT_ASKED_LAST, on_fault);
    swrt_faults_stay_open();
    atomic_store(&held_base, (uintptr_t)base);
    atomic_store(&held_end, (uintptr_t)base + bytes);
    atomic_fetch_add(&holds, 1);
    if (swrt_pages_allow(base, bytes, SWRT_READ_ONLY))
        return true;
    atomic_store(&held_end, 0);
    return false;
}

void swrt_memory_let_go(char *base, size_t bytes) {
    swrt_pages_allow(base, bytes, SWRT_READ_WRITE);
    atomic_store(&held_end, 0);
}

static bool is_held(uintptr_t address) {
    return address < atomic_load(&held_end) && address >= atomic_load(&held_base);
}

/* A fault from within a hold may be looked at after its end, so each is repeated once for a hold. */
bool swrt_memory_held(uintptr_t address) {
    unsigned hold = atomic_load(&holds);
    if (!hold)
        return false;
    bool was_held = is_held(address);
    while (is_held(address))
        swrt_yield();
    return swrt_fault_repeats(&swrt_fault_notes()->held, address, hold) || was_held;
}
