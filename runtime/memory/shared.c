/* Device memory that other processes map (cudaIpcGetMemHandle).
 *
 * Ordinary device memory is private: it gets huge pages, and costs nothing more than it must. Only a span that is
 * exported becomes pages of a file, in place, when its first handle is made; small allocations take the slab that they
 * lie in along, as they do on a GPU. The file's pages lie under the same addresses afterwards.
 */

#include "base/plural.h"
#include "check/check.h"
#include "ipc/ipc.h"
#include "memory/internal.h"
#include "os/file.h"
#include "report/error.h"
#include "stream/verifier.h"

/* Only when all is in the file the addresses change over to it. Kernels may be running on it. */
static bool move_to_file(struct swrt_span *span, int file) {
    if (swrt_verifier)
        swrt_verifier->forget(span->base);
    span->serial = 0;
    swrt_memory_changed();
    if (!swrt_memory_hold(span->base, span->mapped_bytes))
        return false;
    bool moved = swrt_file_write_at(file, span->base, span->mapped_bytes, 0) &&
                 swrt_region_map_file(span->base, span->mapped_bytes, file, 0, true);
    swrt_memory_let_go(span->base, span->mapped_bytes);
    return moved;
}

static cudaError_t make_shared(struct swrt_span *span) {
    int file = swrt_file_make(span->mapped_bytes);
    if (file < 0)
        return swrt_because(cudaErrorMemoryAllocation, "no file for %zu byte%s", span->mapped_bytes,
                            swrt_s(span->mapped_bytes));
    if (!move_to_file(span, file)) {
        swrt_file_close(file);
        return cudaErrorMemoryAllocation;
    }
    span->shared = true;
    span->file = file;
    return cudaSuccess;
}

/* With the lock held. */
static cudaError_t share(const void *address, struct swrt_ipc_handle *handle) {
    struct swrt_span *span;
    const struct swrt_slot *slot = swrt_span_slot(address, &span);
    if (!slot || slot->kind != SWRT_MEMORY_DEVICE || span->foreign || slot->flags)
        return swrt_because(cudaErrorInvalidValue, "%p is not an allocation of cudaMalloc", address);
    if (!span->shared)
        SWRT_TRY(make_shared(span));
    if (!swrt_ipc_name(handle, SWRT_IPC_MEMORY, span->file))
        return cudaErrorMemoryAllocation;
    handle->offset = (size_t)(slot - span->slots) * span->slot_bytes;
    handle->bytes = slot->bytes;
    handle->device = slot->device;
    swrt_ipc_seal(handle);
    return cudaSuccess;
}

cudaError_t swrt_memory_share(const void *address, struct swrt_ipc_handle *handle) {
    if (swrt_verifier)
        swrt_verifier->memory_changes(true);
    swrt_mutex_lock(&swrt_memory_lock);
    cudaError_t error = share(address, handle);
    swrt_mutex_unlock(&swrt_memory_lock);
    if (swrt_verifier)
        swrt_verifier->memory_changes(false);
    return error;
}

/* Whole pages are mapped; a small allocation begins inside the first of them. */
void *swrt_memory_import(int file, const struct swrt_ipc_handle *handle, int device) {
    size_t inside = handle->offset % 4096;
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_span_import(file, handle->offset - inside, inside + handle->bytes, device, 0);
    swrt_mutex_unlock(&swrt_memory_lock);
    return span ? span->base + inside : NULL;
}

void swrt_memory_unimport(void *address) {
    swrt_check_free_begins();
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_region_owner(address);
    if (span && span->foreign && !span->reservation)
        swrt_span_unimport(span);
    swrt_mutex_unlock(&swrt_memory_lock);
    swrt_check_free_ends();
}

/* An allocation like others, but for where its pages are from. The mapping holds them; the file need not stay open. */
void *swrt_memory_map(int file, size_t offset, size_t bytes, int device, unsigned flags, bool owner) {
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_span_import(file, offset, bytes, device, flags);
    if (span) {
        span->foreign = false;
        span->file = -1;
        span->owns_pages = owner;
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return span ? span->base : NULL;
}

size_t swrt_memory_file_offset(const void *address) {
    swrt_mutex_lock(&swrt_memory_lock);
    const struct swrt_span *span = swrt_region_owner(address);
    size_t offset = span->file_offset;
    swrt_mutex_unlock(&swrt_memory_lock);
    return offset;
}
