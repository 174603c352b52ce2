/* Kernels in the driver API: their attributes, launches, occupancy (CUDA Driver API reference, "Execution Control",
 * "Occupancy"). A CUfunction is the registry's entry of a kernel; the runtime API finds it by the kernel's host
 * address. */
#include <stdlib.h>

#include "base/plural.h"
#include "device/context.h"
#include "device/device.h"
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine.h"

static struct swrt_function *find(CUfunction handle) {
    return swrt_function_from_handle(handle);
}

/* ---- Attributes ------------------------------------------------------------------------------------------------ */

static cudaError_t get_attribute(int *value, CUfunction_attribute attribute, CUfunction handle) {
    struct cudaFuncAttributes a;
    const struct swrt_function *function = find(handle);
    if (!function)
        return cudaErrorInvalidResourceHandle;
    if (!value)
        return cudaErrorInvalidValue;
    SWRT_TRY(cudaFuncGetAttributes(&a, function->host));
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = a.maxThreadsPerBlock;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)a.sharedSizeBytes;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = (int)a.constSizeBytes;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = (int)a.localSizeBytes;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = a.numRegs;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = a.ptxVersion;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = a.binaryVersion;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
        *value = a.cacheModeCA;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = a.maxDynamicSharedSizeBytes;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = a.preferredShmemCarveout;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        *value = a.clusterDimMustBeSet;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
        *value = a.requiredClusterWidth;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
        *value = a.requiredClusterHeight;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        *value = a.requiredClusterDepth;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = a.nonPortableClusterSizeAllowed;
        return cudaSuccess;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        *value = a.clusterSchedulingPolicyPreference;
        return cudaSuccess;
    default:
        return swrt_because(cudaErrorInvalidValue, "there is no function attribute %d", (int)attribute);
    }
}

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc) {
    SWRT_CONTEXT_CALL(get_attribute(pi, attrib, hfunc));
}

/* A call of the runtime API for the kernel of a handle. */
#define FOR_FUNCTION(handle, call)                                            \
    do {                                                                      \
        const struct swrt_function *function = find(handle);                  \
        const void *host = function ? function->host : NULL;                  \
        SWRT_CONTEXT_CALL(host ? (call) : cudaErrorInvalidResourceHandle);    \
    } while (0)

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
    FOR_FUNCTION(hfunc, cudaFuncSetAttribute(host, (enum cudaFuncAttribute)attrib, value));
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
    FOR_FUNCTION(hfunc, cudaFuncSetCacheConfig(host, (enum cudaFuncCache)config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
    FOR_FUNCTION(hfunc, cudaFuncSetSharedMemConfig(host, (enum cudaSharedMemConfig)config));
}

CUresult cuFuncGetName(const char **name, CUfunction hfunc) {
    FOR_FUNCTION(hfunc, cudaFuncGetName(name, host));
}

/* ---- Launches -------------------------------------------------------------------------------------------------- */

/* Arguments in one buffer, laid out as the kernel's parameters are: a pointer to each. */
static cudaError_t unpack(const struct swrt_function *function, void **extra, void **args) {
    char *buffer = NULL;
    const size_t *size = NULL;
    const struct swrt_param *params = function->kernel->params;
    uint32_t count = function->kernel->num_params;
    for (void **e = extra; *e != CU_LAUNCH_PARAM_END; e += 2) {
        if (*e == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = e[1];
        else if (*e == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = e[1];
        else
            return swrt_because(cudaErrorInvalidValue, "an unknown entry of the launch's list");
    }
    size_t needed = count ? params[count - 1].offset + params[count - 1].size : 0;
    if ((count && !buffer) || !size || *size < needed)
        return swrt_because(cudaErrorInvalidValue, "the kernel's parameters are %zu byte%s, the buffer is smaller",
                            needed, swrt_s(needed));
    for (uint32_t i = 0; i < count; i++)
        args[i] = buffer + params[i].offset;
    return cudaSuccess;
}

static cudaError_t launch(CUfunction handle, const cudaLaunchConfig_t *config, void **args, void **extra) {
    const struct swrt_function *function = find(handle);
    if (!function)
        return cudaErrorInvalidResourceHandle;
    if (!extra)
        return cudaLaunchKernelExC(config, function->host, args);
    if (args)
        return swrt_because(cudaErrorInvalidValue, "parameters and a buffer of parameters");
    void **unpacked = malloc((function->kernel->num_params + 1) * sizeof *unpacked);
    if (!unpacked)
        return cudaErrorMemoryAllocation;
    cudaError_t error = unpack(function, extra, unpacked);
    if (!error)
        error = cudaLaunchKernelExC(config, function->host, unpacked);
    free(unpacked);
    return error;
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) {
    cudaLaunchConfig_t config = {.gridDim = {gridDimX, gridDimY, gridDimZ},
                                 .blockDim = {blockDimX, blockDimY, blockDimZ},
                                 .dynamicSmemBytes = sharedMemBytes,
                                 .stream = hStream};
    SWRT_CONTEXT_CALL(launch(f, &config, kernelParams, extra));
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                   unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) {
    cudaLaunchAttribute cooperative = {.id = cudaLaunchAttributeCooperative, .val.cooperative = 1};
    cudaLaunchConfig_t config = {.gridDim = {gridDimX, gridDimY, gridDimZ},
                                 .blockDim = {blockDimX, blockDimY, blockDimZ},
                                 .dynamicSmemBytes = sharedMemBytes,
                                 .stream = hStream,
                                 .attrs = &cooperative,
                                 .numAttrs = 1};
    SWRT_CONTEXT_CALL(launch(f, &config, kernelParams, NULL));
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "one structure by two names");

static cudaLaunchConfig_t runtime_config(const CUlaunchConfig *config) {
    return (cudaLaunchConfig_t){.gridDim = {config->gridDimX, config->gridDimY, config->gridDimZ},
                                .blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ},
                                .dynamicSmemBytes = config->sharedMemBytes,
                                .stream = config->hStream,
                                .attrs = (cudaLaunchAttribute *)config->attrs,
                                .numAttrs = config->numAttrs};
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra) {
    if (!config)
        SWRT_DRIVER_RESULT(CUDA_ERROR_INVALID_VALUE);
    cudaLaunchConfig_t same = runtime_config(config);
    SWRT_CONTEXT_CALL(launch(f, &same, kernelParams, extra));
}

/* ---- Occupancy ------------------------------------------------------------------------------------------------- */

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
    FOR_FUNCTION(func, cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, host, blockSize, dynamicSMemSize));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, int blockSize,
                                                              size_t dynamicSMemSize, unsigned int flags) {
    FOR_FUNCTION(func, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, host, blockSize,
                                                                              dynamicSMemSize, flags));
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, int numBlocks,
                                                 int blockSize) {
    FOR_FUNCTION(func, cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, host, numBlocks, blockSize));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const CUlaunchConfig *config) {
    if (!config)
        SWRT_DRIVER_RESULT(CUDA_ERROR_INVALID_VALUE);
    cudaLaunchConfig_t same = runtime_config(config);
    FOR_FUNCTION(func, cudaOccupancyMaxPotentialClusterSize(clusterSize, host, &same));
}

CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const CUlaunchConfig *config) {
    if (!config)
        SWRT_DRIVER_RESULT(CUDA_ERROR_INVALID_VALUE);
    cudaLaunchConfig_t same = runtime_config(config);
    FOR_FUNCTION(func, cudaOccupancyMaxActiveClusters(numClusters, host, &same));
}

/* The largest block among those that keep most threads on a multiprocessor. */
static cudaError_t potential(int *grid, int *block, const void *host, CUoccupancyB2DSize shared_of, size_t shared,
                             int limit, unsigned flags) {
    struct cudaFuncAttributes attributes;
    int best = 0, best_blocks = 0, most_threads = 0;
    if (!grid || !block)
        return cudaErrorInvalidValue;
    SWRT_TRY(cudaFuncGetAttributes(&attributes, host));
    const struct cudaDeviceProp *p = swrt_device_properties(swrt_current_device());
    if (limit <= 0 || limit > attributes.maxThreadsPerBlock)
        limit = attributes.maxThreadsPerBlock;
    for (int size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
        int blocks, threads = size < limit ? size : limit;
        size_t dynamic = shared_of ? shared_of(threads) : shared;
        SWRT_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, host, threads, dynamic, flags));
        if (blocks * threads <= most_threads)
            continue;
        most_threads = blocks * threads;
        best = threads;
        best_blocks = blocks;
    }
    *block = best;
    *grid = best_blocks * p->multiProcessorCount;
    return cudaSuccess;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
                                          int blockSizeLimit) {
    FOR_FUNCTION(
        func, potential(minGridSize, blockSize, host, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, 0));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) {
    FOR_FUNCTION(func, potential(minGridSize, blockSize, host, blockSizeToDynamicSMemSize, dynamicSMemSize,
                                 blockSizeLimit, flags));
}
