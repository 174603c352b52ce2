/* Interprocess handles: making and opening them.
 *
 * Why a memfd and /proc: nothing has to be cleaned up when a process dies, no name can collide, and the file's memory
 * lives exactly as long as somebody maps it. The price is that the importer must be allowed to look at the exporter
 * (same user, same process namespace), as CUDA's own handles demand too.
 */
#define _GNU_SOURCE
#include "ipc/ipc.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/error.h"

static const char magic[] = "softwrp";

int swrt_ipc_create(size_t bytes) {
    int file = memfd_create("softwarp", MFD_CLOEXEC);
    if (file < 0 || !ftruncate(file, (off_t)bytes)) return file;
    close(file);
    return -1;
}

static uint32_t check_of(const struct swrt_ipc_handle *handle) {
    uint32_t hash = 2166136261u;
    const unsigned char *bytes = (const unsigned char *)handle;
    for (size_t i = 0; i < offsetof(struct swrt_ipc_handle, check); i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

bool swrt_ipc_name(struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int file) {
    struct stat status;
    if (fstat(file, &status)) return false;
    *handle = (struct swrt_ipc_handle){.kind = (uint8_t)kind, .process = getpid(), .file = file,
                                       .inode = status.st_ino};
    memcpy(handle->magic, magic, sizeof handle->magic);
    return true;
}

void swrt_ipc_seal(struct swrt_ipc_handle *handle) {
    handle->check = check_of(handle);
}

cudaError_t swrt_ipc_check(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind) {
    if (memcmp(handle->magic, magic, sizeof handle->magic) || handle->kind != kind ||
        handle->check != check_of(handle))
        return swrt_because(cudaErrorInvalidValue, "not an interprocess handle of this kind");
    return cudaSuccess;
}

cudaError_t swrt_ipc_open(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int *file) {
    char path[64];
    struct stat status;
    SWRT_TRY(swrt_ipc_check(handle, kind));
    if (handle->process == getpid())
        return swrt_because(cudaErrorDeviceUninitialized, "the handle was made in this process");
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)handle->process, (int)handle->file);
    *file = open(path, O_RDWR | O_CLOEXEC);
    if (*file >= 0 && !fstat(*file, &status) && status.st_ino == handle->inode) return cudaSuccess;
    if (*file >= 0) close(*file);
    return swrt_because(cudaErrorMapBufferObjectFailed, "process %d has ended, or has freed it", (int)handle->process);
}
