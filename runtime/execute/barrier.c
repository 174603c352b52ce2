/* Barriers of a block: __syncthreads and its reductions, and the named barriers.
 *
 * A barrier without a count opens when every thread that has not exited waits at it. One with a count (bar.sync id, n;
 * bar.arrive id, n) counts warps, as PTX says: a thread waits for the lanes of its warp that have not exited, and then
 * the warp counts as 32, although some of its lanes have exited or never existed. Who only arrives waits for these, too.
 *
 * PTX says nothing of lanes of one warp at different barriers. They count one by one, when nothing else can go on.
 */
#include <string.h>

#include "check/check.h"
#include "execute/block.h"

void swrt_bad_barrier(struct swrt_slot *slot, const char *message) {
    slot->executor->fault = (struct swrt_fault){
        .kind = SWRT_FAULT_TRAP, .error = cudaErrorLaunchFailure, .message = message};
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

static void answer(struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp, uint32_t coroutines) {
    for (; coroutines; coroutines &= coroutines - 1) {
        uint32_t tid = warp * SWRT_LANES + (uint32_t)__builtin_ctz(coroutines);
        struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
        coroutine->result = reduce(barrier, coroutine->op);
    }
}

/* Coroutines that wait there with lanes of that set. */
static uint32_t waiting_with(struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp,
                             uint32_t lanes) {
    uint32_t found = 0;
    for (uint32_t left = lanes ? barrier->waiting[warp] : 0; left; left &= left - 1) {
        uint32_t tid = warp * SWRT_LANES + (uint32_t)__builtin_ctz(left);
        const struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
        found |= coroutine->own & lanes ? left & -left : 0;
    }
    return found;
}

/* Those that wait there go on, but for lanes of warps that have come in part: these wait for the next time. */
static void let_warp_go(struct swrt_slot *slot, struct swrt_barrier *barrier, uint32_t warp) {
    uint32_t waiting = barrier->waiting[warp] & ~waiting_with(slot, barrier, warp, barrier->partial[warp]);
    if (barrier->reduces)
        answer(slot, barrier, warp, waiting);
    slot->warps[warp].runnable |= waiting;
    slot->runnable_warps |= (uint32_t)(waiting != 0) << warp;
    barrier->waiting[warp] &= ~waiting;
    barrier->present[warp] = barrier->partial[warp];
    barrier->truths[warp] &= barrier->partial[warp];
    barrier->stopped += (uint32_t)__builtin_popcount(barrier->waiting[warp]);
    barrier->arrived += (uint32_t)__builtin_popcount(barrier->partial[warp]);
}

void swrt_barrier_open(struct swrt_slot *slot, struct swrt_barrier *barrier) {
    swrt_check_barrier_opens(slot, barrier);
    barrier->arrived = barrier->whole = barrier->stopped = 0;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        let_warp_go(slot, barrier, warp);
    barrier->predicates = 0;
    barrier->some_false = false;
    if (!barrier->arrived) {
        barrier->threads = 0;
        barrier->reduces = false;
        slot->barriers_used &= ~(1u << (barrier - slot->barriers));
    }
    slot->progressed = true;
}

/* Counts are in whole warps; none given means all. */
static uint32_t normal_count(const struct swrt_block *b, uint32_t threads) {
    return ((threads ? threads : b->nthreads) + SWRT_LANES - 1) / SWRT_LANES * SWRT_LANES;
}

static void check_request(struct swrt_slot *slot) {
    const struct swrt_block *b = &slot->block;
    if (b->wait_arg >= SWRT_BARRIERS)
        swrt_bad_barrier(slot, "a barrier's number is not below 16");
    if (b->wait_op == SWRT_BARRIER_ARRIVE && !b->wait_mask)
        swrt_bad_barrier(slot, "a thread arrives at a barrier without saying how many wait there");
    const struct swrt_barrier *barrier = &slot->barriers[b->wait_arg];
    if (slot->barriers_used >> b->wait_arg & 1 && normal_count(b, barrier->threads) != normal_count(b, b->wait_mask))
        swrt_bad_barrier(slot, "threads disagree on how many wait at a barrier");
}

/* __syncthreads, at a barrier that nobody uses otherwise. */
static inline bool is_simple(const struct swrt_slot *slot, const struct swrt_block *b) {
    return b->wait_op == SWRT_BARRIER_SYNC && b->wait_arg < SWRT_BARRIERS &&
           !(b->wait_mask | slot->barriers[b->wait_arg].threads);
}

static bool is_reduction(uint32_t op) {
    return op == SWRT_BARRIER_COUNT || op == SWRT_BARRIER_AND || op == SWRT_BARRIER_OR;
}

static void count_predicates(struct swrt_barrier *barrier, uint32_t lanes, uint32_t truths) {
    barrier->predicates += (uint32_t)__builtin_popcount(lanes & truths);
    barrier->some_false |= (lanes & ~truths) != 0;
}

/* The lanes of the warp that have come make it whole, or it is taken for so. */
static void count_warp(struct swrt_slot *slot, struct swrt_barrier *barrier, uint32_t warp, uint32_t threads) {
    barrier->whole += threads;
    if (barrier->reduces)
        count_predicates(barrier, barrier->partial[warp], barrier->truths[warp]);
    barrier->partial[warp] = barrier->truths[warp] = 0;
    if (barrier->arriving[warp])
        swrt_make_runnable(slot, warp, barrier->arriving[warp]);
    barrier->arriving[warp] = 0;
}

static bool is_whole(const struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp) {
    return barrier->partial[warp] && !(slot->warps[warp].alive & ~barrier->partial[warp]);
}

static void count_lanes(struct swrt_slot *slot, struct swrt_barrier *barrier, uint32_t warp, uint32_t lanes) {
    barrier->arrived += (uint32_t)__builtin_popcount(lanes);
    barrier->partial[warp] |= lanes;
    if (is_whole(slot, barrier, warp))
        count_warp(slot, barrier, warp, SWRT_LANES);
}

/* The first to name a number: those that wait already have not been counted. */
static void begin_to_count(struct swrt_slot *slot, struct swrt_barrier *barrier) {
    barrier->threads = slot->block.wait_mask;
    barrier->predicates = 0;
    barrier->some_false = false;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        if (barrier->present[warp])
            count_lanes(slot, barrier, warp, barrier->present[warp]);
}

/* What only counts and reductions need to know of an arrival. */
static void count(struct swrt_slot *slot, struct swrt_barrier *barrier, uint32_t tid, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    uint32_t warp = tid / SWRT_LANES, truths = 0;
    if (b->wait_mask && !barrier->threads)
        begin_to_count(slot, barrier);
    if (is_reduction(b->wait_op)) {
        truths = slot->width == 1 ? 0u - (b->wait_value != 0) : (uint32_t)b->wait_value << tid % SWRT_LANES;
        barrier->reduces = true;
    }
    barrier->truths[warp] |= truths & lanes;
    if (barrier->threads)
        count_lanes(slot, barrier, warp, lanes);
    else if (barrier->reduces)
        count_predicates(barrier, lanes, truths);
}

static bool is_open(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    return barrier->threads ? barrier->whole >= barrier->threads : barrier->stopped >= slot->live;
}

void swrt_barrier_join(struct swrt_slot *slot, uint32_t tid, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    bool simple = is_simple(slot, b);
    if (b->wait_op >= SWRT_BARRIER_SIGNAL) {
        swrt_split_barrier_join(slot, tid, lanes);
        return;
    }
    if (!simple)
        check_request(slot);
    struct swrt_barrier *barrier = &slot->barriers[b->wait_arg];
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
    uint32_t warp = tid / SWRT_LANES, first = 1u << tid % SWRT_LANES;
    coroutine->op = b->wait_op;
    coroutine->arg = b->wait_arg;
    coroutine->mask = b->wait_mask;
    if (b->wait_op == SWRT_BARRIER_ARRIVE) {
        swrt_check_barrier_arrived(slot, b->wait_arg, tid);
        barrier->arriving[warp] |= first;
    } else {
        barrier->waiting[warp] |= first;
        barrier->stopped++;
    }
    if (!simple)
        count(slot, barrier, tid, lanes);
    slot->barriers_used |= 1u << b->wait_arg;
    barrier->present[warp] |= lanes;
    if (is_open(slot, barrier))
        swrt_barrier_open(slot, barrier);
}

/* Warps that came in part count as whole since their other lanes have exited. stuck: lane by lane, whoever lacks. */
static bool count_parts(struct swrt_slot *slot, struct swrt_barrier *barrier, bool stuck) {
    bool released = false;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t partial = barrier->partial[warp];
        bool whole = is_whole(slot, barrier, warp);
        if (!whole && !(stuck && partial))
            continue;
        released |= barrier->arriving[warp] != 0;
        count_warp(slot, barrier, warp, whole ? SWRT_LANES : (uint32_t)__builtin_popcount(partial));
    }
    return released;
}

/* The lanes of a warp that wait there, and not only arrive. */
static uint32_t waiting_lanes(struct swrt_slot *slot, const struct swrt_barrier *barrier, uint32_t warp) {
    uint32_t lanes = 0;
    for (uint32_t coroutines = barrier->waiting[warp]; coroutines; coroutines &= coroutines - 1)
        lanes |= swrt_coroutine_of(slot, warp * SWRT_LANES + (uint32_t)__builtin_ctz(coroutines))->own;
    return lanes;
}

/* Whether all that have not exited are there. stuck: to have arrived is enough. */
static bool are_all_there(struct swrt_slot *slot, const struct swrt_barrier *barrier, bool stuck) {
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t there = stuck ? barrier->present[warp] : waiting_lanes(slot, barrier, warp);
        if (slot->warps[warp].alive & ~there)
            return false;
    }
    return true;
}

static bool may_open(struct swrt_slot *slot, const struct swrt_barrier *barrier, bool stuck) {
    if (barrier->threads && barrier->whole >= barrier->threads)
        return true;
    return (!barrier->threads || barrier->threads >= slot->block.nthreads) && are_all_there(slot, barrier, stuck);
}

static bool resolve(struct swrt_slot *slot, bool stuck) {
    bool released = swrt_split_barriers_resolve(slot);
    for (uint32_t used = slot->barriers_used; used; used &= used - 1) {
        struct swrt_barrier *barrier = &slot->barriers[__builtin_ctz(used)];
        released |= count_parts(slot, barrier, stuck);
        if (!may_open(slot, barrier, stuck))
            continue;
        for (uint32_t warp = 0; warp < slot->num_warps; warp++)
            released |= barrier->waiting[warp] != 0;
        if (barrier->threads && barrier->whole < barrier->threads)
            swrt_check_barrier_short(slot, barrier);
        swrt_barrier_open(slot, barrier);
    }
    return released;
}

bool swrt_barriers_resolve(struct swrt_slot *slot) {
    return resolve(slot, false);
}

bool swrt_barriers_resolve_stuck(struct swrt_slot *slot) {
    return resolve(slot, true);
}
