/* Capturing cudaMallocAsync and cudaFreeAsync: they become allocation and free nodes (CUDA C++ Programming Guide, "Graph
 * Memory Nodes"). */
#include "graph/capture.h"
#include "graph/make.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static cudaError_t capture_alloc(void **out, size_t bytes, int device, struct CUstream_st *stream) {
    struct cudaMemAllocNodeParams params = {
        .poolProps = {.allocType = cudaMemAllocationTypePinned, .location = {cudaMemLocationTypeDevice, device}},
        .bytesize = bytes,
    };
    struct swrt_work *work;
    SWRT_TRY(swrt_make_alloc(&work, &params));
    *out = work->memory->params.dptr;
    return swrt_capture_work(stream, work);
}

cudaError_t swrt_capture_pool_alloc(void **out, size_t bytes, int device, cudaStream_t handle, bool *captured) {
    *captured = false;
    if (!swrt_engine.captures)
        return cudaSuccess;
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    cudaError_t error = stream ? swrt_capture_check(stream, captured) : cudaErrorInvalidResourceHandle;
    if (!error && *captured)
        error = capture_alloc(out, bytes, device, stream);
    swrt_unlock();
    return error;
}

static cudaError_t capture_free(void *address, struct CUstream_st *stream) {
    struct swrt_work *work;
    SWRT_TRY(swrt_make_free(&work, address));
    return swrt_capture_work(stream, work);
}

bool swrt_capture_pool_free(void *address, cudaStream_t handle, cudaError_t *error) {
    bool captured = false;
    if (!swrt_engine.captures)
        return false;
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    *error = stream ? swrt_capture_check(stream, &captured) : cudaErrorInvalidResourceHandle;
    if (!*error && captured)
        *error = capture_free(address, stream);
    swrt_unlock();
    return captured || *error;
}
