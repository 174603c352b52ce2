/* How many blocks fit: the limits of a multiprocessor (here: a worker) of compute capability 9.0 applied to a kernel.
 * CUDA C++ Programming Guide, "Compute Capabilities", table of technical specifications. */
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
    };
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

/* A cluster here is one block: of others there are none. */
static cudaError_t check_cluster(const void *func, const cudaLaunchConfig_t *config) {
    if (!config || (config->numAttrs && !config->attrs))
        return cudaErrorInvalidValue;
    if (!swrt_function_find(func))
        return cudaErrorInvalidDeviceFunction;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attr = &config->attrs[i];
        if (attr->id == cudaLaunchAttributeClusterDimension &&
            (attr->val.clusterDim.x != 1 || attr->val.clusterDim.y != 1 || attr->val.clusterDim.z != 1))
            return swrt_because(cudaErrorNotSupported, "thread block clusters are not supported");
    }
    return cudaSuccess;
}

static cudaError_t cluster_size(int *size, const void *func, const cudaLaunchConfig_t *config) {
    SWRT_TRY(swrt_check_device());
    if (!size)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_cluster(func, config));
    *size = 1;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig) {
    return swrt_fail(cluster_size(clusterSize, func, launchConfig));
}

static cudaError_t active_clusters(int *clusters, const void *func, const cudaLaunchConfig_t *config) {
    SWRT_TRY(swrt_check_device());
    if (!clusters)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_cluster(func, config));
    unsigned threads = config->blockDim.x * config->blockDim.y * config->blockDim.z;
    const struct swrt_function *function = swrt_function_find(func);
    *clusters = (int)(swrt_occupancy_blocks(function, threads, config->dynamicSmemBytes) * swrt_worker_count());
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func, const cudaLaunchConfig_t *launchConfig) {
    return swrt_fail(active_clusters(numClusters, func, launchConfig));
}
