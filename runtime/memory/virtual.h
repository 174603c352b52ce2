/* Reservations of addresses and physical memory to map into them, for driver/virtual.c, which checks arguments. */
#ifndef SWRT_MEMORY_VIRTUAL_H
#define SWRT_MEMORY_VIRTUAL_H

#include <stddef.h>

#include "cuda.h"
#include "cuda_runtime_api.h"

#define SWRT_VIRTUAL_UNIT ((size_t)2 << 20) /* of sizes and addresses: a granule of the region */

/* physical.c: memory without an address, freed when its handles are released and nothing maps it. */
cudaError_t swrt_physical_create(CUmemGenericAllocationHandle *out, size_t size, const CUmemAllocationProp *prop);
cudaError_t swrt_physical_release(CUmemGenericAllocationHandle handle);
cudaError_t swrt_physical_export(CUmemGenericAllocationHandle handle, int *file);
cudaError_t swrt_physical_import(CUmemGenericAllocationHandle *out, int file, int device);
cudaError_t swrt_physical_properties(CUmemGenericAllocationHandle handle, CUmemAllocationProp *prop);

/* For virtual.c, with the memory's lock held. */
struct swrt_physical {
    size_t size;
    int file, device;
    unsigned handles, mappings;
    CUmemAllocationProp properties;
    struct swrt_physical *next;
};
struct swrt_physical *swrt_physical_find(CUmemGenericAllocationHandle handle); /* null: no such handle */
void swrt_physical_drop_unused(struct swrt_physical *physical);

/* virtual.c */
void *swrt_virtual_reserve(size_t size, size_t alignment); /* null: out of addresses */
cudaError_t swrt_virtual_free(void *address, size_t size);
cudaError_t swrt_virtual_map(void *address, size_t size, size_t offset, CUmemGenericAllocationHandle handle);
cudaError_t swrt_virtual_unmap(void *address, size_t size);
cudaError_t swrt_virtual_set_access(void *address, size_t size, unsigned access);
cudaError_t swrt_virtual_get_access(void *address, unsigned long long *access);
cudaError_t swrt_virtual_retain(void *address, CUmemGenericAllocationHandle *handle);

#endif
