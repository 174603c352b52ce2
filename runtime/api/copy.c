/* cudaMemcpy and cudaMemset of linear memory (CUDA Runtime API, "Memory Management"). */
#include "device/device.h"
#include "memory/copy.h"
#include "report/error.h"

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind) {
    return swrt_fail(swrt_copy_linear(dst, src, count, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(swrt_copy_linear(dst, src, count, kind, stream, SWRT_ASYNC));
}

static cudaError_t check_devices(int dst_device, int src_device) {
    SWRT_TRY(swrt_check_device());
    if (swrt_device_valid(dst_device) && swrt_device_valid(src_device))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidDevice, "from device %d to device %d, of %d", src_device, dst_device,
                        swrt_device_count());
}

static cudaError_t copy_peer(void *dst, int dst_device, const void *src, int src_device, size_t count,
                             cudaStream_t stream, enum swrt_waiting waiting) {
    SWRT_TRY(check_devices(dst_device, src_device));
    return swrt_copy_linear(dst, src, count, cudaMemcpyDeviceToDevice, stream, waiting);
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count) {
    return swrt_fail(copy_peer(dst, dstDevice, src, srcDevice, count, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
                                cudaStream_t stream) {
    return swrt_fail(copy_peer(dst, dstDevice, src, srcDevice, count, stream, SWRT_ASYNC));
}

static cudaError_t fill_linear(void *dst, int value, size_t count, cudaStream_t stream, enum swrt_waiting waiting) {
    struct swrt_fill fill = {{dst, count, count}, {count, 1, 1}, value, NULL};
    SWRT_TRY(swrt_check_device());
    return count ? swrt_fill_submit(&fill, stream, waiting) : cudaSuccess;
}

cudaError_t cudaMemset(void *devPtr, int value, size_t count) {
    return swrt_fail(fill_linear(devPtr, value, count, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream) {
    return swrt_fail(fill_linear(devPtr, value, count, stream, SWRT_ASYNC));
}
