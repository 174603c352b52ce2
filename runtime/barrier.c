/* Barriers of a block: __syncthreads and its reductions, and the named barriers.
 *
 * A barrier without a count opens when every thread that has not exited waits at it. One with a count (bar.sync id, n;
 * bar.arrive id, n) counts arrivals in whole warps, as PTX says: once all lanes of a warp that are still alive have
 * come, the warp counts as 32, although some of its lanes have exited or never existed.
 */
#include <string.h>

#include "block.h"
#include "check/check_race.h"
#include "check/synccheck.h"

static void bad_barrier(struct swrt_slot *slot, const char *message) {
    slot->executor->fault =
        (struct swrt_fault){.kind = SWRT_FAULT_TRAP, .error = cudaErrorLaunchFailure, .message = message};
    swrt_fault_raise(slot->executor);
}

static uint64_t reduce(const struct swrt_barrier *barrier, uint32_t op) {
    switch (op) {
    case SWRT_BARRIER_COUNT:
        return barrier->predicates;
    case SWRT_BARRIER_AND:
        return !barrier->some_false;
    case SWRT_BARRIER_OR:
        return barrier->predicates != 0;
    default:
        return 0;
    }
}

static void answer_warp(struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp) {
    for (uint32_t coroutines = barrier->waiting[warp]; coroutines; coroutines &= coroutines - 1) {
        struct swrt_strand *strand = swrt_strand_of(slot, warp * SWRT_LANES + (uint32_t)__builtin_ctz(coroutines));
        strand->result = reduce(barrier, strand->op);
    }
}

void swrt_barrier_open(struct swrt_slot *slot, struct swrt_barrier *barrier) {
    swrt_racecheck_barrier(slot, barrier);
    swrt_synccheck_barrier(slot, barrier);
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t waiting = barrier->waiting[warp];
        if (barrier->reduces)
            answer_warp(slot, barrier, warp);
        slot->warps[warp].runnable |= waiting;
        slot->runnable_warps |= (uint32_t)(waiting != 0) << warp;
        barrier->waiting[warp] = barrier->present[warp] = 0;
    }
    barrier->arrived = barrier->stopped = barrier->threads = barrier->predicates = 0;
    barrier->reduces = barrier->some_false = false;
    slot->barriers_used &= ~(1u << (barrier - slot->barriers));
    slot->progressed = true;
}

/* Counts are in whole warps; none given means all. */
static uint32_t normal_count(const struct swrt_block *b, uint32_t threads) {
    return ((threads ? threads : b->nthreads) + SWRT_LANES - 1) / SWRT_LANES * SWRT_LANES;
}

static void check_request(struct swrt_slot *slot) {
    const struct swrt_block *b = &slot->block;
    if (b->wait_arg >= SWRT_BARRIERS)
        bad_barrier(slot, "a barrier's number is not below 16");
    if (b->wait_op == SWRT_BARRIER_ARRIVE && !b->wait_mask)
        bad_barrier(slot, "a thread arrives at a barrier without saying how many wait there");
    const struct swrt_barrier *barrier = &slot->barriers[b->wait_arg];
    if (slot->barriers_used >> b->wait_arg & 1 && normal_count(b, barrier->threads) != normal_count(b, b->wait_mask))
        bad_barrier(slot, "threads disagree on how many wait at a barrier");
}

/* __syncthreads, at a barrier that nobody uses otherwise. */
static inline bool is_simple(const struct swrt_slot *slot, const struct swrt_block *b) {
    return b->wait_op == SWRT_BARRIER_SYNC && b->wait_arg < SWRT_BARRIERS &&
           !(b->wait_mask | slot->barriers[b->wait_arg].threads);
}

static bool is_reduction(uint32_t op) {
    return op == SWRT_BARRIER_COUNT || op == SWRT_BARRIER_AND || op == SWRT_BARRIER_OR;
}

/* What only counts and reductions need to know of an arrival. */
static void count(struct swrt_slot *slot, struct swrt_barrier *barrier, uint32_t tid, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    if (!(slot->barriers_used >> b->wait_arg & 1))
        barrier->threads = b->wait_mask;
    barrier->arrived += (uint32_t)__builtin_popcount(lanes);
    if (!is_reduction(b->wait_op))
        return;
    uint32_t bits = slot->lanes == 1 ? 0u - (b->wait_value != 0) : (uint32_t)b->wait_value << tid % SWRT_LANES;
    barrier->reduces = true;
    barrier->predicates += (uint32_t)__builtin_popcount(bits & lanes);
    barrier->some_false |= (lanes & ~bits) != 0;
}

void swrt_barrier_join(struct swrt_slot *slot, uint32_t tid, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    bool simple = is_simple(slot, b);
    if (!simple)
        check_request(slot);
    struct swrt_barrier *barrier = &slot->barriers[b->wait_arg];
    if (!simple)
        count(slot, barrier, tid, lanes);
    struct swrt_strand *strand = swrt_strand_of(slot, tid);
    uint32_t warp = tid / SWRT_LANES, first = 1u << tid % SWRT_LANES;
    strand->op = b->wait_op;
    strand->arg = b->wait_arg;
    strand->mask = b->wait_mask;
    slot->barriers_used |= 1u << b->wait_arg;
    barrier->present[warp] |= lanes;
    if (b->wait_op == SWRT_BARRIER_ARRIVE) {
        swrt_racecheck_arrived(slot, b->wait_arg, tid);
        swrt_make_runnable(slot, warp, first);
    } else {
        barrier->waiting[warp] |= first;
        barrier->stopped++;
    }
    if (barrier->threads ? barrier->arrived >= barrier->threads : barrier->stopped >= slot->live)
        swrt_barrier_open(slot, barrier);
}

static uint32_t arrived_in_warps(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    uint32_t count = 0;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t present = barrier->present[warp];
        bool whole = present && !(slot->warps[warp].alive & ~present);
        count += whole ? SWRT_LANES : (uint32_t)__builtin_popcount(present);
    }
    return count;
}

static bool may_open(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    if (barrier->threads && arrived_in_warps(slot, barrier) >= barrier->threads)
        return true;
    if (barrier->threads && barrier->threads < slot->block.nthreads)
        return false;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        if (slot->warps[warp].alive & ~barrier->present[warp])
            return false;
    return true;
}

bool swrt_barriers_resolve(struct swrt_slot *slot) {
    bool released = false;
    for (uint32_t used = slot->barriers_used; used; used &= used - 1) {
        struct swrt_barrier *barrier = &slot->barriers[__builtin_ctz(used)];
        if (!may_open(slot, barrier))
            continue;
        for (uint32_t warp = 0; warp < slot->num_warps; warp++)
            released |= barrier->waiting[warp] != 0;
        if (barrier->threads && arrived_in_warps(slot, barrier) < barrier->threads)
            swrt_synccheck_short(slot, barrier);
        swrt_barrier_open(slot, barrier);
    }
    return released;
}
