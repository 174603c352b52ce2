/* Launches in progress: which blocks are left, who runs some of them, and when all are done.
 *
 * Blocks are never listed. `next` counts up; whoever adds to it owns the indices that he skipped. A grid may have 2^63
 * blocks, so a counter that overshoots by a chunk for every worker does not wrap. Users (executors that took indices,
 * blocks in flight that wait) are counted with the lock held; when the last one leaves and no index is left, the launch
 * is complete. Grids wait in the order of their streams' priorities, then of their age (enlist).
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "execute/dynamic/family.h"
#include "execute/grid.h"
#include "report/error.h"
#include "report/refused.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"
#include "stream/wait.h"
#include "stream/verifier.h"

enum { MOST_LOOKS = 64 };

struct swrt_op *swrt_grid_op(struct swrt_grid *grid) {
    return (struct swrt_op *)((char *)grid - offsetof(struct swrt_op, grid));
}

/* A fault breaks the device, and all its kernels end: they may wait for what the one that is gone would have done. Runs
 * that are compared have faults of their own. */
bool swrt_grid_stops(struct swrt_grid *grid) {
    if (!grid->stop && !grid->verified && swrt_sticky(grid->device))
        atomic_store(&grid->stop, true);
    return grid->stop;
}

bool swrt_grid_exhausted(const struct swrt_grid *grid) {
    return grid->stop || atomic_load_explicit(&grid->next, memory_order_relaxed) >= grid->total;
}

/* Behind those of the same priority, before those of a lower one. */
static void enlist(struct swrt_op *op) {
    struct swrt_engine *e = &swrt_engine;
    struct swrt_op *before = e->grids.last;
    while (before && before->stream->priority > op->stream->priority)
        before = before->prev;
    op->prev = before;
    op->next = before ? before->next : e->grids.first;
    *(op->prev ? &op->prev->next : &e->grids.first) = op;
    *(op->next ? &op->next->prev : &e->grids.last) = op;
    e->num_grids++;
}

static void unlist(struct swrt_op *op) {
    struct swrt_op_list *list = &swrt_engine.grids;
    assert(swrt_is_locked());
    if (!op->prev && list->first != op)
        return; /* already */
    swrt_op_list_remove(list, op);
    swrt_engine.num_grids--;
}

static unsigned workers_for(const struct swrt_op *op) {
    uint64_t total = op->grid.total / op->grid.cluster_blocks, workers = swrt_engine.num_workers;
    return (unsigned)(total < workers ? total : workers);
}

/* Launches are refused before it comes to that. */
static void need_somebody(void) {
    if (swrt_executors_any() && swrt_workers_any())
        return;
    swrt_fatal("the system grants no memory or no thread to run a kernel");
}

void swrt_grid_ready(struct swrt_op *op) {
    need_somebody();
    enlist(op);
    swrt_workers_wake(workers_for(op));
}

static void turn(struct swrt_op *op, struct swrt_op_list *finished) {
    if (swrt_verifier) {
        swrt_op_hand(&swrt_engine.verified, op);
        return;
    }
    swrt_engine.handed++;
    swrt_grid_ready(op);
}

void swrt_together_release(struct swrt_together *together) {
    if (together && !--together->refs)
        free(together);
}

static void discard(struct swrt_op *op) {
    swrt_together_release(op->grid.together);
}

const struct swrt_op_kind swrt_kind_grid = {.turn = turn, .discard = discard, .is_dropped = true};

void swrt_grid_ready_here(struct swrt_op *op) {
    enlist(op);
    if (workers_for(op) > 1)
        swrt_workers_wake(workers_for(op) - 1);
}

void swrt_grid_reset(struct swrt_grid *grid) {
    grid->users = 0;
    grid->arrived = grid->finished = 0;
    grid->cooperation.own = (struct swrt_meeting){0}; /* a run that a fault ended leaves it half full */
    atomic_store_explicit(&grid->next, 0, memory_order_relaxed);
    atomic_store_explicit(&grid->stop, false, memory_order_relaxed);
    atomic_store_explicit(&grid->generation, 0, memory_order_relaxed);
}

/* Exhausted grids stay listed only until one of their users leaves, so there are few to pass over. A waiter looks at the
 * first few only: looking at thousands with the lock held would cost everybody more than its help is worth. Nor does it help while
 * something of a higher priority is there: it would keep an executor from that. */
struct swrt_grid *swrt_grid_pick(const struct swrt_waiter *waiter) {
    unsigned looked = 0;
    const struct swrt_op *first = NULL;
    for (struct swrt_op *op = swrt_engine.grids.first; op; op = op->next) {
        if (waiter && looked++ == MOST_LOOKS)
            return NULL;
        if (swrt_grid_exhausted(&op->grid))
            continue;
        if (!first)
            first = op;
        if (waiter && !swrt_waiter_helps(waiter, op))
            continue;
        if (op->stream->priority > first->stream->priority)
            return NULL;
        if (swrt_engine.num_grids > 1) { /* the next to pick takes another of the same priority */
            unlist(op);
            enlist(op);
        }
        return &op->grid;
    }
    return NULL;
}

void swrt_grid_use(struct swrt_grid *grid) {
    assert(swrt_is_locked());
    grid->users++;
}

void swrt_grid_leave(struct swrt_grid *grid) {
    assert(swrt_is_locked() && grid->users);
    bool exhausted = swrt_grid_exhausted(grid);
    grid->users--;
    if (exhausted)
        unlist(swrt_grid_op(grid));
    if (exhausted && !grid->users && !(swrt_verifier && swrt_verifier->run_ended(grid)))
        swrt_grid_complete(swrt_grid_op(grid));
}

void swrt_grid_complete(struct swrt_op *op) {
    if (!swrt_family_begins(op))
        swrt_op_complete(op);
}

void swrt_grid_abandon(struct swrt_op *op) {
    unlist(op);
    if (swrt_verifier)
        swrt_verifier->run_ended(&op->grid);
}

static uint32_t mix(uint64_t value, uint64_t key) {
    value = (value + key) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(value >> 29);
}

/* A Feistel network on the next even number of bits is a permutation of 2^bits; walking along its cycles until the
 * value is an index again makes it one of so many. */
static uint64_t permute(const struct swrt_grid *grid, uint64_t index, uint64_t count) {
    if (grid->shuffle == SWRT_SHUFFLE_REVERSE)
        return count - 1 - index;
    if (count < 2)
        return index;
    unsigned half = (64 - (unsigned)__builtin_clzll(count - 1) + 1) / 2;
    uint64_t low = (1ull << half) - 1, value = index;
    do {
        uint64_t left = value >> half, right = value & low;
        for (uint64_t round = 1; round <= 4; round++) {
            uint64_t next = left ^ (mix(right, grid->shuffle + round * 0x9e3779b97f4a7c15u) & low);
            left = right;
            right = next;
        }
        value = left << half | right;
    } while (value >= count);
    return value;
}

/* A cluster's blocks stay together, by rank. */
uint64_t swrt_grid_permute(const struct swrt_grid *grid, uint64_t index) {
    uint64_t blocks = grid->cluster_blocks;
    if (blocks == 1)
        return permute(grid, index, grid->total);
    return permute(grid, index / blocks, grid->total / blocks) * blocks + index % blocks;
}

static void release_if_met(struct swrt_grid *grid) {
    if (!grid->arrived || grid->arrived != grid->total - grid->finished)
        return;
    grid->arrived = 0;
    grid->absent = grid->finished;
    swrt_check_grid_opens(grid);
    atomic_fetch_add(&grid->generation, 1);
}

bool swrt_grid_arrive(struct swrt_grid *grid, uint32_t *generation) {
    swrt_mutex_lock(&grid->meet);
    *generation = grid->generation;
    grid->arrived++;
    release_if_met(grid);
    bool released = grid->generation != *generation;
    swrt_mutex_unlock(&grid->meet);
    return released;
}

void swrt_grid_block_finished(struct swrt_grid *grid) {
    swrt_mutex_lock(&grid->meet);
    grid->finished++;
    release_if_met(grid);
    swrt_mutex_unlock(&grid->meet);
}

static bool is_unfinished_printer(const struct CUstream_st *stream) {
    const struct swrt_op *op = stream->last;
    return op && op->kind == &swrt_kind_grid &&
           ((const struct swrt_kernel *)op->grid.kernel)->flags & SWRT_KERNEL_PRINTS;
}

/* On a device that a fault has broken nothing prints any more, whoever waits. */
static const char *unfinished_printer(void) {
    const char *found = NULL;
    if (!swrt_mutex_try(&swrt_engine.lock))
        return NULL;
    for (int device = 0; device < SWRT_MAX_DEVICES; device++)
        for (struct CUstream_st *s = swrt_engine.devices[device].streams; s; s = s->next)
            if (!swrt_sticky(device) && is_unfinished_printer(s))
                found = s->last->grid.kernel->name;
    swrt_mutex_unlock(&swrt_engine.lock);
    return found;
}

void swrt_grid_look_at_output(void) {
    const char *kernel = swrt_print_left();
    kernel = kernel ? kernel : unfinished_printer();
    if (kernel)
        swrt_refused_note(SWRT_REFUSED_OUTPUT, kernel);
}
