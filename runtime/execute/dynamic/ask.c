/* What device code asks about devices and kernels. */
#include <string.h>

#include "device/device.h"
#include "execute/dynamic/family.h"
#include "module/registry.h"

static int device_of(const struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    return slot->grid->device;
}

cudaError_t swrt_device_attribute_of(struct swrt_block *block, uint64_t *word) {
    int value = 0, device = (int)word[1];
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    cudaError_t error = swrt_device_attribute(&value, (enum cudaDeviceAttr)word[0], device);
    word[2] = (uint64_t)(int64_t)value;
    return error;
}

cudaError_t swrt_device_limit_of(struct swrt_block *block, uint64_t *word) {
    enum cudaLimit limit = (enum cudaLimit)word[0];
    if (!swrt_device_has_limit(limit))
        return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth)
        return cudaErrorUnsupportedLimit;
    word[1] = swrt_device_limit(device_of(block), limit);
    return cudaSuccess;
}

cudaError_t swrt_device_devices(struct swrt_block *block, uint64_t *word) {
    word[0] = (uint64_t)device_of(block);
    word[1] = (uint64_t)swrt_device_count();
    return cudaSuccess;
}

cudaError_t swrt_device_function_of(struct swrt_block *block, uint64_t *word) {
    struct swrt_function function;
    struct cudaFuncAttributes attributes;
    if (!swrt_device_function(block, word[0], &function))
        return cudaErrorInvalidDeviceFunction;
    swrt_function_attributes(&attributes, &function);
    memcpy((void *)(uintptr_t)word[1], &attributes, sizeof attributes);
    return cudaSuccess;
}

cudaError_t swrt_device_occupancy(struct swrt_block *block, uint64_t *word) {
    struct swrt_function function;
    if (!swrt_device_function(block, word[0], &function))
        return cudaErrorInvalidDeviceFunction;
    word[3] = swrt_occupancy_blocks(&function, (unsigned)word[1], word[2]);
    return cudaSuccess;
}
