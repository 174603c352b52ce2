/* How many blocks fit: the limits of a multiprocessor (here: a worker) of compute capability 9.0 applied to a kernel.
 * CUDA C++ Programming Guide, "Compute Capabilities", table of technical specifications. */
#include "execute/cluster/cluster.h"
#include "execute/launch.h"
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine.h"

enum {
    SM_THREADS = 2048,
    SM_BLOCKS = 32,
    SM_SHARED = 228 << 10,
    BLOCK_SHARED = 48 << 10,    /* without asking for more */
    BLOCK_SHARED_SYSTEM = 1024, /* that CUDA takes of each block's */
    BLOCK_THREADS = 1024,
};

static size_t rounded(size_t bytes) {
    return (bytes + 15u) & ~(size_t)15;
}

size_t swrt_static_shared(const struct swrt_kernel *kernel) {
    return rounded(kernel->shared_static - kernel->shared_padding);
}

size_t swrt_static_shared_placed(const struct swrt_kernel *kernel) {
    return rounded(kernel->shared_static);
}

size_t swrt_function_dynamic_limit(const struct swrt_function *function) {
    size_t fixed = swrt_static_shared(function->kernel);
    if (function->max_dynamic_shared > 0)
        return (size_t)function->max_dynamic_shared;
    if (function->max_dynamic_shared < 0)
        return 0;
    return fixed < BLOCK_SHARED ? BLOCK_SHARED - fixed : 0;
}

unsigned swrt_occupancy_blocks(const struct swrt_function *function, unsigned threads, size_t dynamic_shared) {
    if (!threads || threads > BLOCK_THREADS || dynamic_shared > swrt_function_dynamic_limit(function))
        return 0;
    unsigned blocks = SM_THREADS / ((threads + 31) / 32 * 32);
    size_t shared = swrt_static_shared(function->kernel) + dynamic_shared + BLOCK_SHARED_SYSTEM;
    unsigned by_shared = (unsigned)(SM_SHARED / shared);
    blocks = blocks < SM_BLOCKS ? blocks : SM_BLOCKS;
    return blocks < by_shared ? blocks : by_shared;
}

void swrt_function_attributes(struct cudaFuncAttributes *attr, const struct swrt_function *function) {
    const struct swrt_kernel *kernel = function->kernel;
    *attr = (struct cudaFuncAttributes){
        .sharedSizeBytes = swrt_static_shared(kernel),
        .constSizeBytes = kernel->const_bytes,
        .localSizeBytes = kernel->local_bytes,
        .maxThreadsPerBlock = kernel->max_threads ? (int)kernel->max_threads : BLOCK_THREADS,
        .numRegs = 32, /* what lets every block size reach full occupancy, as it does here */
        .ptxVersion = (int)kernel->arch,
        .binaryVersion = (int)kernel->arch,
        .maxDynamicSharedSizeBytes = (int)swrt_function_dynamic_limit(function),
        .preferredShmemCarveout = function->carveout,
        .clusterSchedulingPolicyPreference = (int)function->cluster_policy,
        .nonPortableClusterSizeAllowed = function->has_large_clusters,
    };
    uint32_t size[3];
    swrt_cluster_required(function, size);
    attr->clusterDimMustBeSet = size[0] != 0;
    attr->requiredClusterWidth = (int)size[0];
    attr->requiredClusterHeight = (int)size[1];
    attr->requiredClusterDepth = (int)size[2];
}

static cudaError_t active_blocks(int *blocks, const void *func, int threads, size_t dynamic_shared) {
    SWRT_TRY(swrt_check_device());
    if (!blocks || threads <= 0)
        return cudaErrorInvalidValue;
    const struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    *blocks = (int)swrt_occupancy_blocks(function, (unsigned)threads, dynamic_shared);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize,
                                                          size_t dynamicSMemSize) {
    return swrt_fail(active_blocks(numBlocks, func, blockSize, dynamicSMemSize));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func, int blockSize,
                                                                   size_t dynamicSMemSize, unsigned int flags) {
    if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
        return swrt_fail(cudaErrorInvalidValue);
    return swrt_fail(active_blocks(numBlocks, func, blockSize, dynamicSMemSize));
}

static cudaError_t available_shared(size_t *bytes, const void *func, int blocks, int threads) {
    SWRT_TRY(swrt_check_device());
    if (!bytes || blocks <= 0 || threads <= 0)
        return cudaErrorInvalidValue;
    const struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    if (swrt_occupancy_blocks(function, (unsigned)threads, 0) < (unsigned)blocks)
        return cudaErrorInvalidValue;
    size_t taken = BLOCK_SHARED_SYSTEM + swrt_static_shared(function->kernel), share = SM_SHARED / (unsigned)blocks;
    size_t left = share > taken ? (share - taken) & ~(size_t)127 : 0, limit = swrt_function_dynamic_limit(function);
    *bytes = left < limit ? left : limit;
    return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func, int numBlocks,
                                                      int blockSize) {
    return swrt_fail(available_shared(dynamicSmemSize, func, numBlocks, blockSize));
}

/* ---- Clusters --------------------------------------------------------------------------------------------------- */

/* The launch that a question is about. */
static cudaError_t read_config(const void *func, const cudaLaunchConfig_t *config,
                               const struct swrt_function **function, struct swrt_launch *launch) {
    if (!config || (config->numAttrs && !config->attrs))
        return cudaErrorInvalidValue;
    *function = swrt_function_find(func);
    if (!*function)
        return cudaErrorInvalidDeviceFunction;
    *launch = (struct swrt_launch){
        .function = func, .grid = config->gridDim, .block = config->blockDim, .shared = config->dynamicSmemBytes};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attr = &config->attrs[i];
        if (attr->id == cudaLaunchAttributeClusterDimension)
            launch->cluster = (dim3){attr->val.clusterDim.x, attr->val.clusterDim.y, attr->val.clusterDim.z};
    }
    return cudaSuccess;
}

static unsigned blocks_of(const struct swrt_launch *launch, const struct swrt_function *function) {
    return swrt_occupancy_blocks(function, launch->block.x * launch->block.y * launch->block.z, launch->shared);
}

/* A worker runs a whole cluster, whatever its blocks need: so what limits it is what is portable. */
static cudaError_t cluster_size(int *size, const void *func, const cudaLaunchConfig_t *config) {
    const struct swrt_function *function;
    struct swrt_launch launch;
    SWRT_TRY(swrt_check_device());
    if (!size)
        return cudaErrorInvalidValue;
    uint32_t asked[3];
    bool is_explicit;
    SWRT_TRY(read_config(func, config, &function, &launch));
    SWRT_TRY(swrt_cluster_size(&launch, function, asked, &is_explicit));
    unsigned most = function->has_large_clusters ? SWRT_MOST_CLUSTER : SWRT_MOST_PORTABLE_CLUSTER;
    unsigned limit = function->kernel->max_cluster;
    *size = !blocks_of(&launch, function) ? 0 : (int)(limit && limit < most ? limit : most);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig) {
    return swrt_fail(cluster_size(clusterSize, func, launchConfig));
}

/* Each worker has one in flight at least. Of a kernel without clusters there are none, as on an H200. */
static cudaError_t active_clusters(int *clusters, const void *func, const cudaLaunchConfig_t *config) {
    const struct swrt_function *function;
    struct swrt_launch launch;
    uint32_t size[3];
    bool is_explicit;
    SWRT_TRY(swrt_check_device());
    if (!clusters)
        return cudaErrorInvalidValue;
    SWRT_TRY(read_config(func, config, &function, &launch));
    SWRT_TRY(swrt_cluster_size(&launch, function, size, &is_explicit));
    unsigned blocks = blocks_of(&launch, function), each = blocks / (size[0] * size[1] * size[2]);
    *clusters = (int)(!is_explicit ? 0 : (blocks && !each ? 1 : each) * swrt_worker_count());
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func, const cudaLaunchConfig_t *launchConfig) {
    return swrt_fail(active_clusters(numClusters, func, launchConfig));
}
