/* What CUDA has removed and old programs still call: launches in three steps (until CUDA 9), the profiler's files,
 * names from before CUDA 4, and conversions for devices without double precision. */
#include <stdlib.h>
#include <string.h>

#include "execute/launch.h"
#include "module/registry.h"
#include "report/error.h"

enum { MOST_BYTES = 32764 }; /* of arguments, since compute capability 7.0 */

/* What cudaConfigureCall and cudaSetupArgument have said, until cudaLaunch; they nest. */
struct swrt_launch_in_steps {
    struct swrt_launch_in_steps *outer;
    struct swrt_launch launch;
    char arguments[MOST_BYTES];
};

static cudaError_t configure(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    SWRT_TRY(swrt_check_device());
    struct swrt_launch_in_steps *call = calloc(1, sizeof *call);
    if (!call)
        return cudaErrorMemoryAllocation;
    struct swrt_thread *self = swrt_self_noted();
    call->outer = self->in_steps;
    call->launch = (struct swrt_launch){NULL, grid, block, NULL, shared, stream, .cooperative = false};
    self->in_steps = call;
    return cudaSuccess;
}

cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, cudaStream_t stream) {
    return swrt_fail(configure(gridDim, blockDim, sharedMem, stream));
}

static cudaError_t set_argument(const void *argument, size_t size, size_t offset) {
    struct swrt_launch_in_steps *call = swrt_self()->in_steps;
    if (!call)
        return cudaErrorMissingConfiguration;
    if (!argument || size > MOST_BYTES || offset > MOST_BYTES - size)
        return cudaErrorInvalidValue;
    memcpy(call->arguments + offset, argument, size);
    return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset) {
    return swrt_fail(set_argument(arg, size, offset));
}

/* The arguments lie where the kernel's parameters do. */
static cudaError_t launch(struct swrt_launch_in_steps *call, const void *func) {
    const struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    const struct swrt_kernel *kernel = function->kernel;
    const struct swrt_param *params = kernel->params;
    void **addresses = calloc(kernel->num_params + 1, sizeof *addresses);
    if (!addresses)
        return cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < kernel->num_params; i++)
        addresses[i] = call->arguments + params[i].offset;
    call->launch.function = func;
    call->launch.args = addresses;
    cudaError_t error = swrt_launch(&call->launch);
    free(addresses);
    return error;
}

cudaError_t cudaLaunch(const void *func) {
    struct swrt_launch_in_steps *call = swrt_self()->in_steps;
    if (!call)
        return swrt_fail(cudaErrorMissingConfiguration);
    swrt_self_noted()->in_steps = call->outer;
    cudaError_t error = launch(call, func);
    free(call);
    return swrt_fail(error);
}

cudaError_t cudaProfilerInitialize(const char *configFile, const char *outputFile, cudaOutputMode_t outputMode) {
    if (outputMode != cudaKeyValuePair && outputMode != cudaCSV)
        return swrt_fail(cudaErrorInvalidValue);
    return swrt_fail(swrt_check_device());
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
