/* Virtual memory management (CUDA Driver API reference, "Virtual Memory Management"): reservations of addresses, and
 * physical memory mapped into them. memory/virtual.c does it; here are the checks. None of this needs a context. */
#include "base/plural.h"
#include "device/context.h"
#include "device/device.h"
#include "memory/virtual.h"
#include "report/error.h"
#include "stream/engine.h"

static bool is_multiple(size_t size) {
    return size && size % SWRT_VIRTUAL_UNIT == 0;
}

static void *at(CUdeviceptr address) {
    return (void *)(uintptr_t)address;
}

static cudaError_t reserve(CUdeviceptr *out, size_t size, size_t alignment, unsigned long long flags) {
    if (!out || flags || !is_multiple(size) || (alignment & (alignment - 1)))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s aligned to %zu", size, swrt_s(size), alignment);
    void *base = swrt_virtual_reserve(size, alignment);
    if (!base)
        return cudaErrorMemoryAllocation;
    *out = (CUdeviceptr)(uintptr_t)base;
    return cudaSuccess;
}

/* The address wished for is a hint, which is not taken. */
CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags) {
    SWRT_DEVICE_CALL(reserve(ptr, size, alignment, flags));
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
    SWRT_DEVICE_CALL(swrt_virtual_free(at(ptr), size));
}

static cudaError_t check_properties(const CUmemAllocationProp *prop) {
    if (!prop || prop->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return cudaErrorInvalidValue;
    if (prop->requestedHandleTypes & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return swrt_because(cudaErrorNotSupported, "handle types %#x", (unsigned)prop->requestedHandleTypes);
    if (prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return swrt_because(cudaErrorNotSupported, "memory of location type %d", (int)prop->location.type);
    return swrt_device_valid(prop->location.id) ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t create(CUmemGenericAllocationHandle *out, size_t size, const CUmemAllocationProp *prop,
                          unsigned long long flags) {
    if (!out || flags || !is_multiple(size))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s", size, swrt_s(size));
    SWRT_TRY(check_properties(prop));
    return swrt_physical_create(out, size, prop);
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
                     unsigned long long flags) {
    SWRT_DEVICE_CALL(create(handle, size, prop, flags));
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    SWRT_DEVICE_CALL(swrt_physical_release(handle));
}

static cudaError_t map(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                       unsigned long long flags) {
    if (flags || !is_multiple(size) || address % SWRT_VIRTUAL_UNIT || offset % SWRT_VIRTUAL_UNIT)
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s from %zu on at %p", size, swrt_s(size), offset,
                            at(address));
    return swrt_virtual_map(at(address), size, offset, handle);
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
    SWRT_DEVICE_CALL(map(ptr, size, offset, handle, flags));
}

static cudaError_t unmap(CUdeviceptr address, size_t size) {
    if (!is_multiple(size))
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_devices_wait());
    return swrt_virtual_unmap(at(address), size);
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
    SWRT_DEVICE_CALL(unmap(ptr, size));
}

/* All devices reach all memory, so the widest access that any of them gets is what all have. */
static cudaError_t set_access(CUdeviceptr address, size_t size, const CUmemAccessDesc *list, size_t count) {
    unsigned access = 0;
    if (!list || !count || !is_multiple(size))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        CUmemAccess_flags flags = list[i].flags;
        if (list[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE)
            return cudaErrorInvalidValue;
        if (!swrt_device_valid(list[i].location.id))
            return cudaErrorInvalidDevice;
        if (flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
            flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            return cudaErrorInvalidValue;
        access |= flags;
    }
    return swrt_virtual_set_access(at(address), size, access);
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count) {
    SWRT_DEVICE_CALL(set_access(ptr, size, desc, count));
}

static cudaError_t get_access(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address) {
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE)
        return cudaErrorInvalidValue;
    if (!swrt_device_valid(location->id))
        return cudaErrorInvalidDevice;
    return swrt_virtual_get_access(at(address), flags);
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr) {
    SWRT_DEVICE_CALL(get_access(flags, location, ptr));
}

static cudaError_t export(int *file, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                          unsigned long long flags) {
    if (!file || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return cudaErrorInvalidValue;
    return swrt_physical_export(handle, file);
}

CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType handleType, unsigned long long flags) {
    SWRT_DEVICE_CALL(export(shareableHandle, handle, handleType, flags));
}

static cudaError_t import(CUmemGenericAllocationHandle *out, void *file, CUmemAllocationHandleType type) {
    if (!out || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return cudaErrorInvalidValue;
    return swrt_physical_import(out, (int)(intptr_t)file, swrt_current_device());
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle,
                                        CUmemAllocationHandleType shHandleType) {
    SWRT_DEVICE_CALL(import(handle, osHandle, shHandleType));
}

static cudaError_t granularity(size_t *out, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option) {
    if (!out || (unsigned)option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_properties(prop));
    *out = SWRT_VIRTUAL_UNIT;
    return cudaSuccess;
}

CUresult cuMemGetAllocationGranularity(size_t *granularity_out, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option) {
    SWRT_DEVICE_CALL(granularity(granularity_out, prop, option));
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle) {
    SWRT_DEVICE_CALL(prop ? swrt_physical_properties(handle, prop) : cudaErrorInvalidValue);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr) {
    SWRT_DEVICE_CALL(handle ? swrt_virtual_retain(addr, handle) : cudaErrorInvalidValue);
}
