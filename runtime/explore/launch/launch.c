/* From a grid to a program: its threads and their blocks' shared memory are set up, and taken down again. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/launch/launch.h"
#include "memory/memory.h"

enum { SHARED_ALIGN = 256 };

/* There is one worker, and so one launch at a time; threads with their stacks are kept for the next one. */
static struct swrt_launch_explored current;
static struct swrt_explored threads[SWRT_EXPLORE_THREADS];
static uint32_t num_threads;

static const char *why_not(const struct swrt_grid *grid) {
    if (!(grid->kernel->flags & SWRT_KERNEL_CHECKED))
        return "it was compiled without --check";
    if (grid->total * grid->nthreads > SWRT_EXPLORE_THREADS)
        return "it has more than 64 threads";
    if (grid->together)
        return "it is a launch on several devices";
    return grid->variant->lanes > 1 ? "it runs several threads at a time" : NULL;
}

static bool make_threads(struct swrt_executor *executor, uint32_t count) {
    for (; num_threads < count; num_threads++)
        if (!swrt_explored_create(&threads[num_threads], executor))
            return false;
    return true;
}

static bool make_shared(struct swrt_launch_explored *launch) {
    const struct swrt_grid *grid = launch->grid;
    launch->shared_each = (grid->shared_bytes + SWRT_SHARED_GAP + SHARED_ALIGN - 1) & -(size_t)SHARED_ALIGN;
    launch->shared_bytes = launch->shared_each * grid->total;
    launch->shared = swrt_memory_alloc_raw(launch->shared_bytes);
    if (launch->shared)
        memset(launch->shared, 0, launch->shared_bytes);
    return launch->shared;
}

static void prepare(struct swrt_launch_explored *launch, uint32_t number) {
    struct swrt_explored *t = &threads[number];
    const struct swrt_grid *grid = launch->grid;
    uint32_t warps = (grid->nthreads + SWRT_LANES - 1) / SWRT_LANES;
    t->launch = launch;
    t->number = number;
    t->block = number / grid->nthreads;
    t->tid = number % grid->nthreads;
    t->warp = t->block * warps + t->tid / SWRT_LANES;
    swrt_slot_prepare(t->slot, launch->grid, t->block);
    t->slot->block.shared = launch->shared + t->block * launch->shared_each;
    t->slot->block.backwards = 0;
    swrt_explored_restart(t);
}

struct swrt_launch_explored *swrt_launch_explore(struct swrt_executor *executor, struct swrt_grid *grid,
                                                 const char **refused) {
    struct swrt_launch_explored *launch = &current;
    *refused = why_not(grid);
    if (*refused)
        return NULL;
    *launch = (struct swrt_launch_explored){
        .executor = executor, .grid = grid, .threads = (uint32_t)(grid->total * grid->nthreads), .thread = threads};
    if (!make_threads(executor, launch->threads) || !make_shared(launch)) {
        *refused = "the system grants no memory for its threads";
        return NULL;
    }
    for (uint32_t i = 0; i < launch->threads; i++)
        prepare(launch, i);
    return launch;
}

void swrt_launch_explored_end(struct swrt_launch_explored *launch) {
    swrt_explore_put_back(launch);
    swrt_explore_forget(launch);
    swrt_memory_free_raw(launch->shared, launch->shared_bytes);
    launch->shared = NULL;
}

/* ---- The program ----------------------------------------------------------------------------------------------- */

static void place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    const struct swrt_launch_explored *launch = self;
    const struct swrt_explored *t = &launch->thread[thread];
    *place = (struct swrt_explore_place){t->block, t->block, (uint32_t)launch->grid->device, t->warp};
}

static uint64_t initial(void *self, uint64_t address, uint32_t size) {
    return swrt_explore_initial(self, address, size);
}

static void restart(void *self, uint32_t thread) {
    swrt_explored_restart(&((struct swrt_launch_explored *)self)->thread[thread]);
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    swrt_explored_next(&((struct swrt_launch_explored *)self)->thread[thread], answer, event);
}

static void meet(void *self, uint64_t met) {
    swrt_explored_meet(self, met);
}

static bool is_symmetric(void *self, uint32_t a, uint32_t b) {
    (void)self, (void)a, (void)b;
    return false;
}

void swrt_launch_program(struct swrt_launch_explored *launch, struct swrt_explore_program *program) {
    *program = (struct swrt_explore_program){.self = launch,
                                             .threads = launch->threads,
                                             .place = place,
                                             .initial = initial,
                                             .restart = restart,
                                             .next = next,
                                             .meet = meet,
                                             .is_symmetric = is_symmetric};
}
