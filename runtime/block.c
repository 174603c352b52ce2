/* Running the threads of one block.
 *
 * A plain kernel is one call. Otherwise every thread is a coroutine that runs until it asks for something it has to
 * wait for (enum swrt_wait): it then leaves the set of runnable threads and joins a barrier, an operation among the
 * lanes of its warp, and so on; the last one to join puts all of them back. A warp is run for as long as it has runnable
 * lanes, so operations among lanes complete without looking at the rest of the block.
 *
 * When no thread is runnable there are four possibilities, tried in this order:
 *   1. a wait is over because threads have exited meanwhile, or because lanes that a mask-less operation waited for can
 *      not come (CONVERGED);
 *   2. some threads yielded in a waiting loop: they get another turn, after a few turns other blocks do first;
 *   3. all wait for the grid's barrier;
 *   4. none of that: the block can never end, which is an error.
 */
#include "block.h"

enum {
    YIELD_TURNS = 8,          /* that a waiting loop gets before other blocks have theirs */
    CONVERGED_TURNS = 3,      /* of the others, before lanes at a mask-less operation go on without them */
    SAME_WARP = 64,           /* times that one warp may go on before the others have their turn */
    LONGEST_SLEEP = 1000000,  /* ns */
    MANY_RESUMES = 50000,     /* of a block's threads, before other blocks have a turn all the same */
};

typedef void (*plain_fn)(struct swrt_block *block);
typedef void *(*coroutine_fn)(struct swrt_block *block, uint32_t tid);

static inline uint32_t pick(const struct swrt_slot *slot, uint32_t set) {
    uint32_t turned = slot->rotate ? set >> slot->rotate | set << (32 - slot->rotate) : set;
    uint32_t bit = slot->reverse ? 31 - (uint32_t)__builtin_clz(turned) : (uint32_t)__builtin_ctz(turned);
    return (bit + slot->rotate) & 31;
}

static void thread_finished(struct swrt_slot *slot, uint32_t tid) {
    slot->warps[tid / SWRT_LANES].alive &= ~(1u << tid % SWRT_LANES);
    slot->live--;
    slot->progressed = true;
}

static void bad_request(struct swrt_slot *slot) {
    slot->executor->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP, .error = cudaErrorLaunchFailure,
                                                .message = "a thread stopped with a request that makes no sense"};
    swrt_fault_raise(slot->executor);
}

/* __nanosleep: the time before which the thread gets no turn. CUDA limits a sleep to a millisecond. */
static uint64_t fall_asleep(struct swrt_slot *slot, uint32_t nanoseconds) {
    slot->has_sleepers = true;
    return swrt_now() + (nanoseconds < LONGEST_SLEEP ? nanoseconds : LONGEST_SLEEP);
}

/* The thread has come back from running: finished, or with a request. */
static inline void settle(struct swrt_slot *slot, uint32_t tid) {
    struct swrt_block *b = &slot->block;
    struct swrt_strand *strand = &slot->strands[tid];
    uint32_t warp = tid / SWRT_LANES, lane = 1u << tid % SWRT_LANES;
    if (!*strand->frame) {
        strand->kind = SWRT_WAIT_NONE;
        thread_finished(slot, tid);
        return;
    }
    strand->kind = b->wait_kind;
    switch (b->wait_kind) {
    case SWRT_WAIT_BARRIER:
        swrt_barrier_join(slot, tid);
        break;
    case SWRT_WAIT_WARP:
    case SWRT_WAIT_CONVERGED:
        swrt_warp_join(slot, tid);
        break;
    case SWRT_WAIT_YIELD:
        slot->warps[warp].yielded |= lane;
        slot->yielded_warps |= 1u << warp;
        strand->value = b->wait_arg ? fall_asleep(slot, b->wait_arg) : 0;
        return;
    case SWRT_WAIT_GRID:
        slot->grid_waiters++;
        break;
    default:
        bad_request(slot);
    }
    slot->progressed = true;
}

static inline void set_thread(struct swrt_slot *slot, uint32_t tid) {
    struct swrt_block *b = &slot->block;
    const struct swrt_coordinates *at = &slot->executor->coordinates[tid];
    b->tid = tid;
    b->tid_x = at->x;
    b->tid_y = at->y;
    b->tid_z = at->z;
    b->wait_kind = SWRT_WAIT_NONE;
}

static inline void resume(struct swrt_slot *slot, uint32_t tid) {
    struct swrt_block *b = &slot->block;
    struct swrt_strand *strand = &slot->strands[tid];
    set_thread(slot, tid);
    b->wait_result = strand->result;
    b->wait_result2 = strand->result2;
    (*strand->frame)(strand->frame);
    settle(slot, tid);
}

static void run_warp(struct swrt_slot *slot, uint32_t warp) {
    struct swrt_warp *w = &slot->warps[warp];
    for (int again = 0; w->runnable; again++) {
        if (again == SAME_WARP) {
            slot->runnable_warps |= 1u << warp;
            return;
        }
        uint32_t lanes = w->runnable;
        w->runnable = 0;
        slot->resumes += (uint32_t)__builtin_popcount(lanes);
        while (lanes) {
            uint32_t lane = pick(slot, lanes);
            lanes &= ~(1u << lane);
            resume(slot, warp * SWRT_LANES + lane);
        }
    }
}

/* A block whose loop waits at a barrier in every turn always gets further, and may still wait for another block (it reads
 * a flag by a plain load): so it is made to pause now and then, with warps left runnable. */
static void run_runnable(struct swrt_slot *slot) {
    uint32_t before = slot->resumes;
    while (slot->runnable_warps && slot->resumes - before < MANY_RESUMES) {
        uint32_t warps = slot->runnable_warps;
        slot->runnable_warps = 0;
        while (warps) {
            uint32_t warp = pick(slot, warps);
            warps &= ~(1u << warp);
            run_warp(slot, warp);
        }
        if (slot->grid->stop)
            return;
    }
}

static void start_thread(struct swrt_slot *slot, uint32_t tid) {
    set_thread(slot, tid);
    slot->strands[tid].result = slot->strands[tid].result2 = 0;
    slot->strands[tid].frame = ((coroutine_fn)slot->grid->variant->coroutine)(&slot->block, tid);
    settle(slot, tid);
}

static uint32_t lanes_of_warp(const struct swrt_slot *slot, uint32_t warp) {
    uint32_t left = slot->block.nthreads - warp * SWRT_LANES;
    return left >= SWRT_LANES ? 0xffffffffu : (1u << left) - 1;
}

/* Every thread of a warp is started before one of them is resumed, and every warp before the next round. */
static void start_threads(struct swrt_slot *slot) {
    uint32_t n = slot->num_warps, warps = n >= 32 ? 0xffffffffu : (1u << n) - 1;
    slot->live = slot->block.nthreads;
    for (uint32_t warp = 0; warp < n; warp++)
        slot->warps[warp].alive = lanes_of_warp(slot, warp);
    while (warps) {
        uint32_t warp = pick(slot, warps), lanes = slot->warps[warp].alive;
        warps &= ~(1u << warp);
        while (lanes) {
            uint32_t lane = pick(slot, lanes);
            lanes &= ~(1u << lane);
            start_thread(slot, warp * SWRT_LANES + lane);
        }
        run_warp(slot, warp);
    }
}

/* Those of a warp's yielded lanes that sleep no longer. */
static uint32_t awake(struct swrt_slot *slot, uint32_t warp, uint64_t now) {
    uint32_t lanes = slot->warps[warp].yielded;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (slot->strands[warp * SWRT_LANES + (uint32_t)__builtin_ctz(rest)].value > now)
            lanes &= ~(rest & -rest);
    return lanes;
}

static void rerun_yielded(struct swrt_slot *slot) {
    uint64_t now = slot->has_sleepers ? swrt_now() : 0;
    slot->has_sleepers = false;
    for (uint32_t warps = slot->yielded_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        uint32_t lanes = now ? awake(slot, warp, now) : slot->warps[warp].yielded;
        if (lanes)
            swrt_make_runnable(slot, warp, lanes);
        slot->warps[warp].yielded &= ~lanes;
        if (slot->warps[warp].yielded)
            slot->has_sleepers = true;
        else
            slot->yielded_warps &= ~(1u << warp);
    }
}

static void leave_grid_barrier(struct swrt_slot *slot) {
    slot->at_grid_barrier = false;
    slot->progressed = true;
    slot->grid_waiters = 0;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        swrt_make_runnable(slot, warp, slot->warps[warp].alive);
}

/* Only a cooperative launch has its blocks in flight together; in another the wait could never end. */
static bool join_grid_barrier(struct swrt_slot *slot) {
    if (slot->grid_waiters != slot->live || !slot->grid->cooperative)
        return false;
    slot->at_grid_barrier = true;
    if (swrt_grid_arrive(slot->grid, &slot->generation))
        leave_grid_barrier(slot);
    return true;
}

static bool resolve(struct swrt_slot *slot) {
    bool released = swrt_barriers_resolve(slot);
    released |= swrt_warps_resolve(slot);
    return released || swrt_converged_resolve(slot, !slot->yielded_warps || slot->stall_turns > CONVERGED_TURNS);
}

static void deadlock(struct swrt_slot *slot) {
    slot->executor->fault = (struct swrt_fault){.kind = SWRT_FAULT_DEADLOCK, .error = cudaErrorLaunchFailure};
    swrt_fault_raise(slot->executor);
}

static enum swrt_progress run(struct swrt_slot *slot) {
    for (uint32_t turns = 0;;) {
        run_runnable(slot);
        if (!slot->live)
            return SWRT_FINISHED;
        if (slot->grid->stop || slot->runnable_warps)
            return SWRT_STALLED;
        if (resolve(slot)) {
            slot->stall_turns = 0;
            slot->progressed = true;
        } else if (slot->yielded_warps) {
            slot->stall_turns++;
            if (++turns > YIELD_TURNS)
                return SWRT_STALLED;
            rerun_yielded(slot);
        } else if (!join_grid_barrier(slot)) {
            deadlock(slot);
        } else if (slot->at_grid_barrier) {
            return SWRT_STALLED;
        }
    }
}

enum swrt_progress swrt_block_start(struct swrt_slot *slot) {
    const struct swrt_variant *variant = slot->grid->variant;
    if (variant->plain) {
        slot->block.tid = slot->block.tid_x = slot->block.tid_y = slot->block.tid_z = 0;
        ((plain_fn)variant->plain)(&slot->block);
        return SWRT_FINISHED;
    }
    start_threads(slot);
    return run(slot);
}

enum swrt_progress swrt_block_continue(struct swrt_slot *slot) {
    if (slot->at_grid_barrier) {
        if (atomic_load(&slot->grid->generation) == slot->generation)
            return SWRT_STALLED;
        leave_grid_barrier(slot);
    }
    rerun_yielded(slot);
    return run(slot);
}
