/* Versions, the profiler, and calls that have nothing to do on a CPU. */
#include "report/error.h"

static cudaError_t give_version(int *version) {
    if (!version)
        return cudaErrorInvalidValue;
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
