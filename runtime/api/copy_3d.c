/* cudaMemcpy3D and cudaMemset3D of pitched memory and arrays (CUDA Runtime API, "Memory Management"). With an array on
 * either side the box is measured in its texels; positions are in the units of what they are positions in. */
#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "texture/array.h"

/* One side of a copy, with its position applied. As on a GPU, a row or a slice too small for the box is a pitch error,
 * and a position that pushes the box out of its row or slice an invalid value. */
static cudaError_t place_of(struct cudaPitchedPtr memory, struct cudaPos at, struct swrt_shape shape,
                            struct swrt_place *place) {
    bool many_rows = shape.height > 1 || shape.depth > 1;
    if (!memory.ptr)
        return swrt_because(cudaErrorInvalidValue, "a null pointer");
    if (many_rows && memory.pitch < shape.width)
        return swrt_because(cudaErrorInvalidPitchValue, "rows of %zu byte%s, a pitch of %zu", shape.width,
                            swrt_s(shape.width), memory.pitch);
    if (shape.depth > 1 && memory.ysize < shape.height)
        return swrt_because(cudaErrorInvalidPitchValue, "slices of %zu row%s, a height of %zu", shape.height,
                            swrt_s(shape.height), memory.ysize);
    if ((many_rows && at.x > memory.pitch - shape.width) || (shape.depth > 1 && at.y > memory.ysize - shape.height))
        return swrt_because(cudaErrorInvalidValue, "the position (%zu, %zu, %zu) is too large", at.x, at.y, at.z);
    size_t slice, offset, rows, slices;
    uintptr_t first;
    if (__builtin_mul_overflow(memory.pitch, memory.ysize, &slice) || __builtin_mul_overflow(at.z, slice, &slices) ||
        __builtin_mul_overflow(at.y, memory.pitch, &rows) || __builtin_add_overflow(slices, rows, &offset) ||
        __builtin_add_overflow(offset, at.x, &offset) || __builtin_add_overflow((uintptr_t)memory.ptr, offset, &first))
        return swrt_because(cudaErrorInvalidValue, "sizes overflow");
    *place = (struct swrt_place){(char *)first, memory.pitch, slice};
    return cudaSuccess;
}

static struct swrt_shape shape_of(struct cudaExtent extent) {
    return (struct swrt_shape){extent.width, extent.height, extent.depth};
}

static cudaError_t side_of(cudaArray_t array, struct cudaPitchedPtr memory, struct cudaPos at, struct swrt_shape shape,
                           struct swrt_place *place) {
    size_t x;
    if (!array)
        return place_of(memory, at, shape, place);
    if (__builtin_mul_overflow(at.x, (size_t)array->image.texel_bytes, &x))
        return swrt_because(cudaErrorInvalidValue, "the position (%zu, %zu, %zu) is too large", at.x, at.y, at.z);
    return swrt_array_place(array, x, at.y, at.z, shape, place);
}

/* Bytes of what the box's width counts. */
static cudaError_t unit_of(const struct cudaMemcpy3DParms *p, size_t *unit) {
    *unit = 1;
    if ((p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr))
        return swrt_because(cudaErrorInvalidValue, "an array and a pointer on one side");
    if (p->srcArray)
        SWRT_TRY(swrt_array_valid(p->srcArray));
    if (p->dstArray)
        SWRT_TRY(swrt_array_valid(p->dstArray));
    if (p->srcArray)
        *unit = p->srcArray->image.texel_bytes;
    if (p->dstArray && p->srcArray && p->dstArray->image.texel_bytes != *unit)
        return swrt_because(cudaErrorInvalidValue, "texels of %zu and of %u byte%s", *unit,
                            p->dstArray->image.texel_bytes, swrt_s(p->dstArray->image.texel_bytes));
    if (p->dstArray)
        *unit = p->dstArray->image.texel_bytes;
    return cudaSuccess;
}

cudaError_t swrt_copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, enum swrt_waiting waiting) {
    struct swrt_copy copy;
    size_t unit;
    SWRT_TRY(swrt_check_device());
    if (!p)
        return cudaErrorInvalidValue;
    copy.shape = shape_of(p->extent);
    SWRT_TRY(swrt_copy_check_kind(p->kind));
    SWRT_TRY(unit_of(p, &unit));
    if (__builtin_mul_overflow(copy.shape.width, unit, &copy.shape.width))
        return cudaErrorInvalidValue;
    if (swrt_shape_empty(copy.shape))
        return cudaSuccess;
    SWRT_TRY(side_of(p->dstArray, p->dstPtr, p->dstPos, copy.shape, &copy.dst));
    SWRT_TRY(side_of(p->srcArray, p->srcPtr, p->srcPos, copy.shape, &copy.src));
    return swrt_copy_submit(&copy, p->kind, stream, waiting);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
    return swrt_fail(swrt_copy_3d(p, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    return swrt_fail(swrt_copy_3d(p, stream, SWRT_ASYNC));
}

static cudaError_t copy_3d_peer(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream, enum swrt_waiting waiting) {
    if (!p)
        return cudaErrorInvalidValue;
    struct cudaMemcpy3DParms same = {.srcArray = p->srcArray,
                                     .srcPos = p->srcPos,
                                     .srcPtr = p->srcPtr,
                                     .dstArray = p->dstArray,
                                     .dstPos = p->dstPos,
                                     .dstPtr = p->dstPtr,
                                     .extent = p->extent,
                                     .kind = cudaMemcpyDeviceToDevice};
    if (!swrt_device_valid(p->srcDevice) || !swrt_device_valid(p->dstDevice))
        return cudaErrorInvalidDevice;
    return swrt_copy_3d(&same, stream, waiting);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p) {
    return swrt_fail(copy_3d_peer(p, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream) {
    return swrt_fail(copy_3d_peer(p, stream, SWRT_ASYNC));
}

static cudaError_t fill_3d(struct cudaPitchedPtr memory, int value, struct cudaExtent extent, cudaStream_t stream,
                           enum swrt_waiting waiting) {
    struct swrt_fill fill = {.shape = shape_of(extent), .value = value};
    SWRT_TRY(swrt_check_device());
    if (swrt_shape_empty(fill.shape))
        return cudaSuccess;
    cudaError_t error = place_of(memory, (struct cudaPos){0, 0, 0}, fill.shape, &fill.dst);
    if (error)
        return cudaErrorInvalidValue; /* a fill has no pitch errors */
    return swrt_fill_submit(&fill, stream, waiting);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent) {
    return swrt_fail(fill_3d(pitchedDevPtr, value, extent, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    return swrt_fail(fill_3d(pitchedDevPtr, value, extent, stream, SWRT_ASYNC));
}
