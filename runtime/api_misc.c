/* Versions, the profiler, names from before CUDA 4, and calls that have nothing to do on a CPU. */
#include "error.h"

static cudaError_t give_version(int *version) {
    if (!version) return cudaErrorInvalidValue;
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *driverVersion) {
    return swrt_fail(give_version(driverVersion));
}

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion) {
    return swrt_fail(give_version(runtimeVersion));
}

cudaError_t cudaProfilerStart(void) {
    return swrt_fail(swrt_check_device());
}

cudaError_t cudaProfilerStop(void) {
    return swrt_fail(swrt_check_device());
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return swrt_fail(swrt_check_device());
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                               enum cudaFlushGPUDirectRDMAWritesScope scope) {
    return swrt_fail(swrt_because(cudaErrorNotSupported, "there is no GPUDirect RDMA"));
}

/* Devices without double precision needed these conversions; a double is a double here. */
cudaError_t cudaSetDoubleForDevice(double *d) {
    return swrt_fail(d ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDoubleForHost(double *d) {
    return swrt_fail(d ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaThreadExit(void) {
    return cudaDeviceReset();
}

cudaError_t cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *pValue, enum cudaLimit limit) {
    return cudaDeviceGetLimit(pValue, limit);
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *pCacheConfig) {
    return cudaDeviceGetCacheConfig(pCacheConfig);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig) {
    return cudaDeviceSetCacheConfig(cacheConfig);
}
