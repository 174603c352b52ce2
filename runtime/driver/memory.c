/* Memory in the driver API (CUDA Driver API reference, "Memory Management", "Stream Ordered Memory Allocator"). */
#include "base/plural.h"
#include "device/context.h"
#include "device/device.h"
#include "memory/memory.h"
#include "report/error.h"

static void *at(CUdeviceptr address) {
    return (void *)(uintptr_t)address;
}

CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
    SWRT_CONTEXT_CALL(cudaMemGetInfo(free, total));
}

/* Unlike the runtime API, this one has no allocation of nothing but in page-locked memory; the pointer is null all the
 * same. */
static cudaError_t refuse_nothing(CUdeviceptr *out) {
    if (out)
        *out = 0;
    return swrt_because(cudaErrorInvalidValue, "no bytes");
}

static cudaError_t allocate(CUdeviceptr *out, size_t bytes) {
    return bytes ? cudaMalloc((void **)out, bytes) : refuse_nothing(out);
}

CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize) {
    SWRT_CONTEXT_CALL(allocate(dptr, bytesize));
}

static cudaError_t allocate_pitch(CUdeviceptr *out, size_t *pitch, size_t width, size_t height, unsigned element) {
    if (element != 4 && element != 8 && element != 16)
        return swrt_because(cudaErrorInvalidValue, "elements of %u byte%s; 4, 8 and 16 are possible", element,
                            swrt_s(element));
    if (!width || !height)
        return refuse_nothing(out);
    return cudaMallocPitch((void **)out, pitch, width, height);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                            unsigned int ElementSizeBytes) {
    SWRT_CONTEXT_CALL(allocate_pitch(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes));
}

CUresult cuMemFree_v2(CUdeviceptr dptr) {
    SWRT_CONTEXT_CALL(cudaFree(at(dptr)));
}

static cudaError_t address_range(CUdeviceptr *base, size_t *size, CUdeviceptr address) {
    struct swrt_allocation found;
    enum swrt_memory_kind kind = swrt_memory_find(at(address), &found);
    if (kind == SWRT_MEMORY_NONE || kind == SWRT_MEMORY_INVALID || kind == SWRT_MEMORY_RAW)
        return swrt_because(cudaErrorSymbolNotFound, "%p is in no allocation", at(address));
    if (base)
        *base = (CUdeviceptr)(uintptr_t)found.base;
    if (size)
        *size = found.bytes;
    return cudaSuccess;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr) {
    SWRT_CONTEXT_CALL(address_range(pbase, psize, dptr));
}

CUresult cuMemAllocHost_v2(void **pp, size_t bytesize) {
    SWRT_CONTEXT_CALL(cudaHostAlloc(pp, bytesize, 0));
}

CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaHostAlloc(pp, bytesize, Flags));
}

CUresult cuMemFreeHost(void *p) {
    SWRT_CONTEXT_CALL(cudaFreeHost(p));
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pdptr, void *p, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaHostGetDevicePointer((void **)pdptr, p, Flags));
}

CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p) {
    SWRT_CONTEXT_CALL(cudaHostGetFlags(pFlags, p));
}

static cudaError_t allocate_managed(CUdeviceptr *out, size_t bytes, unsigned flags) {
    return bytes ? cudaMallocManaged((void **)out, bytes, flags) : refuse_nothing(out);
}

CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags) {
    SWRT_CONTEXT_CALL(allocate_managed(dptr, bytesize, flags));
}

CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaHostRegister(p, bytesize, Flags));
}

CUresult cuMemHostUnregister(void *p) {
    SWRT_CONTEXT_CALL(cudaHostUnregister(p));
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) {
    SWRT_CONTEXT_CALL(cudaMemAdvise(at(devPtr), count, (enum cudaMemoryAdvise)advice, device));
}

CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location) {
    struct cudaMemLocation place = {(enum cudaMemLocationType)location.type, location.id};
    SWRT_CONTEXT_CALL(cudaMemAdvise_v2(at(devPtr), count, (enum cudaMemoryAdvise)advice, place));
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMemPrefetchAsync(at(devPtr), count, dstDevice, hStream));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags,
                               CUstream hStream) {
    struct cudaMemLocation place = {(enum cudaMemLocationType)location.type, location.id};
    SWRT_CONTEXT_CALL(cudaMemPrefetchAsync_v2(at(devPtr), count, place, flags, hStream));
}

CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr,
                                size_t count) {
    SWRT_CONTEXT_CALL(
        cudaMemRangeGetAttribute(data, dataSize, (enum cudaMemRangeAttribute)attribute, at(devPtr), count));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes,
                                 size_t numAttributes, CUdeviceptr devPtr, size_t count) {
    SWRT_CONTEXT_CALL(cudaMemRangeGetAttributes(data, dataSizes, (enum cudaMemRangeAttribute *)attributes,
                                                numAttributes, at(devPtr), count));
}

/* ---- Stream-ordered allocation --------------------------------------------------------------------------------- */

CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMallocAsync((void **)dptr, bytesize, hStream));
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaFreeAsync(at(dptr), hStream));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMallocFromPoolAsync((void **)dptr, bytesize, pool, hStream));
}

_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps), "one structure by two names");
_Static_assert(sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc), "one structure by two names");

_Static_assert(sizeof(CUmemLocation) == sizeof(struct cudaMemLocation), "one structure by two names");

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type) {
    SWRT_DEVICE_CALL(
        cudaMemGetDefaultMemPool(pool_out, (struct cudaMemLocation *)location, (enum cudaMemAllocationType)type));
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) {
    SWRT_DEVICE_CALL(cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)poolProps));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    SWRT_DEVICE_CALL(cudaMemPoolDestroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
    SWRT_DEVICE_CALL(cudaMemPoolTrimTo(pool, minBytesToKeep));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
    SWRT_DEVICE_CALL(cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
    SWRT_DEVICE_CALL(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) {
    SWRT_DEVICE_CALL(cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc *)map, count));
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location) {
    SWRT_DEVICE_CALL(
        cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, memPool, (struct cudaMemLocation *)location));
}
