/* Physical memory of cuMemCreate: files without names, whose pages are mapped where the program wants them, and which
 * other processes map through a descriptor. */
#include <stdint.h>
#include <stdlib.h>

#include "base/plural.h"
#include "ipc/ipc.h"
#include "memory/internal.h"
#include "memory/virtual.h"
#include "os/file.h"
#include "report/error.h"

static struct swrt_physical *all; /* with the memory's lock */

struct swrt_physical *swrt_physical_find(CUmemGenericAllocationHandle handle) {
    struct swrt_physical *physical = all;
    while (physical && (uintptr_t)physical != handle)
        physical = physical->next;
    return physical && physical->handles ? physical : NULL;
}

void swrt_physical_drop_unused(struct swrt_physical *physical) {
    if (physical->handles || physical->mappings)
        return;
    struct swrt_physical **link = &all;
    while (*link != physical)
        link = &(*link)->next;
    *link = physical->next;
    swrt_memory_count(physical->size, true);
    swrt_file_close(physical->file);
    free(physical);
}

/* Takes the file. */
static cudaError_t add(CUmemGenericAllocationHandle *out, struct swrt_physical values) {
    struct swrt_physical *physical = values.file < 0 ? NULL : malloc(sizeof *physical);
    if (!physical) {
        if (values.file >= 0)
            swrt_file_close(values.file);
        return cudaErrorMemoryAllocation;
    }
    swrt_mutex_lock(&swrt_memory_lock);
    *physical = values;
    physical->handles = 1;
    physical->next = all;
    all = physical;
    swrt_memory_count(values.size, false);
    swrt_mutex_unlock(&swrt_memory_lock);
    *out = (uintptr_t)physical;
    return cudaSuccess;
}

cudaError_t swrt_physical_create(CUmemGenericAllocationHandle *out, size_t size, const CUmemAllocationProp *prop) {
    if (!swrt_memory_fits(size, swrt_memory_allocated()))
        return swrt_because(cudaErrorMemoryAllocation, "%zu byte%s %s not left", size, swrt_s(size),
                            swrt_verb(size, "is", "are"));
    struct swrt_physical made = {
        .size = size, .file = swrt_file_make(size), .device = prop->location.id, .properties = *prop};
    made.properties.allocFlags.compressionType =
        CU_MEM_ALLOCATION_COMP_NONE; /* no device compresses: the attribute says so */
    return add(out, made);
}

/* Memory of another process counts as this device's; what it was created with nobody tells. */
cudaError_t swrt_physical_import(CUmemGenericAllocationHandle *out, int file, int device) {
    struct swrt_file_facts facts;
    if (!swrt_file_describe(file, &facts) || !facts.is_ordinary || !facts.bytes || facts.bytes % SWRT_VIRTUAL_UNIT)
        return swrt_because(cudaErrorInvalidValue, "file %d is not exported memory", file);
    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, device}};
    return add(out, (struct swrt_physical){
                        .size = facts.bytes, .file = swrt_file_copy(file), .device = device, .properties = properties});
}

cudaError_t swrt_physical_release(CUmemGenericAllocationHandle handle) {
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_physical *physical = swrt_physical_find(handle);
    if (physical) {
        physical->handles--;
        swrt_physical_drop_unused(physical);
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return physical ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t swrt_physical_export(CUmemGenericAllocationHandle handle, int *file) {
    swrt_mutex_lock(&swrt_memory_lock);
    const struct swrt_physical *physical = swrt_physical_find(handle);
    bool can = physical && physical->properties.requestedHandleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int copy = can ? swrt_file_copy(physical->file) : -1;
    swrt_mutex_unlock(&swrt_memory_lock);
    if (!can)
        return swrt_because(cudaErrorInvalidValue, "not memory that was created for export");
    if (copy < 0)
        return cudaErrorOperatingSystem;
    *file = copy;
    return cudaSuccess;
}

cudaError_t swrt_physical_properties(CUmemGenericAllocationHandle handle, CUmemAllocationProp *prop) {
    swrt_mutex_lock(&swrt_memory_lock);
    const struct swrt_physical *physical = swrt_physical_find(handle);
    if (physical)
        *prop = physical->properties;
    swrt_mutex_unlock(&swrt_memory_lock);
    return physical ? cudaSuccess : cudaErrorInvalidValue;
}
