/* From a grid to a program: its threads and their blocks' shared memory are set up, and taken down again. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/launch/launch.h"
#include "memory/memory.h"
#include "os/thread/thread.h"
#include "report/kernel_name.h"

enum { SHARED_ALIGN = 1024 }; /* as blocks have it that run (execute/slot.c) */

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

/* The thread of the host has shared memory behind that of the blocks. */
static bool make_shared(struct swrt_launch_explored *launch) {
    const struct swrt_grid *grid = launch->grid;
    size_t most = grid->shared_bytes;
    if (launch->has_host && launch->host.shared_bytes > most)
        most = launch->host.shared_bytes;
    launch->shared_each = (most + SWRT_SHARED_GAP + SHARED_ALIGN - 1) & -(size_t)SHARED_ALIGN;
    if (grid->cluster_blocks > 1)
        launch->shared_each = (size_t)1 << swrt_cluster_log((uint32_t)most);
    launch->shared_bytes = launch->shared_each * (grid->total + launch->has_host);
    launch->shared = swrt_memory_alloc_raw(launch->shared_bytes);
    if (launch->shared)
        memset(launch->shared, 0, launch->shared_bytes);
    return launch->shared;
}

static bool is_hosts(const struct swrt_launch_explored *launch, uint32_t number) {
    return launch->has_host && number == launch->threads - 1;
}

static void prepare(struct swrt_launch_explored *launch, uint32_t number) {
    struct swrt_explored *t = &threads[number];
    bool is_host = is_hosts(launch, number);
    struct swrt_grid *grid = is_host ? &launch->host : launch->grid;
    uint32_t nthreads = launch->grid->nthreads, warps = (nthreads + SWRT_LANES - 1) / SWRT_LANES;
    t->launch = launch;
    t->grid = grid;
    t->number = number;
    t->block = number / nthreads;
    t->tid = is_host ? 0 : number % nthreads;
    t->warp = t->block * warps + t->tid / SWRT_LANES;
    t->place[0] = t->tid % grid->ntid[0];
    t->place[1] = t->tid / grid->ntid[0] % grid->ntid[1];
    t->place[2] = t->tid / grid->ntid[0] / grid->ntid[1];
    swrt_slot_prepare(t->slot, grid, is_host ? 0 : t->block);
    t->slot->block.shared = launch->shared + t->block * launch->shared_each;
    t->slot->block.window = (char *)t->slot->block.shared - t->slot->block.shared_first;
    t->slot->block.backwards = 0;
    swrt_explored_restart(t);
}

/* ---- The thread of the host ------------------------------------------------------------------------------------ */

static const struct swrt_kernel *find_kernel(const struct swrt_module *module, const char *wanted) {
    const struct swrt_kernel *kernels = module->kernels;
    size_t length = strlen(wanted);
    for (uint32_t i = 0; i < module->num_kernels; i++) {
        char name[1024];
        swrt_kernel_name(kernels[i].name, name, sizeof name);
        if (!strncmp(name, wanted, length) && (!name[length] || name[length] == '('))
            return &kernels[i];
    }
    return NULL;
}

/* A grid of its own, of one thread. Null, or why not. */
static const char *add_host(struct swrt_launch_explored *launch, const char *name) {
    const struct swrt_grid *grid = launch->grid;
    const struct swrt_kernel *kernel = find_kernel(grid->module, name);
    if (!kernel || kernel->num_params)
        return kernel ? "the kernel that stands for the host's thread has parameters"
                      : "there is no kernel of the name that stands for the host's thread";
    const struct swrt_variant *variants = kernel->variants, *last = &variants[kernel->num_variants - 1];
    launch->host = (struct swrt_grid){.module = grid->module,
                                      .kernel = kernel,
                                      .variant = last,
                                      .nctaid = {1, 1, 1},
                                      .ntid = {1, 1, 1},
                                      .nthreads = 1,
                                      .shared_bytes = kernel->shared_static + kernel->shared_padding,
                                      .total = 1,
                                      .cluster = {1, 1, 1},
                                      .cluster_blocks = 1,
                                      .shared_log = grid->shared_log,
                                      .id = ~grid->id,
                                      .device = grid->device,
                                      .args = grid->args,
                                      .image = grid->image};
    launch->has_host = true;
    launch->threads++;
    return launch->threads > SWRT_EXPLORE_THREADS ? "it has more than 63 threads beside the host's" : NULL;
}

/* ---------------------------------------------------------------------------------------------------------------- */

struct swrt_launch_explored *swrt_launch_explore(struct swrt_executor *executor, struct swrt_grid *grid,
                                                 const char *host, const char **refused) {
    struct swrt_launch_explored *launch = &current;
    *refused = why_not(grid);
    if (*refused)
        return NULL;
    *launch = (struct swrt_launch_explored){
        .executor = executor, .grid = grid, .threads = (uint32_t)(grid->total * grid->nthreads), .thread = threads};
    if (host && *host && (*refused = add_host(launch, host)))
        return NULL;
    if (!make_threads(executor, launch->threads) || !make_shared(launch)) {
        *refused = "the system grants no memory for its threads";
        return NULL;
    }
    for (uint32_t i = launch->threads; i-- > 0;)
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
    uint32_t device = is_hosts(launch, thread) ? SWRT_MAX_DEVICES : (uint32_t)launch->grid->device;
    *place = (struct swrt_explore_place){t->block, t->block / launch->grid->cluster_blocks, device, t->warp};
}

static uint64_t initial(void *self, uint64_t address, uint32_t size) {
    return swrt_explore_initial(self, address, size);
}

static void restart(void *self, uint32_t thread) {
    swrt_explored_restart(&((struct swrt_launch_explored *)self)->thread[thread]);
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    struct swrt_launch_explored *launch = self;
    swrt_explored_next(&launch->thread[thread], answer, event);
    if (event->kind == SWRT_EXPLORE_WRITE)
        swrt_explore_note_written(launch, event);
}

static void meet(void *self, uint64_t met) {
    swrt_explored_meet(self, met);
}

void swrt_launch_program(struct swrt_launch_explored *launch, struct swrt_explore_program *program) {
    *program = (struct swrt_explore_program){.self = launch,
                                             .threads = launch->threads,
                                             .place = place,
                                             .initial = initial,
                                             .restart = restart,
                                             .next = next,
                                             .meet = meet};
}
