/* The C++ side of the runtime API (CUDA Runtime API reference, "C++ API Routines"): typed forms over the C functions,
 * so that programs need no casts. Included by cuda_runtime.h; host only. The :: before each name picks the C
 * function.
 */
#ifndef SOFTWARP_RUNTIME_TEMPLATES_H
#define SOFTWARP_RUNTIME_TEMPLATES_H

#ifdef __cplusplus

#include "../../cuda_runtime_api.h"

#if defined(__GNUC__)
#pragma GCC system_header
#endif

/* ---- Memory ------------------------------------------------------------------------------------------------- */

template <class T_> static inline cudaError_t cudaMalloc(T_ **devPtr, size_t size) {
    return ::cudaMalloc((void **)(void *)devPtr, size);
}

template <class T_> static inline cudaError_t cudaMallocHost(T_ **ptr, size_t size, unsigned int flags = 0) {
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T_> static inline cudaError_t cudaHostAlloc(T_ **ptr, size_t size, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T_>
static inline cudaError_t cudaHostGetDevicePointer(T_ **pDevice, void *pHost, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}

template <class T_>
static inline cudaError_t cudaMallocManaged(T_ **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}

template <class T_>
static inline cudaError_t cudaMallocPitch(T_ **devPtr, size_t *pitch, size_t width, size_t height) {
    return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}

template <class T_> static inline cudaError_t cudaMallocAsync(T_ **ptr, size_t size, cudaStream_t stream) {
    return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <class T_>
static inline cudaError_t cudaMallocAsync(T_ **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}

template <class T_>
static inline cudaError_t cudaMallocFromPoolAsync(T_ **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}

template <class T_>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T_ *devPtr, size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
    return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return ::cudaEventCreateWithFlags(event, flags);
}

/* ---- Symbols: the address of the host's shadow variable names the device variable ------------------------------ */

template <class T_>
static inline cudaError_t cudaMemcpyToSymbol(const T_ &symbol, const void *src, size_t count, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T_ &symbol, const void *src, size_t count, size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class T_>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T_ &symbol, size_t count, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T_ &symbol, size_t count, size_t offset = 0,
                                                    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

template <class T_> static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T_ &symbol) {
    return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class T_> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T_ &symbol) {
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

/* ---- Kernels ------------------------------------------------------------------------------------------------ */

template <class T_>
static inline cudaError_t cudaLaunchKernel(T_ *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0,
                                           cudaStream_t stream = 0) {
    return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

template <class T_>
static inline cudaError_t cudaLaunchCooperativeKernel(T_ *func, dim3 gridDim, dim3 blockDim, void **args,
                                                      size_t sharedMem = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

template <class T_>
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, T_ *func, void **args) {
    return ::cudaLaunchKernelExC(config, (const void *)func, args);
}

#if __cplusplus >= 201103L
/* Converts each argument to its parameter's type, as <<< >>> does. */
template <typename... Parameters, typename... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                             Arguments &&...arguments) {
    return [&](Parameters... converted) {
        void *addresses[] = {(void *)&converted..., nullptr};
        return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
    }(static_cast<Arguments &&>(arguments)...);
}
#endif

template <class T_> static inline cudaError_t cudaFuncSetCacheConfig(T_ *func, enum cudaFuncCache cacheConfig) {
    return ::cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}

template <class T_> static inline cudaError_t cudaFuncSetSharedMemConfig(T_ *func, enum cudaSharedMemConfig config) {
    return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}

template <class T_> static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T_ *entry) {
    return ::cudaFuncGetAttributes(attr, (const void *)entry);
}

template <class T_> static inline cudaError_t cudaFuncSetAttribute(T_ *func, enum cudaFuncAttribute attr, int value) {
    return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class T_> static inline cudaError_t cudaFuncGetName(const char **name, T_ *func) {
    return ::cudaFuncGetName(name, (const void *)func);
}

/* ---- Occupancy ---------------------------------------------------------------------------------------------- */

template <class T_>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T_ func, int blockSize,
                                                                        size_t dynamicSMemSize) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
                                                                    dynamicSMemSize, cudaOccupancyDefault);
}

template <class T_>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T_ func, int blockSize,
                                                                                 size_t dynamicSMemSize,
                                                                                 unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
                                                                    dynamicSMemSize, flags);
}

template <class T_>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T_ *func, int numBlocks,
                                                                    int blockSize) {
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks, blockSize);
}

/* The block size that keeps most threads resident: every multiple of the warp size is asked for, the largest first, so
 * that of equals the largest wins. bytesOf(blockSize): the block's dynamic shared memory. Device code may ask, too. */
#define SWRT_OF_BOTH static inline __host__ __device__
template <class BytesOf, class T_>
SWRT_OF_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize,
                                                                                  T_ func, BytesOf bytesOf,
                                                                                  int blockSizeLimit = 0,
                                                                                  unsigned int flags = 0) {
    int device = 0, processors = 0, warp = 32, best = 0;
    struct cudaFuncAttributes attributes;
    cudaError_t error;
    if (!minGridSize || !blockSize || !func) return cudaErrorInvalidValue;
    if ((error = ::cudaGetDevice(&device)) != cudaSuccess) return error;
    error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess) return error;
    if ((error = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device)) != cudaSuccess) return error;
    if ((error = ::cudaFuncGetAttributes(&attributes, (const void *)func)) != cudaSuccess) return error;

    int limit = attributes.maxThreadsPerBlock;
    if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
    *minGridSize = *blockSize = 0;
    for (int rounded = (limit + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
        int size = rounded < limit ? rounded : limit, blocks = 0;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)func, size,
                                                                         bytesOf(size), flags);
        if (error != cudaSuccess) return error;
        if (blocks * size > best) {
            best = blocks * size;
            *blockSize = size;
            *minGridSize = blocks * processors;
        }
    }
    return cudaSuccess;
}

template <class BytesOf, class T_>
SWRT_OF_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T_ func,
                                                                         BytesOf bytesOf, int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, bytesOf,
                                                                   blockSizeLimit, cudaOccupancyDefault);
}

struct swrt_same_bytes {
    size_t bytes;
    __host__ __device__ size_t operator()(int) const { return bytes; }
};

template <class T_>
SWRT_OF_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T_ func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0, unsigned int flags = 0) {
    swrt_same_bytes bytesOf = {dynamicSMemSize};
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, bytesOf,
                                                                   blockSizeLimit, flags);
}

template <class T_>
SWRT_OF_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T_ func,
                                                             size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit,
                                                       cudaOccupancyDefault);
}
#undef SWRT_OF_BOTH

#include "../graph/templates.h"

#endif
#endif
