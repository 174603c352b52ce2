/* What device code may call of the runtime API where it may launch kernels (CUDA C++ Programming Guide, "CUDA Dynamic
 * Parallelism", API reference). They are declared without relocatable device code, too, as in CUDA, and refused where they are
 * called.
 *
 * As in system.h a function that overloads a C function of the host's has another name in the object.
 */
#ifndef SOFTWARP_DEVICE_DYNAMIC_H
#define SOFTWARP_DEVICE_DYNAMIC_H

#pragma GCC system_header

#include "../../cuda_device_runtime_api.h"

#pragma push_macro("CALL")
#undef CALL
enum __sw_device_calls {
#define CALL(name, words) __sw_call_##name,
#include "calls.def"
#undef CALL
};
#pragma pop_macro("CALL")

SW_EXTERN int __sw_device_call(unsigned what, unsigned long long *words);
#define SW_CALL(name, words) ((cudaError_t)__sw_device_call(__sw_call_##name, (words)))
#define SW_WORD(value) ((unsigned long long)(value))
#define SW_PAIR(low, high) ((unsigned long long)(low) | (unsigned long long)(high) << 32)
#define SW_RENAMED(name) __asm__("__sw_" #name)

extern "C" {
SW_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned) SW_RENAMED(cudaStreamCreateWithFlags);
SW_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t) SW_RENAMED(cudaStreamDestroy);
SW_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) SW_RENAMED(cudaStreamWaitEvent);
SW_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned) SW_RENAMED(cudaEventCreateWithFlags);
SW_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t) SW_RENAMED(cudaEventDestroy);
SW_DEVICE cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) SW_RENAMED(cudaEventRecord);
SW_DEVICE cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0, unsigned = 0) SW_RENAMED(cudaEventRecordWithFlags);
SW_DEVICE cudaError_t cudaMemcpyAsync(void *, const void *, size_t, enum cudaMemcpyKind, cudaStream_t = 0)
    SW_RENAMED(cudaMemcpyAsync);
SW_DEVICE cudaError_t cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, enum cudaMemcpyKind,
                                        cudaStream_t = 0) SW_RENAMED(cudaMemcpy2DAsync);
SW_DEVICE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *, cudaStream_t = 0) SW_RENAMED(cudaMemcpy3DAsync);
SW_DEVICE cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0) SW_RENAMED(cudaMemsetAsync);
SW_DEVICE cudaError_t cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0)
    SW_RENAMED(cudaMemset2DAsync);
SW_DEVICE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr, int, struct cudaExtent, cudaStream_t = 0)
    SW_RENAMED(cudaMemset3DAsync);
SW_DEVICE cudaError_t cudaDeviceGetAttribute(int *, enum cudaDeviceAttr, int) SW_RENAMED(cudaDeviceGetAttribute);
SW_DEVICE cudaError_t cudaDeviceGetLimit(size_t *, enum cudaLimit) SW_RENAMED(cudaDeviceGetLimit);
SW_DEVICE cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *) SW_RENAMED(cudaDeviceGetCacheConfig);
SW_DEVICE cudaError_t cudaGetDevice(int *) SW_RENAMED(cudaGetDevice);
SW_DEVICE cudaError_t cudaGetDeviceCount(int *) SW_RENAMED(cudaGetDeviceCount);
SW_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *) SW_RENAMED(cudaFuncGetAttributes);
SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t)
    SW_RENAMED(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int, size_t, unsigned)
    SW_RENAMED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);

/* ---- Streams and events ------------------------------------------------------------------------------------------ */

SW_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    unsigned long long words[] = {flags, 0};
    cudaError_t error = SW_CALL(stream_create, words);
    *stream = (cudaStream_t)words[1];
    return error;
}

SW_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(stream)};
    return SW_CALL(stream_destroy, words);
}

SW_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    unsigned long long words[] = {SW_WORD(stream), SW_WORD(event), flags};
    return SW_CALL(stream_wait, words);
}

SW_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    unsigned long long words[] = {flags, 0};
    cudaError_t error = SW_CALL(event_create, words);
    *event = (cudaEvent_t)words[1];
    return error;
}

SW_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t event) {
    unsigned long long words[] = {SW_WORD(event)};
    return SW_CALL(event_destroy, words);
}

SW_DEVICE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(event), SW_WORD(stream)};
    return SW_CALL(event_record, words);
}

SW_DEVICE cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return flags ? cudaErrorInvalidValue : cudaEventRecord(event, stream);
}

/* ---- Copies and fills -------------------------------------------------------------------------------------------- */

SW_DEVICE cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                                        size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(dst), dpitch,          SW_WORD(src),    spitch,        width,          height, 1,
                                  dpitch * height, spitch * height, SW_WORD(kind), SW_WORD(stream)};
    return SW_CALL(copy, words);
}

SW_DEVICE cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    return cudaMemcpy2DAsync(dst, count, src, count, count, 1, kind, stream);
}

/* Of pitched memory; CUDA's device code has no arrays. */
SW_DEVICE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    if (p->srcArray || p->dstArray) return cudaErrorInvalidValue;
    size_t to_slice = p->dstPtr.pitch * p->dstPtr.ysize, from_slice = p->srcPtr.pitch * p->srcPtr.ysize;
    char *to = (char *)p->dstPtr.ptr + p->dstPos.z * to_slice + p->dstPos.y * p->dstPtr.pitch + p->dstPos.x;
    char *from = (char *)p->srcPtr.ptr + p->srcPos.z * from_slice + p->srcPos.y * p->srcPtr.pitch + p->srcPos.x;
    unsigned long long words[] = {SW_WORD(to), p->dstPtr.pitch, SW_WORD(from), p->srcPtr.pitch, p->extent.width,
                                  p->extent.height, p->extent.depth, to_slice, from_slice, SW_WORD(p->kind),
                                  SW_WORD(stream)};
    return SW_CALL(copy, words);
}

SW_DEVICE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr memory, int value, struct cudaExtent extent,
                                        cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(memory.ptr), memory.pitch, SW_WORD((unsigned)value), extent.width, extent.height,
                                  extent.depth, memory.pitch * memory.ysize, SW_WORD(stream)};
    return SW_CALL(fill, words);
}

SW_DEVICE cudaError_t cudaMemset2DAsync(void *memory, size_t pitch, int value, size_t width, size_t height,
                                        cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(memory), pitch, SW_WORD((unsigned)value), width, height, 1, pitch * height,
                                  SW_WORD(stream)};
    return SW_CALL(fill, words);
}

SW_DEVICE cudaError_t cudaMemsetAsync(void *memory, int value, size_t count, cudaStream_t stream) {
    return cudaMemset2DAsync(memory, count, value, count, 1, stream);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

SW_DEVICE cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    unsigned long long words[] = {SW_WORD(attribute), SW_WORD((unsigned)device), 0};
    cudaError_t error = SW_CALL(attribute_of, words);
    if (!error) *value = (int)words[2];
    return error;
}

SW_DEVICE cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    unsigned long long words[] = {SW_WORD(limit), 0};
    cudaError_t error = SW_CALL(limit_of, words);
    if (!error) *value = words[1];
    return error;
}

SW_DEVICE cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

SW_DEVICE cudaError_t cudaGetDevice(int *device) {
    unsigned long long words[2];
    cudaError_t error = SW_CALL(devices, words);
    *device = (int)words[0];
    return error;
}

SW_DEVICE cudaError_t cudaGetDeviceCount(int *count) {
    unsigned long long words[2];
    cudaError_t error = SW_CALL(devices, words);
    *count = (int)words[1];
    return error;
}

SW_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
    unsigned long long words[] = {SW_WORD(kernel), SW_WORD(attributes)};
    return SW_CALL(function_of, words);
}

SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads,
                                                                    size_t shared) {
    unsigned long long words[] = {SW_WORD(kernel), SW_WORD((unsigned)threads), shared, 0};
    cudaError_t error = SW_CALL(occupancy, words);
    if (!error) *blocks = (int)words[3];
    return error;
}

SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int threads,
                                                                             size_t shared, unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}

/* ---- Launches in parts, for libraries that write them out -------------------------------------------------------- */

/* alignment: at most that of memory from the heap. */
SW_DEVICE void *cudaGetParameterBuffer(size_t, size_t size) {
    unsigned long long words[] = {size, 0};
    SW_CALL(get_buffer, words);
    return (void *)words[1];
}

SW_DEVICE cudaError_t cudaLaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned shared,
                                       cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(kernel), SW_WORD(buffer), 0, SW_PAIR(grid.x, grid.y), SW_PAIR(grid.z, block.x),
                                  SW_PAIR(block.y, block.z), shared, SW_WORD(stream)};
    return SW_CALL(launch_buffer, words);
}

SW_DEVICE void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared) {
    unsigned long long words[] = {SW_WORD(kernel), 0, 0, SW_PAIR(grid.x, grid.y), SW_PAIR(grid.z, block.x),
                                  SW_PAIR(block.y, block.z), shared, 0};
    SW_CALL(get_configured, words);
    return (void *)words[7];
}

SW_DEVICE cudaError_t cudaLaunchDeviceV2(void *buffer, cudaStream_t stream) {
    unsigned long long words[] = {SW_WORD(buffer), SW_WORD(stream)};
    return SW_CALL(launch_configured, words);
}

/* Since CUDA 12 device code does not wait for what it has launched. */
SW_DEVICE cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void) { return cudaErrorNotSupported; }
}

template <class T_> SW_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T_ *kernel) {
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}

template <class T_>
SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T_ kernel, int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}

template <class T_>
SW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T_ kernel, int threads,
                                                                             size_t shared, unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, threads, shared, flags);
}

#endif
