/* Running the threads of one block.
 *
 * A block loop is one call. Otherwise the threads are coroutines, of W threads each, that run until they ask for
 * something they have to wait for (enum swrt_wait): one then leaves the set of runnable coroutines and joins a barrier,
 * an operation among the lanes of its warp, and so on; the last one to join puts all of them back. A warp is run for as
 * long as it has runnable lanes, so operations among lanes complete without looking at the rest of the block.
 *
 * When no coroutine is runnable there are five possibilities, tried in this order:
 *   1. a wait is over because threads have exited meanwhile, or because lanes that a mask-less operation waited for can
 *      not come (CONVERGED);
 *   2. some yielded in a waiting loop: they get another turn, after a few turns other blocks do first. It is counted, as
 *      lanes at a mask-less operation wait for some of these turns and no longer (warp.c);
 *   3. all wait for the grid's barrier;
 *   4. another block of its cluster may still come to the cluster's barrier;
 *   5. none of that: the block can never end, which is an error.
 *
 * Where the first of these, or barriers that open by themselves, keep a block going for long, it pauses: other blocks
 * have a turn, and then its own coroutines that have yielded.
 */
#include "check/check.h"
#include "execute/block.h"
#include "execute/grid.h"
#include "os/clock.h"

enum { YIELD_TURNS = 8 }; /* that a waiting loop gets before other blocks have theirs */

typedef void (*loop_fn)(struct swrt_block *block);

/* Those of a warp's yielded coroutines that sleep no longer. */
static uint32_t awake(struct swrt_slot *slot, uint32_t warp, uint64_t now) {
    uint32_t coroutines = slot->warps[warp].yielded;
    for (uint32_t rest = coroutines; rest; rest &= rest - 1)
        if (swrt_coroutine_of(slot, warp * SWRT_LANES + (uint32_t)__builtin_ctz(rest))->value > now)
            coroutines &= ~(rest & -rest);
    return coroutines;
}

static void rerun_yielded(struct swrt_slot *slot) {
    uint64_t now = slot->has_sleepers ? swrt_now() : 0;
    uint32_t yielded = slot->yielded_warps, awake_warps = 0;
    slot->polling_warps |= yielded;
    slot->has_sleepers = false;
    for (uint32_t warps = slot->yielded_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        uint32_t coroutines = now ? awake(slot, warp, now) : slot->warps[warp].yielded;
        if (coroutines)
            swrt_make_runnable(slot, warp, coroutines);
        awake_warps |= (uint32_t)(coroutines != 0) << warp;
        slot->warps[warp].yielded &= ~coroutines;
        if (slot->warps[warp].yielded)
            slot->has_sleepers = true;
        else
            slot->yielded_warps &= ~(1u << warp);
    }
    if (yielded)
        swrt_converged_count_turn(slot, awake_warps, yielded & ~awake_warps);
}

static void leave_grid_barrier(struct swrt_slot *slot) {
    slot->at_grid_barrier = false;
    slot->progressed = true;
    slot->grid_waiters = 0;
    swrt_check_grid_left(slot);
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        swrt_make_runnable(slot, warp, slot->warps[warp].at_grid);
        slot->warps[warp].at_grid = 0;
    }
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

/* Others of the cluster may still let it go on. */
static bool waits_for_cluster(const struct swrt_slot *slot) {
    return slot->cluster && !swrt_cluster_is_stuck(slot->cluster);
}

/* Whether some wait is over. That lanes which poll have met is no progress. */
static bool resolve(struct swrt_slot *slot) {
    bool opened = swrt_barriers_resolve(slot);
    bool met = swrt_warps_resolve(slot);
    met |= swrt_converged_resolve(slot, !opened && !met);
    opened |= !opened && !met && !slot->yielded_warps && swrt_barriers_resolve_stuck(slot);
    slot->progressed |= opened || (met && !slot->polling_warps);
    return opened || met;
}

static void deadlock(struct swrt_slot *slot) {
    bool is_told = false;
    swrt_check_stuck(slot, &is_told);
    enum swrt_fault_kind kind = is_told ? SWRT_FAULT_REPORTED : SWRT_FAULT_DEADLOCK;
    slot->executor->fault = (struct swrt_fault){.kind = kind, .error = cudaErrorLaunchFailure};
    swrt_fault_raise(slot->executor);
}

static enum swrt_progress run(struct swrt_slot *slot) {
    uint32_t before = slot->resumes;
    for (uint32_t turns = 0;;) {
        swrt_coroutines_run(slot);
        if (!slot->live) {
            swrt_slot_check_frames(slot);
            return SWRT_FINISHED;
        }
        if (slot->grid->stop)
            return SWRT_STALLED;
        if (slot->runnable_warps) {
            swrt_converged_resolve(slot, false);
            return SWRT_STALLED;
        }
        if (resolve(slot)) {
            if (slot->resumes - before >= SWRT_MANY_RESUMES)
                return SWRT_STALLED;
        } else if (slot->yielded_warps) {
            if (++turns > YIELD_TURNS)
                return SWRT_STALLED;
            rerun_yielded(slot);
        } else if (!join_grid_barrier(slot)) {
            if (waits_for_cluster(slot))
                return SWRT_STALLED;
            deadlock(slot);
        } else if (slot->at_grid_barrier) {
            return SWRT_STALLED;
        }
    }
}

/* Those that failed while the others went on, so that each thread has its message: where nobody waits, all get to their
 * end. */
static void raise_assertions(struct swrt_executor *x) {
    swrt_fault_assertions(x);
    swrt_fault_raise(x);
}

enum swrt_progress swrt_block_start(struct swrt_slot *slot) {
    const struct swrt_variant *variant = slot->grid->variant;
    if (variant->loop) {
        slot->block.tid = slot->block.tid_x = slot->block.tid_y = slot->block.tid_z = 0;
        ((loop_fn)variant->loop)(&slot->block);
        if (slot->executor->num_assertions)
            raise_assertions(slot->executor);
        return SWRT_FINISHED;
    }
    swrt_coroutines_start(slot);
    return run(slot);
}

static void run_out_coroutines(struct swrt_slot *slot) {
    swrt_coroutines_run_out(slot);
    for (unsigned turns = 0; turns < YIELD_TURNS && slot->yielded_warps && !slot->grid->stop; turns++) {
        rerun_yielded(slot);
        swrt_coroutines_run(slot);
    }
}

/* Behind the thread that has failed, and those that ran beside it. */
static void run_out_loop(struct swrt_slot *slot) {
    struct swrt_block *b = &slot->block;
    const struct swrt_executor *x = slot->executor;
    uint32_t tid = x->assertions[x->num_assertions - 1].tid;
    if (slot->width > 1)
        b->done = (tid / slot->width + 1) * slot->width;
    else
        b->done = 1 + (b->backwards ? b->nthreads - 1 - tid : tid);
    if (b->done < b->nthreads)
        ((loop_fn)slot->grid->variant->loop)(b);
}

/* A GPU tells of each thread that fails until the kernel has ended. Here the block's other threads go on as far as they
 * get without those that have failed. Each that fails then leads here again. Of the threads that ran beside one that has
 * failed in a function those are told whose turn it was in the same call. */
void swrt_block_run_out(struct swrt_slot *slot) {
    if (!slot->grid->variant->loop)
        run_out_coroutines(slot);
    else if (slot->grid->kernel->flags & SWRT_KERNEL_SKIPS)
        run_out_loop(slot);
}

enum swrt_progress swrt_block_continue(struct swrt_slot *slot) {
    if (slot->at_grid_barrier) {
        if (atomic_load(&slot->grid->generation) == slot->generation)
            return SWRT_STALLED;
        leave_grid_barrier(slot);
    }
    swrt_slot_prepare_again(slot);
    slot->polling_warps = 0;
    rerun_yielded(slot);
    return run(slot);
}
