/* What host code does to memory that kernels may use. To the engine the host is one thread, whose atomic accesses are of
 * system scope: what it reads so orders it behind what a kernel has released, and the other way round.
 *
 * Device code is told of before it accesses memory, and is not held up in between. So an operation of the host may come
 * before a read that was told of earlier; what that may have read of the host's it is said to have read. The host's own
 * operations are done with the engine's lock held, so nothing else is told of beside them. */
#include "check/call_stack.h"
#include "check/check.h"
#include "check/racecheck/racecheck.h"
#include "check/turn.h"
#include "memory/memory.h"

struct swrt_race_last swrt_racecheck_last;

static bool is_shared_with_kernels(const void *address) {
    struct swrt_allocation found_in;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found_in);
    return kind == SWRT_MEMORY_MANAGED || kind == SWRT_MEMORY_HOST;
}

/* The place's number, with the lock taken. */
static uint32_t lock_for(const void *caller, struct swrt_race_deed deed) {
    swrt_turn_lock();
    uint32_t number = swrt_racecheck_known(caller, SWRT_RACE_PLACE_CODE, deed);
    if (number)
        return number;
    swrt_turn_unlock();
    const struct swrt_call_stack *calls = swrt_call_stack_from(caller);
    swrt_turn_lock();
    return swrt_racecheck_number(caller, SWRT_RACE_PLACE_CODE, deed, calls);
}

void swrt_racecheck_host(const void *address, uint32_t size, uint32_t is_store, const void *caller) {
    if (!is_shared_with_kernels(address))
        return;
    uint32_t number = lock_for(caller, swrt_race_plainly(is_store ? SWRT_RACE_WRITE : SWRT_RACE_READ));
    swrt_race_range(swrt_race_host(swrt_racecheck_race), 0, address, size, number);
    swrt_turn_unlock();
}

static uint8_t kind_of(const struct swrt_host_atomic *access) {
    return access->kind == SWRT_SITE_READ    ? SWRT_RACE_READ
           : access->kind == SWRT_SITE_WRITE ? SWRT_RACE_WRITE
           : access->kind == SWRT_SITE_CAS   ? SWRT_RACE_CAS
                                             : SWRT_RACE_RMW;
}

void swrt_racecheck_host_atomic_begins(struct swrt_host_atomic *access) {
    access->is_held = is_shared_with_kernels(access->address);
    if (!access->is_held)
        return;
    struct swrt_race_deed deed = {kind_of(access), access->order, (uint8_t)access->size};
    access->number = lock_for(access->caller, deed);
}

/* The read that device code may be about to do finds what the host has just written. */
static void tell_reader(const struct swrt_host_atomic *access) {
    const struct swrt_race_last *last = &swrt_racecheck_last;
    if (access->wrote && last->reads && last->address == access->address && last->size == access->size)
        swrt_race_access(last->block, last->thread, last->address, last->number, last->wrote);
}

void swrt_racecheck_host_atomic(struct swrt_host_atomic *access) {
    if (!access->is_held)
        return;
    swrt_race_access(swrt_race_host(swrt_racecheck_race), 0, access->address, access->number, access->wrote);
    tell_reader(access);
    swrt_turn_unlock();
}

void swrt_racecheck_host_fence(uint32_t order) {
    if (order == SWRT_ORDER_RELAXED)
        return;
    swrt_turn_lock();
    swrt_race_fence(swrt_race_host(swrt_racecheck_race), 0, SWRT_RACE_SCOPE_SYSTEM, (enum swrt_race_order)order);
    swrt_turn_unlock();
}
