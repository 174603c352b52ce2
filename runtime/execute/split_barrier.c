/* Barriers at which threads arrive and wait in two steps (cooperative groups: barrier_arrive, barrier_wait; PTX ISA,
 * barrier.cluster). There are two: the cluster's, which each of its blocks has its part of, and the block's, at which
 * __syncthreads arrives as well.
 *
 * A barrier opens when every thread that has not exited has arrived since it last opened. A thread that arrived before it
 * opened need not wait any more. */
#include "check/check.h"
#include "execute/block.h"

static uint32_t number_of(const struct swrt_slot *slot, const struct swrt_split_barrier *barrier) {
    return SWRT_BARRIERS + (uint32_t)(barrier - slot->split);
}

/* Lanes of the warp that wait at __syncthreads, for the block's. */
static uint32_t at_whole_barrier(const struct swrt_slot *slot, const struct swrt_split_barrier *barrier,
                                 uint32_t warp) {
    bool is_same = barrier == &slot->split[SWRT_SPLIT_BLOCK] && !slot->barriers[0].threads;
    return is_same ? slot->barriers[0].present[warp] : 0;
}

static bool have_come(const struct swrt_slot *slot, const struct swrt_split_barrier *barrier) {
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        if (slot->warps[warp].alive & ~barrier->came[warp] & ~at_whole_barrier(slot, barrier, warp))
            return false;
    return true;
}

/* The blocks that meet there: the cluster's, or the one. */
struct blocks {
    struct swrt_slot *const *at;
    uint32_t count;
};

static struct blocks blocks_of(struct swrt_slot *const *slot, const struct swrt_split_barrier *barrier) {
    const struct swrt_cluster *cluster = barrier == &(*slot)->split[SWRT_SPLIT_CLUSTER] ? (*slot)->cluster : NULL;
    return cluster ? (struct blocks){cluster->slots, cluster->blocks} : (struct blocks){slot, 1};
}

static bool have_all_come(struct swrt_slot *slot, const struct swrt_split_barrier *barrier) {
    struct blocks blocks = blocks_of(&slot, barrier);
    size_t number = (size_t)(barrier - slot->split);
    for (uint32_t i = 0; i < blocks.count; i++) {
        const struct swrt_slot *other = blocks.at[i];
        bool is_gone = other != slot && other->has_ended, is_to_come = other != slot && !other->has_begun;
        if (is_to_come || (!is_gone && !have_come(other, &other->split[number])))
            return false;
    }
    return true;
}

static void let_go(struct swrt_slot *slot, struct swrt_split_barrier *barrier, uint32_t tid, uint32_t lanes) {
    uint32_t warp = tid / SWRT_LANES;
    swrt_check_barrier_passed(slot, number_of(slot, barrier), tid);
    barrier->free[warp] &= ~lanes;
    swrt_make_runnable(slot, warp, 1u << tid % SWRT_LANES);
}

/* One block's part of it. */
static void open_for_block(struct swrt_slot *slot, struct swrt_split_barrier *barrier) {
    bool is_both = barrier == &slot->split[SWRT_SPLIT_BLOCK] && slot->barriers_used & 1 && !slot->barriers[0].threads;
    if (is_both)
        swrt_barrier_open(slot, &slot->barriers[0]);
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        barrier->free[warp] = barrier->came[warp];
        barrier->came[warp] = 0;
        for (uint32_t left = barrier->waiting[warp]; left; left &= left - 1) {
            uint32_t tid = warp * SWRT_LANES + (uint32_t)__builtin_ctz(left);
            let_go(slot, barrier, tid, swrt_coroutine_of(slot, tid)->own);
        }
        barrier->waiting[warp] = 0;
    }
    slot->progressed = true;
}

static void open_barrier(struct swrt_slot *slot, struct swrt_split_barrier *barrier) {
    struct blocks blocks = blocks_of(&slot, barrier);
    size_t number = (size_t)(barrier - slot->split);
    swrt_check_barrier_opened(slot, number_of(slot, barrier));
    for (uint32_t i = 0; i < blocks.count; i++)
        if (blocks.count == 1 || !blocks.at[i]->has_ended)
            open_for_block(blocks.at[i], &blocks.at[i]->split[number]);
}

static void come(struct swrt_slot *slot, struct swrt_split_barrier *barrier, uint32_t tid, uint32_t lanes) {
    uint32_t warp = tid / SWRT_LANES;
    if (barrier->came[warp] & lanes)
        swrt_bad_barrier(slot, "a thread arrives at a barrier again before it has waited there");
    swrt_check_barrier_arrived(slot, number_of(slot, barrier), tid);
    barrier->came[warp] |= lanes;
    swrt_make_runnable(slot, warp, 1u << tid % SWRT_LANES);
}

static void wait(struct swrt_slot *slot, struct swrt_split_barrier *barrier, uint32_t tid, uint32_t lanes) {
    uint32_t warp = tid / SWRT_LANES;
    if (barrier->came[warp] & lanes)
        barrier->waiting[warp] |= 1u << tid % SWRT_LANES;
    else if (barrier->free[warp] & lanes)
        let_go(slot, barrier, tid, lanes);
    else
        swrt_bad_barrier(slot, "a thread waits at a barrier at which it has not arrived");
}

void swrt_split_barrier_join(struct swrt_slot *slot, uint32_t tid, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
    struct swrt_split_barrier *barrier = &slot->split[b->wait_arg];
    coroutine->op = b->wait_op;
    coroutine->arg = SWRT_BARRIERS + b->wait_arg;
    coroutine->mask = 0;
    slot->split_used |= 1u << b->wait_arg;
    if (b->wait_op == SWRT_BARRIER_SIGNAL)
        come(slot, barrier, tid, lanes);
    else
        wait(slot, barrier, tid, lanes);
    if (have_all_come(slot, barrier))
        open_barrier(slot, barrier);
}

/* Of the block's own threads: those of others resolve it in their turn. */
static bool does_anybody_wait(const struct swrt_slot *slot, const struct swrt_split_barrier *barrier) {
    uint32_t waiting = 0;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        waiting |= barrier->waiting[warp] | at_whole_barrier(slot, barrier, warp);
    return waiting;
}

bool swrt_split_barriers_resolve(struct swrt_slot *slot) {
    bool released = false;
    for (uint32_t used = slot->split_used; used; used &= used - 1) {
        struct swrt_split_barrier *barrier = &slot->split[__builtin_ctz(used)];
        if (!does_anybody_wait(slot, barrier) || !have_all_come(slot, barrier))
            continue;
        open_barrier(slot, barrier);
        released = true;
    }
    return released;
}
