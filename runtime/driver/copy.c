/* Copies in the driver API (CUDA Driver API reference, "Memory Management"). Boxes name for each side what kind of
 * memory it is in. */
#include "base/plural.h"
#include "device/context.h"
#include "device/device.h"
#include "memory/copy.h"
#include "report/error.h"
#include "texture/array.h"

static void *at(CUdeviceptr address) {
    return (void *)(uintptr_t)address;
}

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
    SWRT_CONTEXT_CALL(cudaMemcpy(at(dst), at(src), ByteCount, cudaMemcpyDefault));
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMemcpyAsync(at(dst), at(src), ByteCount, cudaMemcpyDefault, hStream));
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
    SWRT_CONTEXT_CALL(cudaMemcpy(at(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
    SWRT_CONTEXT_CALL(cudaMemcpy(dstHost, at(srcDevice), ByteCount, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
    SWRT_CONTEXT_CALL(cudaMemcpy(at(dstDevice), at(srcDevice), ByteCount, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMemcpyAsync(at(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice, hStream));
}

CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMemcpyAsync(dstHost, at(srcDevice), ByteCount, cudaMemcpyDeviceToHost, hStream));
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaMemcpyAsync(at(dstDevice), at(srcDevice), ByteCount, cudaMemcpyDeviceToDevice, hStream));
}

/* ---- Boxes ----------------------------------------------------------------------------------------------------- */

/* One side of a copy, as all the structures have it. */
struct side {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z, pitch, height;
    bool lod;
};

static cudaError_t place_in_array(const struct side *side, struct swrt_shape shape, struct swrt_place *place) {
    const struct cudaArray *array = (const struct cudaArray *)side->array;
    SWRT_TRY(swrt_array_valid(array));
    if (side->lod)
        return swrt_because(cudaErrorInvalidValue, "a level of an array that has none");
    return swrt_array_place(array, side->x, side->y, side->z, shape, place);
}

static cudaError_t place_of(const struct side *side, struct swrt_shape shape, struct swrt_place *place) {
    const void *base = side->type == CU_MEMORYTYPE_HOST ? side->host : at(side->device);
    size_t right, below, slice, offset, slices, rows;
    uintptr_t first;
    if (side->type == CU_MEMORYTYPE_ARRAY)
        return place_in_array(side, shape, place);
    if (side->type < CU_MEMORYTYPE_HOST || side->type > CU_MEMORYTYPE_UNIFIED || side->lod || !base)
        return swrt_because(cudaErrorInvalidValue, "a side of memory type %d at %p", (int)side->type, base);
    if (__builtin_add_overflow(side->x, shape.width, &right) || __builtin_add_overflow(side->y, shape.height, &below))
        return swrt_because(cudaErrorInvalidValue, "sizes overflow");
    size_t pitch = side->pitch ? side->pitch : right, height = side->height ? side->height : below;
    if (pitch < right || (side->height && shape.depth > 1 && height < below))
        return swrt_because(cudaErrorInvalidValue, "rows of %zu byte%s with a pitch of %zu", shape.width,
                            swrt_s(shape.width), pitch);
    if (__builtin_mul_overflow(pitch, height, &slice) || __builtin_mul_overflow(slice, side->z, &slices) ||
        __builtin_mul_overflow(pitch, side->y, &rows) || __builtin_add_overflow(slices, rows, &offset) ||
        __builtin_add_overflow(offset, side->x, &offset) || __builtin_add_overflow((uintptr_t)base, offset, &first))
        return swrt_because(cudaErrorInvalidValue, "sizes overflow");
    *place = (struct swrt_place){(char *)first, pitch, slice};
    return cudaSuccess;
}

static bool is_host(const struct side *side) {
    return side->type == CU_MEMORYTYPE_HOST;
}

/* Unified memory says nothing about the direction. */
static enum cudaMemcpyKind kind_of(const struct side *dst, const struct side *src) {
    if (dst->type == CU_MEMORYTYPE_UNIFIED || src->type == CU_MEMORYTYPE_UNIFIED)
        return cudaMemcpyDefault;
    if (is_host(dst))
        return is_host(src) ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
    return is_host(src) ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

static cudaError_t copy_box(const struct side *dst, const struct side *src, struct swrt_shape shape, CUstream stream,
                            enum swrt_waiting waiting) {
    struct swrt_copy copy = {.shape = shape};
    SWRT_TRY(swrt_check_device());
    if (swrt_shape_empty(shape))
        return cudaSuccess;
    SWRT_TRY(place_of(dst, shape, &copy.dst));
    SWRT_TRY(place_of(src, shape, &copy.src));
    return swrt_copy_submit(&copy, kind_of(dst, src), stream, waiting);
}

#define SIDE_2D(p, which)                                                                                  \
    {.type = (p)->which##MemoryType, .host = (p)->which##Host, .device = (p)->which##Device,               \
     .array = (p)->which##Array, .x = (p)->which##XInBytes, .y = (p)->which##Y, .pitch = (p)->which##Pitch}
#define SIDE_3D(p, which)                                                                                  \
    {.type = (p)->which##MemoryType, .host = (p)->which##Host, .device = (p)->which##Device,               \
     .array = (p)->which##Array, .x = (p)->which##XInBytes, .y = (p)->which##Y, .z = (p)->which##Z,        \
     .pitch = (p)->which##Pitch, .height = (p)->which##Height, .lod = (p)->which##LOD != 0}

/* A pitch that no device could have allocated is refused, but for the unaligned form. */
static cudaError_t copy_2d(const CUDA_MEMCPY2D *p, CUstream stream, enum swrt_waiting waiting, bool unaligned) {
    if (!p)
        return cudaErrorInvalidValue;
    struct side dst = SIDE_2D(p, dst), src = SIDE_2D(p, src);
    size_t largest = swrt_device_properties(swrt_current_device())->memPitch;
    if (!unaligned && (dst.pitch > largest || src.pitch > largest))
        return cudaErrorInvalidValue;
    return copy_box(&dst, &src, (struct swrt_shape){p->WidthInBytes, p->Height, 1}, stream, waiting);
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy) {
    SWRT_CONTEXT_CALL(copy_2d(pCopy, NULL, SWRT_SYNC, false));
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy) {
    SWRT_CONTEXT_CALL(copy_2d(pCopy, NULL, SWRT_SYNC, true));
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
    SWRT_CONTEXT_CALL(copy_2d(pCopy, hStream, SWRT_ASYNC, false));
}

static cudaError_t copy_3d(const CUDA_MEMCPY3D *p, CUstream stream, enum swrt_waiting waiting) {
    if (!p)
        return cudaErrorInvalidValue;
    struct side dst = SIDE_3D(p, dst), src = SIDE_3D(p, src);
    return copy_box(&dst, &src, (struct swrt_shape){p->WidthInBytes, p->Height, p->Depth}, stream, waiting);
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy) {
    SWRT_CONTEXT_CALL(copy_3d(pCopy, NULL, SWRT_SYNC));
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
    SWRT_CONTEXT_CALL(copy_3d(pCopy, hStream, SWRT_ASYNC));
}

/* ---- Between contexts ------------------------------------------------------------------------------------------ */

static cudaError_t check_contexts(CUcontext dst, CUcontext src) {
    if (swrt_context_valid(dst) && swrt_context_valid(src) && !dst->destroyed && !src->destroyed)
        return cudaSuccess;
    return swrt_because(cudaErrorDeviceUninitialized, "no such context");
}

static cudaError_t copy_peer(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context,
                             size_t bytes, CUstream stream, enum swrt_waiting waiting) {
    SWRT_TRY(check_contexts(dst_context, src_context));
    return swrt_copy_linear(at(dst), at(src), bytes, cudaMemcpyDeviceToDevice, stream, waiting);
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
                      size_t ByteCount) {
    SWRT_CONTEXT_CALL(copy_peer(dstDevice, dstContext, srcDevice, srcContext, ByteCount, NULL, SWRT_SYNC));
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
                           size_t ByteCount, CUstream hStream) {
    SWRT_CONTEXT_CALL(copy_peer(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream, SWRT_ASYNC));
}

static cudaError_t copy_3d_peer(const CUDA_MEMCPY3D_PEER *p, CUstream stream, enum swrt_waiting waiting) {
    if (!p)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_contexts(p->dstContext, p->srcContext));
    struct side dst = SIDE_3D(p, dst), src = SIDE_3D(p, src);
    return copy_box(&dst, &src, (struct swrt_shape){p->WidthInBytes, p->Height, p->Depth}, stream, waiting);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy) {
    SWRT_CONTEXT_CALL(copy_3d_peer(pCopy, NULL, SWRT_SYNC));
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) {
    SWRT_CONTEXT_CALL(copy_3d_peer(pCopy, hStream, SWRT_ASYNC));
}
