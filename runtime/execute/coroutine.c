/* Running coroutines: starting them, resuming those that are runnable, and what they ask for when they stop.
 *
 * Nothing of this depends on W but how many threads there are to a coroutine. Its lanes exit without the runtime's
 * knowledge, until it meets a barrier: those that it does not name there have exited.
 *
 * A barrier in every turn of a loop is what kernels spend their waiting on, so the way from there and back is short: it
 * handles whole masks, and the variant for whole warps (W = 32) has nothing to pick.
 *
 * A warp runs from one barrier to the next before another has its turn. Programs that lack a barrier between what all
 * threads read and what thread 0 writes there next (the task that it takes for its block) work on a GPU, whose warps all
 * read first. So the warp of thread 0 has its turn after the others, and lane 0 after the others of its warp.
 */
#include "execute/block.h"

#include "os/clock.h"

enum {
    SAME_WARP = 64,          /* times that one warp may go on before the others have their turn */
    LONGEST_SLEEP = 1000000, /* ns */
    DEEP = 64,               /* calls: a coroutine that goes deeper to wait has a stack that gets full some time, */
    SLEEP_OF_DEEP = 1000000, /* ns, so the others have this long for each of its turns */
};

typedef void *(*coroutine_fn)(struct swrt_block *block, uint32_t tid);

static inline uint32_t pick(const struct swrt_slot *slot, uint32_t set) {
    if (!slot->shuffled)
        return (uint32_t)__builtin_ctz(set);
    uint32_t turned = slot->rotate ? set >> slot->rotate | set << (32 - slot->rotate) : set;
    uint32_t bit = slot->reverse ? 31 - (uint32_t)__builtin_clz(turned) : (uint32_t)__builtin_ctz(turned);
    return (bit + slot->rotate) & 31;
}

/* In a block that has been started the first comes last: thread 0's warp, and lane 0 of a warp. */
static inline uint32_t pick_next(const struct swrt_slot *slot, uint32_t set) {
    uint32_t others = set & ~1u;
    return pick(slot, others && !slot->shuffled ? others : set);
}

static void bad_request(struct swrt_slot *slot) {
    slot->executor->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                                .error = cudaErrorLaunchFailure,
                                                .message = "a thread stopped with a request that makes no sense"};
    swrt_fault_raise(slot->executor);
}

/* The lanes that wait with the coroutine; its others have exited. */
static inline uint32_t lanes_that_wait(struct swrt_slot *slot, const struct swrt_coroutine *coroutine, uint32_t tid) {
    if (slot->width == 1)
        return coroutine->own;
    uint32_t *alive = &slot->warps[tid / SWRT_LANES].alive;
    uint32_t lanes = slot->block.wait_lanes << tid % SWRT_LANES & coroutine->own & *alive;
    if (!lanes)
        bad_request(slot);
    *alive &= ~coroutine->own | lanes;
    return lanes;
}

/* __nanosleep: the time before which the coroutine gets no turn. CUDA limits a sleep to a millisecond. */
static uint64_t fall_asleep(struct swrt_slot *slot, uint32_t nanoseconds) {
    slot->has_sleepers = true;
    return swrt_now() + (nanoseconds < LONGEST_SLEEP ? nanoseconds : LONGEST_SLEEP);
}

/* The coroutine has stopped with a request. */
static void take_request(struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_block *b = &slot->block;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
    uint32_t warp = tid / SWRT_LANES, first = 1u << tid % SWRT_LANES;
    coroutine->kind = b->wait_kind;
    switch (b->wait_kind) {
    case SWRT_WAIT_BARRIER:
        swrt_barrier_join(slot, tid, lanes_that_wait(slot, coroutine, tid));
        break;
    case SWRT_WAIT_WARP:
    case SWRT_WAIT_CONVERGED:
        if (slot->width > 1)
            bad_request(slot);
        swrt_warp_join(slot, tid);
        /* Lanes that poll may meet in each turn of their loop. */
        slot->progressed |= !(slot->polling_warps >> warp & 1);
        return;
    case SWRT_WAIT_YIELD:
        slot->warps[warp].yielded |= first;
        slot->yielded_warps |= 1u << warp;
        coroutine->coming = b->wait_coming;
        coroutine->value = b->wait_arg                ? fall_asleep(slot, b->wait_arg)
                           : coroutine->frames > DEEP ? fall_asleep(slot, SLEEP_OF_DEEP)
                                                      : 0;
        return;
    case SWRT_WAIT_GRID:
        lanes_that_wait(slot, coroutine, tid);
        slot->warps[warp].at_grid |= first;
        slot->grid_waiters++;
        break;
    default:
        bad_request(slot);
    }
    slot->progressed = true;
}

static inline void finish(struct swrt_slot *slot, const struct swrt_coroutine *coroutine, uint32_t warp) {
    slot->warps[warp].alive &= ~coroutine->own;
    slot->live--;
    slot->progressed = true;
}

/* The coroutine has come back from running: finished, or with a request. */
static inline void settle(struct swrt_slot *slot, struct swrt_coroutine *coroutine, uint32_t warp, uint32_t lane) {
    uint32_t tid = warp * SWRT_LANES + lane;
    if (!*coroutine->frame)
        finish(slot, coroutine, warp);
    else if (slot->block.wait_kind != SWRT_WAIT_BARRIER ||
             !swrt_barrier_join_simple(slot, coroutine, warp, 1u << lane, lanes_that_wait(slot, coroutine, tid)))
        take_request(slot, tid);
}

static inline void set_thread(struct swrt_slot *slot, uint32_t tid) {
    struct swrt_block *b = &slot->block;
    const struct swrt_executor *x = slot->executor;
    b->tid = tid;
    b->tid_x = x->tids_x[tid];
    b->tid_y = x->tids_y[tid];
    b->tid_z = x->tids_z[tid];
    b->wait_kind = SWRT_WAIT_NONE;
}

static inline void resume(struct swrt_slot *slot, struct swrt_coroutine *coroutine, uint32_t warp, uint32_t lane) {
    struct swrt_block *b = &slot->block;
    set_thread(slot, warp * SWRT_LANES + lane);
    b->wait_result = coroutine->result;
    b->wait_result2 = coroutine->result2;
    slot->resumes++;
    (*coroutine->frame)(coroutine->frame);
    settle(slot, coroutine, warp, lane);
}

static inline void run_warp(struct swrt_slot *slot, uint32_t warp) {
    struct swrt_warp *w = &slot->warps[warp];
    for (int again = 0; w->runnable || (w->waiting && swrt_warp_resolve(slot, warp)); again++) {
        bool opened = again && slot->runnable_warps; /* a barrier, for other warps too: they come first */
        if (opened || again == SAME_WARP) {
            slot->runnable_warps |= 1u << warp;
            return;
        }
        uint32_t coroutines = w->runnable;
        w->runnable = 0;
        while (coroutines) {
            uint32_t lane = pick_next(slot, coroutines);
            w->turns = coroutines &= ~(1u << lane);
            resume(slot, swrt_coroutine_of(slot, warp * SWRT_LANES + lane), warp, lane);
        }
    }
}

/* The same when one coroutine carries the warp: it waits for other warps or blocks, so its next turn comes later. */
static inline void run_whole_warp(struct swrt_slot *slot, uint32_t warp) {
    struct swrt_warp *w = &slot->warps[warp];
    if (w->runnable) { /* it may have run already */
        w->runnable = 0;
        resume(slot, &slot->coroutines[warp], warp, 0);
    }
}

/* A block whose loop waits at a barrier in every turn always gets further, and may still wait for another block (it
 * reads a flag by a plain load): so it is made to pause now and then, with warps left runnable. */
void swrt_coroutines_run(struct swrt_slot *slot) {
    uint32_t before = slot->resumes;
    while (slot->runnable_warps && slot->resumes - before < SWRT_MANY_RESUMES) {
        uint32_t warps = slot->runnable_warps;
        slot->runnable_warps = 0;
        while (warps) {
            uint32_t warp = pick_next(slot, warps);
            warps &= ~(1u << warp);
            if (slot->width == SWRT_LANES)
                run_whole_warp(slot, warp);
            else
                run_warp(slot, warp);
        }
        if (slot->grid->stop)
            return;
    }
}

static struct swrt_coroutine *start(struct swrt_slot *slot, uint32_t warp, uint32_t lane) {
    slot->warps[warp].unstarted &= ~(1u << lane);
    uint32_t tid = warp * SWRT_LANES + lane;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, tid);
    set_thread(slot, tid);
    coroutine->own = slot->own << lane & slot->warps[warp].alive;
    coroutine->result = coroutine->result2 = 0;
    coroutine->frames = 0;
    coroutine->bytes = 0;
    coroutine->frame = ((coroutine_fn)slot->grid->variant->coroutine)(&slot->block, tid);
    return coroutine;
}

static uint32_t lanes_of_warp(const struct swrt_slot *slot, uint32_t warp) {
    uint32_t left = slot->block.nthreads - warp * SWRT_LANES;
    return left >= SWRT_LANES ? 0xffffffffu : (1u << left) - 1;
}

static void start_warp(struct swrt_slot *slot, uint32_t warp) {
    while (slot->warps[warp].unstarted) {
        uint32_t lane = pick(slot, slot->warps[warp].unstarted);
        settle(slot, start(slot, warp, lane), warp, lane);
    }
}

/* Every coroutine of a warp is started before one of them is resumed, and every warp before the next round. */
void swrt_coroutines_start(struct swrt_slot *slot) {
    uint32_t n = slot->num_warps, warps = n >= 32 ? 0xffffffffu : (1u << n) - 1;
    slot->live = (slot->block.nthreads + slot->width - 1) >> slot->width_log;
    for (uint32_t warp = 0; warp < n; warp++) {
        slot->warps[warp].alive = lanes_of_warp(slot, warp);
        slot->warps[warp].unstarted = slot->warps[warp].alive & slot->firsts;
    }
    while (warps) {
        uint32_t warp = pick(slot, warps);
        warps &= ~(1u << warp);
        start_warp(slot, warp);
        run_warp(slot, warp);
    }
}

/* What the turn that was broken off had before it. Who has failed comes to no barrier, so nobody gets past one. */
void swrt_coroutines_run_out(struct swrt_slot *slot) {
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        struct swrt_warp *w = &slot->warps[warp];
        w->runnable |= w->turns;
        w->turns = 0;
        start_warp(slot, warp);
        if (w->runnable)
            slot->runnable_warps |= 1u << warp;
    }
    swrt_coroutines_run(slot);
}
