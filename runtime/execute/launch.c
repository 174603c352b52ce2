/* Launching a kernel: CUDA's checks, then a grid in the stream.
 *
 * The arguments are copied at once, packed as the kernel wants them, so the caller's may go away. Limits are those of
 * compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities").
 */
#include <string.h>

#include "base/plural.h"
#include "check/call_stack.h"
#include "check/check.h"
#include "device/device.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "execute/grid.h"
#include "execute/heap.h"
#include "execute/launch.h"
#include "module/registry.h"
#include "os/machine.h"
#include "report/error.h"
#include "report/refused.h"
#include "stream/engine.h"
#include "stream/verifier.h"
#include "stream/wait.h"

enum { MOST_XY_THREADS = 1024, MOST_Z_THREADS = 64, MOST_YZ_BLOCKS = 65535 };

static cudaError_t check_shape(dim3 grid, dim3 block, const struct swrt_kernel *kernel) {
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!grid.x || !grid.y || !grid.z || !threads)
        return swrt_because(cudaErrorInvalidConfiguration, "a dimension of the grid or block is 0");
    if (grid.x > INT32_MAX || grid.y > MOST_YZ_BLOCKS || grid.z > MOST_YZ_BLOCKS)
        return swrt_because(cudaErrorInvalidConfiguration, "a grid of %u x %u x %u blocks", grid.x, grid.y, grid.z);
    if (block.x > MOST_XY_THREADS || block.y > MOST_XY_THREADS || block.z > MOST_Z_THREADS ||
        threads > SWRT_MAX_THREADS)
        return swrt_because(cudaErrorInvalidConfiguration, "a block of %u x %u x %u threads", block.x, block.y,
                            block.z);
    if (kernel->max_threads && threads > kernel->max_threads)
        return swrt_because(cudaErrorInvalidValue, "%u thread%s in a block; the kernel's __launch_bounds__ allow %u",
                            (unsigned)threads, swrt_s((unsigned)threads), kernel->max_threads);
    return cudaSuccess;
}

/* As many as programs reckon from the device's multiprocessors, however few workers share these blocks. */
static cudaError_t check_cooperative(const struct swrt_launch *launch, const struct swrt_function *function) {
    unsigned threads = launch->block.x * launch->block.y * launch->block.z;
    uint64_t blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
    unsigned cores = swrt_machine()->cores, workers = swrt_worker_count();
    uint64_t each = swrt_occupancy_blocks(function, threads, launch->shared);
    uint64_t most = each * (cores > workers ? cores : workers);
    if (blocks > most)
        return swrt_because(cudaErrorCooperativeLaunchTooLarge, "%llu block%s; %llu can be resident together",
                            (unsigned long long)blocks, swrt_s((unsigned long long)blocks), (unsigned long long)most);
    return cudaSuccess;
}

cudaError_t swrt_launch_check(const struct swrt_launch *launch, const struct swrt_function *function) {
    SWRT_TRY(check_shape(launch->grid, launch->block, function->kernel));
    size_t limit = swrt_function_dynamic_limit(function);
    if (launch->shared > limit)
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s of dynamic shared memory; %zu are allowed",
                            launch->shared, swrt_s(launch->shared), limit);
    return swrt_cluster_size(launch, function, (uint32_t[3]){0}, &(bool){false});
}

static cudaError_t check(const struct swrt_launch *launch, const struct swrt_function *function) {
    SWRT_TRY(swrt_launch_check(launch, function));
    if (function->kernel->num_params && !launch->args)
        return cudaErrorInvalidValue;
    return launch->cooperative ? check_cooperative(launch, function) : cudaSuccess;
}

/* ctaid.x * ntid.x + tid.x is below 2^31 in all lanes, those of a partial run that do not exist included. */
static bool counts_up_along_x(dim3 grid, dim3 block, uint32_t lanes) {
    return (uint64_t)grid.x * block.x + lanes <= 1ull << 31;
}

/* Code for a whole block knows of no barrier at which other blocks have to come. */
static bool fits(const struct swrt_variant *variant, dim3 grid, dim3 block, bool is_alone) {
    bool whole_rows = block.x % variant->lanes == 0;
    switch (variant->blocks) {
    case SWRT_BLOCKS_FULL_ROWS:
        return whole_rows;
    case SWRT_BLOCKS_ROWS:
        return (whole_rows || (block.y == 1 && block.z == 1)) && counts_up_along_x(grid, block, variant->lanes);
    case SWRT_BLOCKS_WHOLE:
        return is_alone && block.x == variant->size_x && block.y == variant->size_y && block.z == variant->size_z;
    default:
        return true;
    }
}

/* The first variant that fits: of `lanes` lanes, or with 0 of any number; null when there is none. */
static const struct swrt_variant *find_variant(const struct swrt_launch *launch, const struct swrt_kernel *kernel,
                                               uint32_t lanes, bool is_alone) {
    const struct swrt_variant *variants = kernel->variants;
    for (uint32_t i = 0; i < kernel->num_variants; i++)
        if ((!lanes || variants[i].lanes == lanes) && fits(&variants[i], launch->grid, launch->block, is_alone))
            return &variants[i];
    return NULL;
}

/* Whoever asks for a number of lanes (SOFTWARP_LANES) wants to compare: a kernel that can not do it runs as the
 * reference, and not with some other number. */
const struct swrt_variant *swrt_launch_variant(const struct swrt_launch *launch, const struct swrt_function *function) {
    uint32_t size[3];
    bool is_explicit;
    swrt_cluster_size(launch, function, size, &is_explicit);
    bool is_alone = size[0] == 1 && size[1] == 1 && size[2] == 1;
    const struct swrt_variant *variant = find_variant(launch, function->kernel, swrt_engine.width, is_alone);
    return variant ? variant : find_variant(launch, function->kernel, 1, is_alone);
}

static void pack_arguments(const struct swrt_kernel *kernel, void **args, char *packed) {
    const struct swrt_param *params = kernel->params;
    for (uint32_t i = 0; i < kernel->num_params; i++)
        memcpy(packed + params[i].offset, args[i], params[i].size);
}

/* What a grid is of a launch on several devices; they all have the same shape. */
struct member {
    struct swrt_together *together;
    uint32_t grids, rank;
};

static void join(struct swrt_grid *grid, const struct member *member) {
    member->together->refs++;
    grid->together = member->together;
    grid->cooperation = (struct swrt_cooperation){
        .all = &member->together->meeting,
        .blocks = grid->total * member->grids,
        .first_block = grid->total * member->rank,
        .num_grids = member->grids,
        .grid_rank = member->rank,
    };
}

void swrt_launch_fill(struct swrt_grid *grid, const struct swrt_launch *launch, const struct swrt_function *function,
                      struct CUstream_st *stream, const struct swrt_call_stack *caller) {
    const struct swrt_kernel *kernel = function->kernel;
    dim3 blocks = launch->grid, threads = launch->block;
    uint32_t fixed = (uint32_t)swrt_static_shared_placed(kernel);
    *grid = (struct swrt_grid){
        .module = function->module,
        .kernel = kernel,
        .nctaid = {blocks.x, blocks.y, blocks.z},
        .ntid = {threads.x, threads.y, threads.z},
        .nthreads = threads.x * threads.y * threads.z,
        .shared_bytes = fixed + (uint32_t)launch->shared,
        .dynamic_bytes = (uint32_t)launch->shared,
        .total = (uint64_t)blocks.x * blocks.y * blocks.z,
        .id = ++swrt_engine.grid_ids,
        .device = stream->device,
        .cooperative = launch->cooperative,
        .caller = caller,
        .shuffle = swrt_engine.shuffle,
        .chunk = 1,
        .meet = SWRT_MUTEX_FREE,
        .shared_log = swrt_cluster_log(fixed + (uint32_t)launch->shared),
    };
    swrt_cluster_size(launch, function, grid->cluster, &grid->has_clusters);
    grid->cluster_blocks = grid->cluster[0] * grid->cluster[1] * grid->cluster[2];
}

cudaError_t swrt_launch_set_cluster(struct swrt_grid *grid, const void *function, dim3 cluster) {
    const struct swrt_function *found = swrt_function_find(function);
    struct swrt_launch launch = {.grid = {grid->nctaid[0], grid->nctaid[1], grid->nctaid[2]},
                                 .block = {grid->ntid[0], grid->ntid[1], grid->ntid[2]},
                                 .cluster = cluster};
    uint32_t size[3];
    bool is_explicit;
    if (!found)
        return cudaErrorInvalidDeviceFunction;
    SWRT_TRY(swrt_cluster_size(&launch, found, size, &is_explicit));
    memcpy(grid->cluster, size, sizeof size);
    grid->has_clusters = is_explicit;
    grid->cluster_blocks = size[0] * size[1] * size[2];
    grid->variant = swrt_launch_variant(&launch, found);
    return grid->variant ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

static void fill_grid(struct swrt_grid *grid, const struct swrt_launch *launch, const struct swrt_function *function,
                      struct CUstream_st *stream) {
    bool is_told = swrt_check_is_on() || swrt_verifier;
    swrt_launch_fill(grid, launch, function, stream, is_told ? swrt_call_stack_here() : NULL);
}

static cudaError_t capture(const struct swrt_launch *launch, const struct swrt_function *function,
                           const struct swrt_variant *variant, void *image, struct CUstream_st *stream) {
    struct swrt_grid grid;
    fill_grid(&grid, launch, function, stream);
    grid.variant = variant;
    grid.image = image;
    return swrt_engine.recorder->kernel(stream, &grid, launch->function, launch->args);
}

/* With the lock held. */
static cudaError_t submit(const struct swrt_launch *launch, const struct swrt_function *function,
                          const struct swrt_variant *variant, void *image, const struct member *member) {
    struct CUstream_st *stream = swrt_stream_find(launch->stream);
    if (!stream || stream->device != swrt_current_device())
        return cudaErrorInvalidResourceHandle;
    bool capturing;
    SWRT_TRY(swrt_stream_captures(stream, &capturing));
    if (capturing && member)
        return swrt_stream_refuse(stream);
    if (capturing)
        return capture(launch, function, variant, image, stream);
    if (!swrt_executors_any() || !swrt_workers_any())
        return swrt_because(cudaErrorMemoryAllocation, "the system grants no memory or no thread to run it");
    swrt_wait_for_room(stream);
    struct swrt_op *op = swrt_op_create(&swrt_kind_grid, stream);
    if (!op)
        return cudaErrorMemoryAllocation;
    fill_grid(&op->grid, launch, function, stream);
    op->grid.is_passed_over = !swrt_check_launch(function->kernel);
    op->grid.variant = variant;
    op->grid.image = image;
    if (member)
        join(&op->grid, member);
    if (!swrt_op_payload(op, function->kernel->params_bytes)) {
        swrt_op_discard(op);
        return cudaErrorMemoryAllocation;
    }
    pack_arguments(function->kernel, launch->args, op->payload);
    op->grid.args = op->payload;
    swrt_op_submit(op);
    return cudaSuccess;
}

static const struct swrt_runner runner = {.work = swrt_run_blocks,
                                          .help = swrt_help_waiter,
                                          .flush = swrt_print_flush,
                                          .end = swrt_print_end,
                                          .reset = swrt_heap_reset};

/* The engine learns who runs grids, before there is one. */
static void begin(void) {
    swrt_engine_start();
    if (swrt_engine.runner)
        return;
    swrt_refused_at_end(swrt_grid_look_at_output);
    swrt_engine.runner = &runner;
}

static cudaError_t launch_as(const struct swrt_launch *launch, const struct member *member) {
    SWRT_TRY(swrt_check_device());
    const struct swrt_function *function = swrt_function_find(launch->function);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    cudaError_t error = check(launch, function);
    if (error)
        return swrt_about_kernel(function->kernel->name, error);
    void *image = swrt_module_image(function->module, swrt_current_device());
    if (!image && function->module->image_bytes)
        return cudaErrorMemoryAllocation;
    begin();
    const struct swrt_variant *variant = swrt_launch_variant(launch, function);
    if (!variant)
        return cudaErrorInvalidDeviceFunction;
    error = function->kernel->flags & SWRT_KERNEL_STRICT ? cudaSuccess /* it will ask */
                                                         : swrt_refused_launch(function->kernel, launch->args);
    if (error)
        return cudaSuccess; /* it is the device's: the next call tells */
    swrt_lock();
    error = submit(launch, function, variant, image, member);
    swrt_unlock();
    return error ? swrt_about_kernel(function->kernel->name, error) : cudaSuccess;
}

cudaError_t swrt_launch(const struct swrt_launch *launch) {
    return launch_as(launch, NULL);
}

cudaError_t swrt_launch_together(const struct swrt_launch *launch, struct swrt_together *together, uint32_t grids,
                                 uint32_t rank) {
    return launch_as(launch, &(struct member){together, grids, rank});
}
