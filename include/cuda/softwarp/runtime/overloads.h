/* C++ forms of softwarp/runtime/parts.h, and CUDA 13's signatures beside CUDA 12's. Included by cuda_runtime.h.
 *
 * Functions whose parameters CUDA 13 has changed keep CUDA 12's as the C function; the others are overloads.
 */
#ifndef SOFTWARP_RUNTIME_OVERLOADS_H
#define SOFTWARP_RUNTIME_OVERLOADS_H

#ifdef __cplusplus

#include "../../cuda_runtime_api.h"

#if defined(__GNUC__)
#pragma GCC system_header
#endif

/* ---- Places instead of device numbers -------------------------------------------------------------------------- */

static inline cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
                                               unsigned int flags, cudaStream_t stream = 0) {
    return ::cudaMemPrefetchAsync_v2(devPtr, count, location, flags, stream);
}

static inline cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location) {
    return ::cudaMemAdvise_v2(devPtr, count, advice, location);
}

/* ---- Batches: CUDA 13 has no failIdx ----------------------------------------------------------------------------- */

static inline cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes,
                                               size_t count, struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs,
                                               size_t numAttrs, cudaStream_t stream) {
    return ::cudaMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, (size_t *)0, stream);
}

static inline cudaError_t cudaMemcpyBatchAsync(const void **dsts, const void **srcs, const size_t *sizes, size_t count,
                                               struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                                               cudaStream_t stream) {
    return ::cudaMemcpyBatchAsync((void *const *)dsts, (const void *const *)srcs, sizes, count, attrs, attrsIdxs,
                                  numAttrs, (size_t *)0, stream);
}

/* One set of attributes for all copies. */
static inline cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes,
                                               size_t count, struct cudaMemcpyAttributes attr, cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemcpyBatchAsync(dsts, srcs, sizes, count, &attr, &first, 1, (size_t *)0, stream);
}

static inline cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList,
                                                 unsigned long long flags, cudaStream_t stream) {
    return ::cudaMemcpy3DBatchAsync(numOps, opList, (size_t *)0, flags, stream);
}

/* One place for all ranges. */
static inline cudaError_t cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                                    struct cudaMemLocation location, unsigned long long flags,
                                                    cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemPrefetchBatchAsync(dptrs, sizes, count, &location, &first, 1, flags, stream);
}

static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                                              struct cudaMemLocation location,
                                                              unsigned long long flags, cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, &location, &first, 1, flags, stream);
}

/* ---- Kernels by their name, not by an address -------------------------------------------------------------------- */

template <class T_> static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, T_ *symbol) {
    return ::cudaGetFuncBySymbol(functionPtr, (const void *)symbol);
}

template <class T_> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, T_ *entry) {
    return ::cudaGetKernel(kernelPtr, (const void *)entry);
}

template <class T_>
static inline cudaError_t cudaFuncGetParamInfo(T_ *func, size_t index, size_t *offset, size_t *size) {
    return ::cudaFuncGetParamInfo((const void *)func, index, offset, size);
}

template <class T_>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T_ *func,
                                                               const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

template <class T_>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T_ *func, const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

#if __cplusplus >= 201103L
/* By handle nothing is known of the parameters: the arguments are passed as they are. */
template <typename... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, cudaKernel_t kernel,
                                             Arguments... arguments) {
    void *addresses[] = {(void *)&arguments..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
}
#endif

template <class T_>
static inline cudaError_t cudaLibraryGetGlobal(T_ **dptr, size_t *bytes, cudaLibrary_t library, const char *name) {
    return ::cudaLibraryGetGlobal((void **)(void *)dptr, bytes, library, name);
}

template <class T_>
static inline cudaError_t cudaLibraryGetManaged(T_ **dptr, size_t *bytes, cudaLibrary_t library, const char *name) {
    return ::cudaLibraryGetManaged((void **)(void *)dptr, bytes, library, name);
}

template <class T_>
static inline cudaError_t cudaLibraryGetUnifiedFunction(T_ **fptr, cudaLibrary_t library, const char *symbol) {
    return ::cudaLibraryGetUnifiedFunction((void **)(void *)fptr, library, symbol);
}

/* ---- Launches before CUDA 7: cudaConfigureCall, one cudaSetupArgument a parameter, cudaLaunch -------------------- */

template <class T_> static inline cudaError_t cudaSetupArgument(T_ arg, size_t offset) {
    return ::cudaSetupArgument((const void *)&arg, sizeof(T_), offset);
}

template <class T_> static inline cudaError_t cudaLaunch(T_ *func) {
    return ::cudaLaunch((const void *)func);
}

#endif
#endif
