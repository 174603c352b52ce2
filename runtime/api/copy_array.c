/* cudaMemcpy2DToArray and its kin (CUDA Runtime API, "Memory Management"): widths and offsets along rows in bytes. */
#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "texture/array.h"

/* The direction must be one that an array, which is device memory, can take part in. */
static cudaError_t check_direction(enum cudaMemcpyKind kind, enum cudaMemcpyKind other) {
    SWRT_TRY(swrt_copy_check_kind(kind));
    if (kind == other || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidMemcpyDirection, "kind %d", (int)kind);
}

static cudaError_t check_pitch(size_t pitch, size_t width, size_t height) {
    if (height > 1 && pitch < width)
        return swrt_because(cudaErrorInvalidPitchValue, "rows of %zu byte%s with a pitch of %zu", width, swrt_s(width),
                            pitch);
    return cudaSuccess;
}

static cudaError_t to_array_2d(cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
                               size_t height, enum cudaMemcpyKind kind, cudaStream_t stream,
                               enum swrt_waiting waiting) {
    struct swrt_copy copy = {.src = {(char *)src, pitch, 0}, .shape = {width, height, 1}};
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_direction(kind, cudaMemcpyHostToDevice));
    SWRT_TRY(swrt_array_valid(dst));
    if (swrt_shape_empty(copy.shape))
        return cudaSuccess;
    SWRT_TRY(check_pitch(pitch, width, height));
    SWRT_TRY(swrt_array_place(dst, x, y, 0, copy.shape, &copy.dst));
    return swrt_copy_submit(&copy, kind, stream, waiting);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    return swrt_fail(
        to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(to_array_2d(dst, wOffset, hOffset, src, spitch, width, height, kind, stream, SWRT_ASYNC));
}

static cudaError_t from_array_2d(void *dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
                                 size_t height, enum cudaMemcpyKind kind, cudaStream_t stream,
                                 enum swrt_waiting waiting) {
    struct swrt_copy copy = {.dst = {dst, pitch, 0}, .shape = {width, height, 1}};
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_direction(kind, cudaMemcpyDeviceToHost));
    SWRT_TRY(swrt_array_valid(src));
    if (swrt_shape_empty(copy.shape))
        return cudaSuccess;
    SWRT_TRY(check_pitch(pitch, width, height));
    SWRT_TRY(swrt_array_place(src, x, y, 0, copy.shape, &copy.src));
    return swrt_copy_submit(&copy, kind, stream, waiting);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
    return swrt_fail(
        from_array_2d(dst, dpitch, src, wOffset, hOffset, width, height, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(from_array_2d(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream, SWRT_ASYNC));
}

static cudaError_t between_2d(cudaArray_t dst, size_t to_x, size_t to_y, cudaArray_const_t src, size_t x, size_t y,
                              size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    struct swrt_copy copy = {.shape = {width, height, 1}};
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_direction(kind, cudaMemcpyDeviceToDevice));
    SWRT_TRY(swrt_array_valid(dst));
    SWRT_TRY(swrt_array_valid(src));
    if (swrt_shape_empty(copy.shape))
        return cudaSuccess;
    SWRT_TRY(swrt_array_place(dst, to_x, to_y, 0, copy.shape, &copy.dst));
    SWRT_TRY(swrt_array_place(src, x, y, 0, copy.shape, &copy.src));
    return swrt_copy_submit(&copy, kind, stream, SWRT_SYNC);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
                                     enum cudaMemcpyKind kind) {
    return swrt_fail(between_2d(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind,
                                swrt_default_stream()));
}
