/* cudaMemcpy2D and cudaMemset2D (CUDA Runtime API, "Memory Management"). */
#include "base/plural.h"
#include "device/device.h"
#include "memory/copy.h"
#include "report/error.h"

/* Rows must not overlap, nor be farther apart than the device allows; one single row needs no pitch. */
static cudaError_t check_pitch(size_t pitch, size_t width, size_t height) {
    size_t largest = swrt_device_properties(swrt_current_device())->memPitch;
    if (height > 1 && pitch < width)
        return swrt_because(cudaErrorInvalidPitchValue, "rows of %zu byte%s with a pitch of %zu", width, swrt_s(width),
                            pitch);
    if (pitch > largest || (pitch && pitch < width))
        return swrt_because(cudaErrorInvalidValue, "pitch %zu, for a width of %zu", pitch, width);
    return cudaSuccess;
}

static cudaError_t copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind, cudaStream_t stream, enum swrt_waiting waiting) {
    struct swrt_copy copy = {{dst, dpitch, 0}, {(char *)src, spitch, 0}, {width, height, 1}, NULL};
    SWRT_TRY(swrt_check_device());
    if (swrt_shape_empty(copy.shape))
        return cudaSuccess;
    SWRT_TRY(swrt_copy_check_kind(kind));
    SWRT_TRY(check_pitch(dpitch, width, height));
    SWRT_TRY(check_pitch(spitch, width, height));
    return swrt_copy_submit(&copy, kind, stream, waiting);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind) {
    return swrt_fail(copy_2d(dst, dpitch, src, spitch, width, height, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(copy_2d(dst, dpitch, src, spitch, width, height, kind, stream, SWRT_ASYNC));
}

static cudaError_t fill_2d(void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream,
                           enum swrt_waiting waiting) {
    struct swrt_fill fill = {{dst, pitch, 0}, {width, height, 1}, value, NULL};
    SWRT_TRY(swrt_check_device());
    if (swrt_shape_empty(fill.shape))
        return cudaSuccess;
    if (height > 1 && pitch < width)
        return swrt_because(cudaErrorInvalidValue, "rows of %zu byte%s with a pitch of %zu", width, swrt_s(width),
                            pitch);
    return swrt_fill_submit(&fill, stream, waiting);
}

cudaError_t cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height) {
    return swrt_fail(fill_2d(devPtr, pitch, value, width, height, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    return swrt_fail(fill_2d(devPtr, pitch, value, width, height, stream, SWRT_ASYNC));
}
