/* Sharing pools between processes (CUDA Runtime API, "Stream Ordered Memory Allocator"). Pools keep accounts only, and no
 * memory of their own that another process could map, so none can be shared; cudaMemPoolCreate refuses handle types. */
#include "error.h"

static cudaError_t refuse(const void *pool_or_pointer) {
    SWRT_TRY(swrt_check_device());
    if (!pool_or_pointer) return cudaErrorInvalidValue;
    return swrt_because(cudaErrorNotSupported, "pools cannot be shared between processes");
}

cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType, unsigned int flags) {
    return swrt_fail(refuse(shareableHandle));
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType, unsigned int flags) {
    return swrt_fail(refuse(memPool));
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr) {
    return swrt_fail(refuse(exportData));
}

cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool, struct cudaMemPoolPtrExportData *exportData) {
    return swrt_fail(refuse(ptr));
}
