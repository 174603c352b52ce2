/* The current and default memory pools of a place, for a type of allocation (CUDA 13's Runtime API, "Stream Ordered Memory
 * Allocator"). Only devices have pools here, of pinned memory: the same that cudaDeviceGetMemPool tells of. */
#include "memory/pool.h"
#include "report/error.h"

static cudaError_t check(const struct cudaMemLocation *location, enum cudaMemAllocationType type) {
    SWRT_TRY(swrt_check_device());
    if (!location || (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged) ||
        location->type < cudaMemLocationTypeDevice || location->type > cudaMemLocationTypeHostNumaCurrent)
        return cudaErrorInvalidValue;
    if (location->type == cudaMemLocationTypeDevice && type == cudaMemAllocationTypePinned)
        return cudaSuccess;
    return swrt_because(cudaErrorNotSupported,
                        "pools are of devices' pinned memory; this is type %d at location type %d", (int)type,
                        (int)location->type);
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type) {
    cudaError_t error = check(location, type);
    return error ? swrt_fail(error) : cudaDeviceGetDefaultMemPool(memPool, location->id);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type) {
    cudaError_t error = check(location, type);
    return error ? swrt_fail(error) : cudaDeviceGetMemPool(memPool, location->id);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t memPool) {
    cudaError_t error = check(location, type);
    return error ? swrt_fail(error) : cudaDeviceSetMemPool(location->id, memPool);
}
