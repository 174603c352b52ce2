/* Pools that processes share (CUDA Runtime API, "Stream Ordered Memory Allocator"; Programming Guide, "IPC Memory
 * Pools").
 *
 * Such a pool is a file without a name. Its descriptor is the shareable handle; an exported pointer says which part of
 * the file the allocation is. Parts are given out in ascending order and never twice: a file may have holes, and what
 * is freed becomes one. The first page says whose file it is.
 */
#include <string.h>

#include "device/device.h"
#include "ipc/ipc.h"
#include "memory/pool.h"
#include "os/file.h"
#include "report/error.h"

enum { FIRST = 4096, PART = 4096 };

struct head {
    char magic[8];
    int32_t device;
};
static const char magic[8] = "swrtpool";

static cudaError_t start_file(cudaMemPool_t pool) {
    struct head head = {.device = pool->device};
    memcpy(head.magic, magic, sizeof magic);
    pool->file = swrt_file_make(FIRST);
    pool->shared = pool->file >= 0;
    pool->end = FIRST;
    return pool->shared && swrt_file_write_at(pool->file, &head, sizeof head, 0) ? cudaSuccess
                                                                                 : cudaErrorOperatingSystem;
}

cudaError_t swrt_pool_create_shared(cudaMemPool_t *out, int device) {
    cudaMemPool_t pool = swrt_pool_new(device);
    if (!pool)
        return cudaErrorMemoryAllocation;
    cudaError_t error = start_file(pool);
    if (error)
        cudaMemPoolDestroy(pool);
    else
        *out = pool;
    return error;
}

void *swrt_pool_shared_alloc(cudaMemPool_t pool, size_t bytes) {
    struct swrt_file_facts facts;
    if (!swrt_memory_fits(bytes, swrt_memory_allocated()))
        return NULL;
    uint64_t size = (bytes + PART - 1) / PART * PART, offset = atomic_fetch_add(&pool->end, size);
    /* Another thread may have made it longer meanwhile; a file is never made shorter. */
    while (swrt_file_describe(pool->file, &facts) && facts.bytes < offset + size)
        if (!swrt_file_resize(pool->file, pool->end))
            return NULL;
    return swrt_memory_map(pool->file, offset, bytes, pool->device, swrt_pool_number(pool), true);
}

static cudaError_t check_handle(cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned flags) {
    if (flags)
        return cudaErrorInvalidValue;
    if (type != cudaMemHandleTypePosixFileDescriptor)
        return swrt_because(cudaErrorInvalidValue, "only file descriptors share a pool");
    if (!pool)
        return cudaSuccess;
    SWRT_TRY(swrt_pool_check(pool));
    return pool->shared && !pool->imported
               ? cudaSuccess
               : swrt_because(cudaErrorInvalidValue, "the pool was not created here with that handle type");
}

static cudaError_t export_pool(int *file, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!file || !pool)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_handle(pool, type, flags));
    int copy = swrt_file_copy(pool->file);
    if (copy < 0)
        return cudaErrorOperatingSystem;
    *file = copy;
    return cudaSuccess;
}

cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType, unsigned int flags) {
    return swrt_fail(export_pool(shareableHandle, memPool, handleType, flags));
}

static cudaError_t import_pool(cudaMemPool_t *out, int file, enum cudaMemAllocationHandleType type, unsigned flags) {
    struct head head;
    SWRT_TRY(swrt_check_device());
    if (!out)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_handle(NULL, type, flags));
    if (!swrt_file_read_at(file, &head, sizeof head, 0) || memcmp(head.magic, magic, sizeof magic))
        return swrt_because(cudaErrorInvalidValue, "file %d is not a pool", file);
    int copy = swrt_file_copy(file);
    cudaMemPool_t pool = copy < 0 ? NULL
                                  : swrt_pool_new(swrt_device_valid(head.device) ? head.device : swrt_current_device());
    if (!pool) {
        if (copy >= 0)
            swrt_file_close(copy);
        return cudaErrorMemoryAllocation;
    }
    pool->file = copy;
    pool->shared = pool->imported = true;
    *out = pool;
    return cudaSuccess;
}

/* The caller's descriptor stays his, to be closed by him. */
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType, unsigned int flags) {
    return swrt_fail(import_pool(memPool, (int)(intptr_t)shareableHandle, handleType, flags));
}

static cudaError_t export_pointer(struct swrt_ipc_handle *handle, const void *address) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!handle)
        return cudaErrorInvalidValue;
    cudaMemPool_t pool = swrt_memory_find(address, &found) == SWRT_MEMORY_DEVICE && found.base == address
                             ? swrt_pool_at(found.flags)
                             : NULL;
    if (!pool || !pool->shared || pool->imported)
        return swrt_because(cudaErrorInvalidValue, "%p is not an allocation of a pool that can be shared", address);
    if (!swrt_ipc_name(handle, SWRT_IPC_POOL, pool->file))
        return cudaErrorOperatingSystem;
    handle->offset = swrt_memory_file_offset(address);
    handle->bytes = found.bytes;
    handle->device = pool->device;
    swrt_ipc_seal(handle);
    return cudaSuccess;
}

_Static_assert(sizeof(struct swrt_ipc_handle) == sizeof(struct cudaMemPoolPtrExportData), "as large as CUDA's");

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr) {
    return swrt_fail(export_pointer((struct swrt_ipc_handle *)exportData, ptr));
}

static cudaError_t import_pointer(void **out, cudaMemPool_t pool, const struct swrt_ipc_handle *handle) {
    struct swrt_file_facts facts;
    SWRT_TRY(swrt_pool_check(pool));
    if (!out || !handle)
        return cudaErrorInvalidValue;
    if (!pool->imported)
        return swrt_because(cudaErrorInvalidValue, "the pool was not imported");
    SWRT_TRY(swrt_ipc_check(handle, SWRT_IPC_POOL));
    if (!swrt_file_describe(pool->file, &facts) || facts.inode != handle->inode)
        return swrt_because(cudaErrorInvalidValue, "the pointer is of another pool");
    void *address = swrt_memory_map(pool->file, handle->offset, handle->bytes, pool->device, swrt_pool_number(pool),
                                    false);
    if (!address)
        return cudaErrorMemoryAllocation;
    swrt_pool_count(pool, handle->bytes, false);
    *out = address;
    return cudaSuccess;
}

/* The importer frees it like an allocation of its own; the memory stays the exporter's. */
cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool, struct cudaMemPoolPtrExportData *exportData) {
    return swrt_fail(import_pointer(ptr, memPool, (const struct swrt_ipc_handle *)exportData));
}
