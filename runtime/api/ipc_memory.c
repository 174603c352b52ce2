/* Device memory between processes (CUDA Runtime API and Driver API, "Device Management": cudaIpc*, cuIpc*). */
#include <stdlib.h>
#include <string.h>

#include "device/context.h"
#include "device/device.h"
#include "ipc/ipc.h"
#include "memory/memory.h"
#include "os/file.h"
#include "os/thread/lock.h"
#include "report/error.h"
#include "stream/engine.h"

/* What this process has opened: opening it once more gives the same address. */
struct opened {
    struct swrt_ipc_handle handle;
    void *address;
    int device;
    unsigned count;
    struct opened *next;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct opened *all;

static cudaError_t get_handle(struct swrt_ipc_handle *handle, void *address) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!handle || swrt_memory_find(address, &found) != SWRT_MEMORY_DEVICE)
        return swrt_because(cudaErrorInvalidValue, "%p is not device memory", address);
    return swrt_memory_share(address, handle);
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr) {
    return swrt_fail(get_handle((struct swrt_ipc_handle *)handle, devPtr));
}

/* With the lock held. */
static cudaError_t map(const struct swrt_ipc_handle *handle, struct opened *opened) {
    int file, device = swrt_current_device();
    SWRT_TRY(swrt_ipc_open(handle, SWRT_IPC_MEMORY, &file));
    void *address = swrt_memory_import(file, handle, device);
    if (!address) {
        swrt_file_close(file);
        return cudaErrorMapBufferObjectFailed;
    }
    *opened = (struct opened){*handle, address, device, 1, all};
    all = opened;
    return cudaSuccess;
}

static cudaError_t open_handle(void **address, const struct swrt_ipc_handle *handle) {
    for (struct opened *old = all; old; old = old->next)
        if (!memcmp(&old->handle, handle, sizeof *handle)) {
            old->count++;
            *address = old->address;
            return cudaSuccess;
        }
    struct opened *opened = malloc(sizeof *opened);
    if (!opened)
        return cudaErrorMemoryAllocation;
    cudaError_t error = map(handle, opened);
    if (error)
        free(opened);
    else
        *address = opened->address;
    return error;
}

static cudaError_t open_memory(void **address, const void *handle, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!address || flags & ~(unsigned)cudaIpcMemLazyEnablePeerAccess)
        return cudaErrorInvalidValue;
    swrt_mutex_lock(&lock);
    cudaError_t error = open_handle(address, handle);
    swrt_mutex_unlock(&lock);
    return error;
}

cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags) {
    return swrt_fail(open_memory(devPtr, &handle, flags));
}

/* With the lock held. Closed for the last time (its count is 0) it is in the list no longer. */
static struct opened *close_opened(const void *address) {
    struct opened **link = &all;
    while (*link && (*link)->address != address)
        link = &(*link)->next;
    struct opened *found = *link;
    if (found && !--found->count)
        *link = found->next;
    return found;
}

static cudaError_t close_memory(void *address) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_devices_wait());
    swrt_mutex_lock(&lock);
    struct opened *closed = close_opened(address);
    bool last = closed && !closed->count;
    swrt_mutex_unlock(&lock);
    if (!closed)
        return swrt_because(cudaErrorInvalidValue, "%p was not opened by cudaIpcOpenMemHandle", address);
    if (last) {
        swrt_memory_unimport(address);
        free(closed);
    }
    return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void *devPtr) {
    return swrt_fail(close_memory(devPtr));
}

void swrt_ipc_reset_device(int device) {
    swrt_mutex_lock(&lock);
    for (struct opened **link = &all; *link;) {
        struct opened *opened = *link;
        if (opened->device != device) {
            link = &opened->next;
            continue;
        }
        *link = opened->next;
        free(opened);
    }
    swrt_mutex_unlock(&lock);
}

/* ---- By the driver API's names --------------------------------------------------------------------------------- */

CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) {
    SWRT_CONTEXT_CALL(get_handle((struct swrt_ipc_handle *)pHandle, (void *)(uintptr_t)dptr));
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) {
    SWRT_CONTEXT_CALL(open_memory((void **)pdptr, &handle, Flags));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
    SWRT_CONTEXT_CALL(close_memory((void *)(uintptr_t)dptr));
}
