/* What processes of one machine share: pages of a file without a name (memfd), which the process that made it keeps
 * open and others reach through /proc. Such a file is named by 64 bytes, CUDA's interprocess handle.
 *
 * Words: the *exporter* made the handle, the *importer* opens it.
 */
#ifndef SWRT_IPC_H
#define SWRT_IPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum swrt_ipc_kind { SWRT_IPC_MEMORY = 1, SWRT_IPC_EVENT, SWRT_IPC_POOL /* a pointer into one */ };

struct swrt_ipc_handle {
    char magic[7];
    uint8_t kind;
    int32_t process, file; /* the exporter's */
    uint64_t inode;        /* of the file, so that another file of that number is no mistake */
    uint64_t offset, bytes;
    int32_t device;
    uint32_t check; /* of all before */
    uint64_t unused[2];
};
_Static_assert(sizeof(struct swrt_ipc_handle) == sizeof(cudaIpcMemHandle_t), "as large as CUDA's handles");

/* handle.c */

bool swrt_ipc_name(struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int file);
void swrt_ipc_seal(struct swrt_ipc_handle *handle);                                        /* when all is filled in */
cudaError_t swrt_ipc_check(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind); /* that it is one */
/* The importer's own descriptor of the file. Errors: cudaErrorInvalidValue (not a handle of that kind),
 * cudaErrorDeviceUninitialized (this process made it), cudaErrorMapBufferObjectFailed (exporter or file are gone). */
cudaError_t swrt_ipc_open(const struct swrt_ipc_handle *handle, enum swrt_ipc_kind kind, int *file);

/* memory/shared.c: turns the span of the DEVICE allocation that contains address into pages of a file, its contents
 * kept, and says where in which file the allocation lies. */
cudaError_t swrt_memory_share(const void *address, struct swrt_ipc_handle *handle);
/* Maps an opened file's allocation, which owns the file from then on; null when there is no room. */
void *swrt_memory_import(int file, const struct swrt_ipc_handle *handle, int device);
void swrt_memory_unimport(void *address);
/* A DEVICE allocation whose pages lie in a file, at a multiple of 4096; null: no room. owner: freeing it makes them a
 * hole in the file. */
void *swrt_memory_map(int file, size_t offset, size_t bytes, int device, unsigned flags, bool owner);
size_t swrt_memory_file_offset(const void *address); /* where those of such an allocation lie */

/* api/ipc_memory.c */
void swrt_ipc_reset_device(int device); /* cudaDeviceReset: forgets what was opened there; the memory is gone already */

#endif
