/* Interprocess handles: making and opening them.
 *
 * Why a memfd and /proc: nothing has to be cleaned up when a process dies, no name can collide, and the file's memory
 * lives exactly as long as somebody maps it. The price is that the importer must be allowed to look at the exporter
 * (same user, same process namespace), as CUDA's own handles demand too.
 */
#include "ipc/ipc.h"

#include <stdio.h>
#include <string.h>

#include "os/file.h"
#include "os/process.h"
#include "report/error.h"

static const char magic[] = "softwrp";

static uint32_t check_of(const struct swrt_ipc_handle *handle) {
    uint32_t hash = 2166136261u;
    const unsigned char *bytes = (const unsigned char *)handle;
    for (size_t i = 0; i < offsetof(struct swrt_ipc_handle, check); i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

bool swrt_ipc_name(struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int file) {
    struct swrt_file_facts facts;
    if (!swrt_file_describe(file, &facts))
        return false;
    *handle = (struct swrt_ipc_handle){
        .kind = (uint8_t)kind, .process = swrt_process_this(), .file = file, .inode = facts.inode};
    memcpy(handle->magic, magic, sizeof handle->magic);
    return true;
}

void swrt_ipc_seal(struct swrt_ipc_handle *handle) {
    handle->check = check_of(handle);
}

cudaError_t swrt_ipc_check(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind) {
    if (memcmp(handle->magic, magic, sizeof handle->magic) || handle->kind != kind || handle->check != check_of(handle))
        return swrt_because(cudaErrorInvalidValue, "not an interprocess handle of this kind");
    return cudaSuccess;
}

cudaError_t swrt_ipc_open(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int *file) {
    struct swrt_file_facts facts;
    SWRT_TRY(swrt_ipc_check(handle, kind));
    if (handle->process == swrt_process_this())
        return swrt_because(cudaErrorDeviceUninitialized, "the handle was made in this process");
    *file = swrt_file_of_process(handle->process, handle->file);
    if (*file >= 0 && swrt_file_describe(*file, &facts) && facts.inode == handle->inode)
        return cudaSuccess;
    if (*file >= 0)
        swrt_file_close(*file);
    return swrt_because(cudaErrorMapBufferObjectFailed, "process %d has ended, or has freed it", (int)handle->process);
}
