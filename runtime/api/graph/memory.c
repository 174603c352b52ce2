/* Accounts of graphs' memory. CUDA Runtime API reference, cudaDeviceGetGraphMemAttribute. */
#include "device/device.h"
#include "graph/memory.h"
#include "report/error.h"
#include "stream/engine_internal.h"

cudaError_t cudaDeviceGraphMemTrim(int device) {
    if (!swrt_device_valid(device))
        return swrt_fail(cudaErrorInvalidDevice);
    swrt_graph_memory_trim(device);
    return swrt_fail(cudaSuccess);
}

static cudaError_t access_account(int device, enum cudaGraphMemAttributeType attr, const void *value,
                                  uint64_t **account) {
    SWRT_TRY(swrt_check_device());
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    *account = swrt_graph_memory_account(device, attr);
    return *account && value ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value) {
    uint64_t *account = NULL;
    SWRT_TRY(swrt_fail(access_account(device, attr, value, &account)));
    swrt_lock();
    *(uint64_t *)value = *account;
    swrt_unlock();
    return swrt_fail(cudaSuccess);
}

/* Peaks can be set back, to 0, which makes them the current amounts. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value) {
    uint64_t *account = NULL;
    SWRT_TRY(swrt_fail(access_account(device, attr, value, &account)));
    bool is_peak = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    if (!is_peak || *(const uint64_t *)value)
        return swrt_fail(cudaErrorInvalidValue);
    swrt_lock();
    *account = *swrt_graph_memory_account(device, attr == cudaGraphMemAttrUsedMemHigh
                                                      ? cudaGraphMemAttrUsedMemCurrent
                                                      : cudaGraphMemAttrReservedMemCurrent);
    swrt_unlock();
    return swrt_fail(cudaSuccess);
}
