/* cudaDeviceSetLimit and cudaDeviceGetLimit (CUDA Runtime API, "Device Management"). */
#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"

#define LARGEST_STACK ((size_t)512 << 10) /* bytes of local memory a thread of CUDA can have */

static cudaError_t set_limit(enum cudaLimit limit, size_t value) {
    SWRT_TRY(swrt_check_device());
    if (!swrt_device_has_limit(limit))
        return swrt_because(cudaErrorInvalidValue, "there is no limit %d", (int)limit);
    if (limit == cudaLimitDevRuntimeSyncDepth)
        return cudaErrorUnsupportedLimit;
    if (limit == cudaLimitMallocHeapSize && swrt_heap_in_use(swrt_current_device()))
        return swrt_because(cudaErrorInvalidValue, "kernels have allocated from the heap already");
    if (limit == cudaLimitStackSize && value > LARGEST_STACK)
        return swrt_because(cudaErrorInvalidValue, "a stack of %zu byte%s; at most %zu", value, swrt_s(value),
                            LARGEST_STACK);
    if (limit == cudaLimitMaxL2FetchGranularity && value > 128)
        return swrt_because(cudaErrorInvalidValue, "a granularity of %zu byte%s; at most 128", value, swrt_s(value));
    swrt_device_set_limit(swrt_current_device(), limit, value);
    return cudaSuccess;
}

static cudaError_t get_limit(size_t *value, enum cudaLimit limit) {
    SWRT_TRY(swrt_check_device());
    if (!value || !swrt_device_has_limit(limit))
        return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth)
        return cudaErrorUnsupportedLimit;
    *value = swrt_device_limit(swrt_current_device(), limit);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    return swrt_fail(set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit) {
    return swrt_fail(get_limit(pValue, limit));
}
