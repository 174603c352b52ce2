/* Barriers of a block: __syncthreads and its reductions, and the named barriers.
 *
 * A barrier without a count opens when every thread that has not exited waits at it. One with a count (bar.sync id, n;
 * bar.arrive id, n) counts arrivals in whole warps, as PTX says: once all lanes of a warp that are still alive have
 * come, the warp counts as 32, although some of its lanes have exited or never existed.
 */
#include <string.h>

#include "block.h"

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
        return barrier->predicates == barrier->arrived;
    case SWRT_BARRIER_OR:
        return barrier->predicates != 0;
    default:
        return 0;
    }
}

static void answer_warp(struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp) {
    for (uint32_t lanes = barrier->waiting[warp]; lanes; lanes &= lanes - 1) {
        struct swrt_strand *strand = &slot->strands[warp * SWRT_LANES + (uint32_t)__builtin_ctz(lanes)];
        strand->result = reduce(barrier, strand->op);
    }
}

static void open_barrier(struct swrt_slot *slot, struct swrt_barrier *barrier) {
    for (uint32_t warps = barrier->warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        if (barrier->reduces)
            answer_warp(slot, barrier, warp);
        if (barrier->waiting[warp])
            swrt_make_runnable(slot, warp, barrier->waiting[warp]);
        barrier->waiting[warp] = barrier->present[warp] = 0;
    }
    barrier->arrived = barrier->stopped = barrier->threads = barrier->predicates = barrier->warps = 0;
    barrier->reduces = false;
    slot->barriers_used &= ~(1u << (barrier - slot->barriers));
}

static void arrive(struct swrt_barrier *barrier, const struct swrt_block *b, uint32_t tid) {
    uint32_t warp = tid / SWRT_LANES, lane = 1u << tid % SWRT_LANES;
    barrier->warps |= 1u << warp;
    barrier->present[warp] |= lane;
    if (b->wait_op != SWRT_BARRIER_ARRIVE) {
        barrier->waiting[warp] |= lane;
        barrier->stopped++;
    }
    barrier->reduces |= b->wait_op != SWRT_BARRIER_SYNC;
    barrier->arrived++;
    barrier->predicates += b->wait_value != 0;
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
    if (barrier->arrived && normal_count(b, barrier->threads) != normal_count(b, b->wait_mask))
        bad_barrier(slot, "threads disagree on how many wait at a barrier");
}

/* __syncthreads, at a barrier that nobody uses otherwise. */
static inline bool is_simple(const struct swrt_slot *slot, const struct swrt_block *b) {
    return b->wait_op == SWRT_BARRIER_SYNC && b->wait_arg < SWRT_BARRIERS &&
           !(b->wait_mask | slot->barriers[b->wait_arg].threads);
}

void swrt_barrier_join(struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_block *b = &slot->block;
    bool simple = is_simple(slot, b);
    if (!simple)
        check_request(slot);
    struct swrt_barrier *barrier = &slot->barriers[b->wait_arg];
    struct swrt_strand *strand = &slot->strands[tid];
    strand->op = b->wait_op;
    strand->arg = b->wait_arg;
    strand->mask = b->wait_mask;
    strand->result = 0;
    slot->barriers_used |= 1u << b->wait_arg;
    if (!barrier->arrived)
        barrier->threads = b->wait_mask;
    arrive(barrier, b, tid);
    if (b->wait_op == SWRT_BARRIER_ARRIVE)
        swrt_make_runnable(slot, tid / SWRT_LANES, 1u << tid % SWRT_LANES);
    if (barrier->threads ? barrier->arrived >= barrier->threads : barrier->stopped >= slot->live)
        open_barrier(slot, barrier);
}

static uint32_t arrived_in_warps(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    uint32_t count = 0;
    for (uint32_t warps = barrier->warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps), present = barrier->present[warp];
        bool whole = !(slot->warps[warp].alive & ~present);
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
        if (!barrier->arrived || !may_open(slot, barrier))
            continue;
        for (uint32_t warp = 0; warp < slot->num_warps; warp++)
            released |= barrier->waiting[warp] != 0;
        open_barrier(slot, barrier);
    }
    return released;
}
