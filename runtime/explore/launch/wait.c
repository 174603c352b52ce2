/* Waits of explored threads, as events: barriers of the block, named ones, those of the grid, operations among the lanes of
 * a warp, turns of waiting loops.
 *
 * The runtime's own waits (execute/barrier.c, warp.c) are not asked: who explores brings threads together. What those that
 * exchange values give is computed when all are there. A barrier in two steps, a cluster's or a block's, is one in one step, as
 * long as nothing happens between the two. */
#include "check/check.h"
#include "explore/launch/launch.h"

/* What threads meet at: the top bits of an id. */
enum meeting { BLOCK = 1, WARP, GRID, SPLIT };

static uint64_t id_of(enum meeting kind, uint32_t whose, uint32_t which) {
    return (uint64_t)kind << 60 | (uint64_t)whose << 40 | which;
}

_Noreturn static void refuse(struct swrt_explored *t, const char *what) {
    swrt_explored_stop(t, SWRT_EXPLORE_REFUSED, what);
}

static void come_to(struct swrt_explored *t, const struct swrt_explore_barrier *barrier) {
    struct swrt_explore_event event = {
        .kind = SWRT_EXPLORE_BARRIER, .barrier = *barrier, .site = t->wait ? t->wait->number : 0};
    struct swrt_block *block = &t->slot->block;
    block->wait_result = block->wait_result2 = 0;
    swrt_explored_tell(t, &event);
}

/* Threads of the launch from `first` on, so many. */
static uint64_t threads_from(uint32_t first, uint32_t count) {
    return (count >= 64 ? UINT64_MAX : (1ull << count) - 1) << first;
}

static uint64_t block_of(const struct swrt_explored *t) {
    return threads_from(t->number - t->tid, t->slot->block.nthreads);
}

/* Blocks are counted by clusters. */
static uint64_t cluster_of(const struct swrt_explored *t) {
    uint32_t threads = t->grid->cluster_blocks * t->slot->block.nthreads;
    return threads_from(t->number / threads * threads, threads);
}

static uint64_t warp_of(const struct swrt_explored *t) {
    uint32_t first = t->tid / SWRT_LANES * SWRT_LANES, left = t->slot->block.nthreads - first;
    return threads_from(t->number - t->tid + first, left < SWRT_LANES ? left : SWRT_LANES);
}

static uint32_t lanes_of(const struct swrt_explored *t) {
    uint64_t lanes = warp_of(t) >> (t->number - t->tid % SWRT_LANES);
    return (uint32_t)lanes;
}

static bool is_reduction(uint32_t op) {
    return op == SWRT_BARRIER_COUNT || op == SWRT_BARRIER_AND || op == SWRT_BARRIER_OR;
}

/* A barrier in two steps: the first is only noted, and nothing may be told before the second. */
static void split(struct swrt_explored *t, uint32_t op, uint32_t which) {
    uint64_t bit = 1ull << which;
    if (op == SWRT_BARRIER_SIGNAL) {
        t->signalled |= bit;
        return;
    }
    t->signalled &= ~bit;
    uint64_t who = which == SWRT_SPLIT_CLUSTER ? cluster_of(t) : block_of(t);
    come_to(t,
            &(struct swrt_explore_barrier){.id = id_of(SPLIT, (uint32_t)__builtin_ctzll(who), which),
                                           .scope = which == SWRT_SPLIT_CLUSTER ? SWRT_SCOPE_CLUSTER : SWRT_SCOPE_BLOCK,
                                           .members = (uint32_t)__builtin_popcountll(who),
                                           .who = who,
                                           .orders = true});
}

static void at_barrier(struct swrt_explored *t) {
    const struct swrt_block *b = &t->slot->block;
    if (b->wait_op >= SWRT_BARRIER_SIGNAL) {
        split(t, b->wait_op, b->wait_arg);
        return;
    }
    come_to(t, &(struct swrt_explore_barrier){.id = id_of(BLOCK, t->block, b->wait_arg),
                                              .count = b->wait_mask,
                                              .scope = SWRT_SCOPE_BLOCK,
                                              .members = b->nthreads,
                                              .who = block_of(t),
                                              .arrives = b->wait_op == SWRT_BARRIER_ARRIVE,
                                              .orders = true,
                                              .exchanges = is_reduction(b->wait_op),
                                              .counts_warps = true});
}

static uint32_t hash_of(uint32_t op, uint32_t mask) {
    return (uint32_t)(((uint64_t)op << 32 | mask) * 0x9e3779b97f4a7c15u >> 32);
}

static void at_warp(struct swrt_explored *t) {
    const struct swrt_block *b = &t->slot->block;
    uint32_t named = b->wait_mask & lanes_of(t);
    if (!(b->wait_mask >> t->tid % SWRT_LANES & 1))
        refuse(t, "a warp function whose mask does not name the caller");
    bool is_whole = named == lanes_of(t); /* then lanes that have exited are not waited for */
    uint32_t count = (uint32_t)__builtin_popcount(named);
    bool syncs = b->wait_op == SWRT_WARP_SYNC;
    come_to(t, &(struct swrt_explore_barrier){.id = id_of(WARP, t->warp, hash_of(b->wait_op, b->wait_mask)),
                                              .count = is_whole ? 0 : count,
                                              .scope = SWRT_SCOPE_THREAD,
                                              .members = count,
                                              .who = (uint64_t)named << (t->number - t->tid % SWRT_LANES),
                                              .orders = syncs,
                                              .exchanges = !syncs});
}

/* Without a mask: those that happen to be there. Where the compiler keeps lanes in step by itself (src/transform/
 * exchanges.c), that is not for threads that are explored. */
static void at_converged(struct swrt_explored *t) {
    if (!t->wait || t->wait->kind != SWRT_SITE_YIELD)
        refuse(t, "a warp function without a mask (__activemask, coalesced groups)");
}

/* A turn of a waiting loop. __nanosleep is none: a loop around it has its own. Where a loop gives way twice in a turn, as those
 * of headers' waits do that sleep for no time, the second is none. */
static void at_yield(struct swrt_explored *t) {
    bool is_second = t->has_turned && t->turned_at == t->reads;
    if (t->slot->block.wait_arg)
        return;
    t->has_turned = !is_second;
    t->turned_at = t->reads;
    if (!is_second)
        swrt_explored_tell(
            t, &(struct swrt_explore_event){.kind = SWRT_EXPLORE_TURN, .site = t->wait ? t->wait->number : 0});
}

static void at_grid(struct swrt_explored *t) {
    const struct swrt_grid *grid = t->grid;
    if (!grid->cooperative || grid != t->launch->grid)
        refuse(t, "the grid's barrier in a launch that is not cooperative");
    come_to(t, &(struct swrt_explore_barrier){.id = id_of(GRID, 0, 0),
                                              .scope = SWRT_SCOPE_DEVICE,
                                              .members = t->launch->threads - t->launch->has_host,
                                              .who = threads_from(0, t->launch->threads - t->launch->has_host),
                                              .orders = true});
}

void swrt_explored_wait(struct swrt_explored *t) {
    switch (t->slot->block.wait_kind) {
    case SWRT_WAIT_BARRIER:
        at_barrier(t);
        break;
    case SWRT_WAIT_WARP:
        at_warp(t);
        break;
    case SWRT_WAIT_CONVERGED:
        at_converged(t);
        break;
    case SWRT_WAIT_YIELD:
        at_yield(t);
        break;
    case SWRT_WAIT_GRID:
        at_grid(t);
        break;
    default:
        refuse(t, "a wait of no known kind");
    }
    t->wait = NULL;
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static struct swrt_explored *first_of(struct swrt_launch_explored *launch, uint64_t threads) {
    return &launch->thread[__builtin_ctzll(threads)];
}

/* What was at the barrier, counted over all of its threads. */
static void meet_at_barrier(struct swrt_launch_explored *launch, uint64_t threads) {
    uint32_t op = first_of(launch, threads)->slot->block.wait_op, count = 0, all = 0;
    for (uint64_t left = threads; left; left &= left - 1, all++)
        count += first_of(launch, left)->slot->block.wait_value != 0;
    uint64_t result = op == SWRT_BARRIER_COUNT ? count : op == SWRT_BARRIER_AND ? count == all : count != 0;
    for (uint64_t left = threads; left; left &= left - 1)
        first_of(launch, left)->slot->block.wait_result = result;
}

static void ask_of(struct swrt_warp_call *call, const struct swrt_explored *t) {
    const struct swrt_block *b = &t->slot->block;
    uint32_t lane = t->tid % SWRT_LANES;
    call->op = b->wait_op;
    call->lanes |= 1u << lane;
    call->mask[lane] = b->wait_mask;
    call->arg[lane] = b->wait_arg;
    call->clamp[lane] = b->wait_clamp;
    call->value[lane] = b->wait_value;
}

static void meet_in_warp(struct swrt_launch_explored *launch, uint64_t threads) {
    struct swrt_warp_call call = {0};
    for (uint64_t left = threads; left; left &= left - 1)
        ask_of(&call, first_of(launch, left));
    swrt_warp_answer(&call);
    for (uint64_t left = threads; left; left &= left - 1) {
        struct swrt_explored *t = first_of(launch, left);
        t->slot->block.wait_result = call.result[t->tid % SWRT_LANES];
        t->slot->block.wait_result2 = call.result2[t->tid % SWRT_LANES];
    }
}

void swrt_explored_meet(struct swrt_launch_explored *launch, uint64_t threads) {
    if (!threads)
        return;
    if (first_of(launch, threads)->event.barrier.id >> 60 == WARP)
        meet_in_warp(launch, threads);
    else
        meet_at_barrier(launch, threads);
}
