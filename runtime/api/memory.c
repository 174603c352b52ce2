/* Allocating and freeing device, managed and pinned memory (CUDA Runtime API, "Memory Management").
 *
 * As on a GPU, an allocation of no bytes is a null pointer, and freeing waits for the work that may use the memory.
 */
#include "base/plural.h"
#include "check/check.h"
#include "device/device.h"
#include "graph/capture.h"
#include "graph/memory.h"
#include "memory/memory.h"
#include "memory/pool.h"
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine.h"
#include "verify/verify.h"

#define PITCH_UNIT ((size_t)512)
#define HOST_ALLOC_FLAGS (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)

static cudaError_t allocate(void **out, size_t bytes, enum swrt_memory_kind kind, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!out)
        return swrt_because(cudaErrorInvalidValue, "nowhere to put the pointer");
    SWRT_TRY(swrt_capture_unsafe());
    *out = bytes ? swrt_memory_alloc(bytes, kind, swrt_current_device(), flags) : NULL;
    if (*out && kind == SWRT_MEMORY_MANAGED)
        swrt_advice_forget(*out, bytes); /* what was there before a cudaDeviceReset */
    swrt_memory_touch(*out, bytes);
    if (*out || !bytes)
        return cudaSuccess;
    return swrt_because(cudaErrorMemoryAllocation, "%zu byte%s; %zu of %zu are left", bytes, swrt_s(bytes),
                        swrt_memory_left(swrt_memory_allocated()), swrt_memory_total());
}

cudaError_t cudaMalloc(void **devPtr, size_t size) {
    return swrt_fail(allocate(devPtr, size, SWRT_MEMORY_DEVICE, 0));
}

/* Of no bytes it is a null pointer, not the error that CUDA's reference has, whatever the flags (H100, driver 580). */
static cudaError_t allocate_managed(void **out, size_t bytes, unsigned flags) {
    if (bytes && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return swrt_because(cudaErrorInvalidValue, "flags are %u", flags);
    return allocate(out, bytes, SWRT_MEMORY_MANAGED, flags);
}

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags) {
    return swrt_fail(allocate_managed(devPtr, size, flags));
}

static cudaError_t allocate_host(void **out, size_t bytes, unsigned flags) {
    if (flags & ~(unsigned)HOST_ALLOC_FLAGS)
        return swrt_because(cudaErrorInvalidValue, "flags are %u", flags);
    return allocate(out, bytes, SWRT_MEMORY_HOST, flags | cudaHostAllocMapped);
}

cudaError_t cudaMallocHost(void **ptr, size_t size) {
    return swrt_fail(allocate_host(ptr, size, cudaHostAllocDefault));
}

cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags) {
    return swrt_fail(allocate_host(pHost, size, flags));
}

/* Rows start at multiples of 512 bytes. */
static cudaError_t allocate_pitched(void **out, size_t *pitch, size_t width, size_t rows) {
    size_t bytes;
    if (!out || !pitch)
        return cudaErrorInvalidValue;
    *pitch = width && rows ? (width + PITCH_UNIT - 1) / PITCH_UNIT * PITCH_UNIT : 0;
    if ((width && rows && *pitch < width) || __builtin_mul_overflow(*pitch, rows, &bytes))
        return swrt_because(cudaErrorInvalidValue, "%zu row%s of %zu byte%s", rows, swrt_s(rows), width, swrt_s(width));
    return allocate(out, bytes, SWRT_MEMORY_DEVICE, 0);
}

cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height) {
    return swrt_fail(allocate_pitched(devPtr, pitch, width, height));
}

static cudaError_t allocate_3d(struct cudaPitchedPtr *out, struct cudaExtent extent) {
    size_t rows;
    if (!out || __builtin_mul_overflow(extent.height, extent.depth, &rows))
        return cudaErrorInvalidValue;
    SWRT_TRY(allocate_pitched(&out->ptr, &out->pitch, extent.width, rows));
    out->xsize = extent.width;
    out->ysize = extent.height;
    return cudaSuccess;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent) {
    return swrt_fail(allocate_3d(pitchedDevPtr, extent));
}

static cudaError_t say_why_not_freed(const void *address, const struct swrt_allocation *found) {
    static const char *const owners[] = {[SWRT_MEMORY_DEVICE] = "device memory, which cudaFree or cudaFreeAsync frees",
                                         [SWRT_MEMORY_MANAGED] = "managed memory, which cudaFree frees",
                                         [SWRT_MEMORY_HOST] = "page-locked memory, which cudaFreeHost frees",
                                         [SWRT_MEMORY_REGISTERED] = "registered, which cudaHostUnregister ends",
                                         [SWRT_MEMORY_RETIRED] = "freed already, by cudaFreeAsync",
                                         [SWRT_MEMORY_INVALID] = NULL};
    char text[160];
    bool is_told = swrt_verbose() || swrt_check_is_on();
    if (is_told && found->base && found->base != address)
        return swrt_because(cudaErrorInvalidValue, "%p is inside the %zu-byte allocation at %p, not its start", address,
                            found->bytes, (void *)found->base);
    if (is_told && found->base && owners[found->kind])
        return swrt_because(cudaErrorInvalidValue, "the %zu-byte allocation at %p is %s", found->bytes, address,
                            owners[found->kind]);
    if (is_told && swrt_memory_describe(address, text, sizeof text))
        return swrt_because(cudaErrorInvalidValue, "%s", text);
    return swrt_because(cudaErrorInvalidValue, "%p is no allocation that this call frees", address);
}

cudaError_t swrt_refuse_to_free(const void *address, const struct swrt_allocation *found) {
    return swrt_about_memory(address, say_why_not_freed(address, found));
}

static cudaError_t release(void *address, enum swrt_memory_kind kind, enum swrt_memory_kind other_kind) {
    struct swrt_allocation found;
    cudaError_t error;
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_capture_unsafe());
    if (!address)
        return cudaSuccess;
    enum swrt_memory_kind is = swrt_memory_find(address, &found);
    if ((is != kind && is != other_kind) || found.base != address)
        return swrt_refuse_to_free(address, &found);
    SWRT_TRY(swrt_devices_wait());
    if (swrt_graph_memory_free(address, &error))
        return error;
    swrt_verify_memory_changes(true);
    bool is_freed = swrt_memory_free(address, kind, other_kind);
    swrt_verify_memory_changes(false);
    if (!is_freed)
        return swrt_refuse_to_free(address, &found);
    if (is == SWRT_MEMORY_DEVICE) {
        swrt_pool_note_given_back(&found);
        swrt_pool_note_freed(&found);
    }
    if (is == SWRT_MEMORY_MANAGED)
        swrt_advice_forget(address, found.bytes);
    return cudaSuccess;
}

cudaError_t cudaFree(void *devPtr) {
    return swrt_fail(release(devPtr, SWRT_MEMORY_DEVICE, SWRT_MEMORY_MANAGED));
}

cudaError_t cudaFreeHost(void *ptr) {
    return swrt_fail(release(ptr, SWRT_MEMORY_HOST, SWRT_MEMORY_HOST));
}

static cudaError_t get_info(size_t *left, size_t *total) {
    SWRT_TRY(swrt_check_device());
    if (left)
        *left = swrt_memory_left(swrt_memory_allocated());
    if (total)
        *total = swrt_memory_total();
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    return swrt_fail(get_info(free, total));
}
