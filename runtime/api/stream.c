/* Entry points of streams. CUDA Runtime API reference, "Stream Management". */
#include <string.h>

#include "base/plural.h"
#include "check/check.h"
#include "device/device.h"
#include "graph/capture.h"
#include "memory/memory.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/stream.h"
#include "stream/wait.h"

static int clamp_priority(int priority) {
    return priority > SWRT_PRIORITY_LOW    ? SWRT_PRIORITY_LOW
           : priority < SWRT_PRIORITY_HIGH ? SWRT_PRIORITY_HIGH
                                           : priority;
}

static cudaError_t create(cudaStream_t *stream, unsigned flags, int priority) {
    SWRT_TRY(swrt_check_device());
    if (!stream || flags & ~(unsigned)cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    swrt_engine_start();
    swrt_lock();
    *stream = swrt_stream_create(swrt_current_device(), flags, clamp_priority(priority));
    swrt_unlock();
    return *stream ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamCreate(cudaStream_t *pStream) {
    return swrt_fail(create(pStream, cudaStreamDefault, SWRT_PRIORITY_LOW));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags) {
    return swrt_fail(create(pStream, flags, SWRT_PRIORITY_LOW));
}

/* A priority outside the range is moved into it, as CUDA does. */
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority) {
    return swrt_fail(create(pStream, flags, priority));
}

/* The lowest priority is the greatest number. */
cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
    cudaError_t error = swrt_check_device();
    if (!error && leastPriority)
        *leastPriority = SWRT_PRIORITY_LOW;
    if (!error && greatestPriority)
        *greatestPriority = SWRT_PRIORITY_HIGH;
    return swrt_fail(error);
}

static bool is_reserved(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

static cudaError_t destroy(cudaStream_t handle) {
    SWRT_TRY(swrt_check_device());
    if (is_reserved(handle))
        return cudaErrorInvalidResourceHandle;
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    if (stream)
        swrt_stream_destroy(stream);
    swrt_unlock();
    return stream ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return swrt_fail(destroy(stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    cudaError_t error = swrt_check_device();
    return swrt_fail(error ? error : swrt_stream_wait(stream));
}

static cudaError_t wait_for_device(void) {
    SWRT_TRY(swrt_check_device());
    swrt_lock();
    cudaError_t error = swrt_engine.captures ? swrt_capture_refuse_device(swrt_current_device()) : cudaSuccess;
    swrt_unlock();
    return error ? error : swrt_device_wait(swrt_current_device());
}

/* Waits for everything submitted to the current device before. CUDA Runtime API reference, "Device Management". */
cudaError_t cudaDeviceSynchronize(void) {
    return swrt_fail(wait_for_device());
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    cudaError_t error = swrt_check_device();
    if (error)
        return swrt_fail(error);
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    bool busy = stream && swrt_stream_look(stream);
    int device = stream ? stream->device : 0;
    if (stream && swrt_engine.captures)
        error = swrt_capture_refuse(stream);
    swrt_unlock();
    if (error)
        return swrt_fail(error);
    if (!stream)
        return swrt_fail(cudaErrorInvalidResourceHandle);
    /* Not an error: the last error stays as it is. */
    return busy ? cudaErrorNotReady : swrt_fail(swrt_sticky(device));
}

/* What a question about a stream copies out of it, so that nobody touches it without the lock. */
struct facts {
    unsigned flags;
    int priority, device;
    uint64_t id;
};

static cudaError_t ask(cudaStream_t handle, const void *answer, struct facts *facts) {
    SWRT_TRY(swrt_check_device());
    if (!answer)
        return cudaErrorInvalidValue;
    swrt_lock();
    const struct CUstream_st *stream = swrt_stream_find(handle);
    if (stream)
        *facts = (struct facts){stream->flags, stream->priority, stream->device, stream->id};
    swrt_unlock();
    return stream ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority) {
    struct facts facts;
    cudaError_t error = ask(hStream, priority, &facts);
    if (!error)
        *priority = facts.priority;
    return swrt_fail(error);
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags) {
    struct facts facts;
    cudaError_t error = ask(hStream, flags, &facts);
    if (!error)
        *flags = facts.flags;
    return swrt_fail(error);
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId) {
    struct facts facts;
    cudaError_t error = ask(hStream, streamId, &facts);
    if (!error)
        *streamId = facts.id;
    return swrt_fail(error);
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device) {
    struct facts facts;
    cudaError_t error = ask(hStream, device, &facts);
    if (!error)
        *device = facts.device;
    return swrt_fail(error);
}

static cudaError_t attach(cudaStream_t stream, const void *address, size_t length, unsigned flags) {
    struct facts facts;
    struct swrt_allocation found;
    SWRT_TRY(ask(stream, address, &facts));
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return cudaErrorInvalidValue;
    bool is_null = stream ? stream == cudaStreamLegacy : !swrt_self()->null_is_own;
    if (flags == cudaMemAttachSingle && is_null)
        return swrt_because(cudaErrorInvalidValue, "memory cannot be attached to the null stream alone");
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind == SWRT_MEMORY_NONE)
        return cudaSuccess; /* the system's memory, which devices reach too */
    if (kind != SWRT_MEMORY_MANAGED || found.base != address)
        return swrt_because(cudaErrorInvalidValue, "%p is not where managed memory begins", address);
    if (length && length != found.bytes)
        return swrt_because(cudaErrorInvalidValue, "%zu of %zu byte%s", length, found.bytes, swrt_s(found.bytes));
    return cudaSuccess;
}

/* Managed memory is one object for host and device, so attaching it changes nothing. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length, unsigned int flags) {
    return swrt_fail(attach(stream, devPtr, length, flags));
}
