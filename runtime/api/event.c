/* Entry points of events. CUDA Runtime API reference, "Event Management". Querying and awaiting a finished event is
 * allowed inside host functions, as it is on a GPU. */
#include <stdlib.h>

#include "check/check.h"
#include "device/context.h"
#include "device/device.h"
#include "graph/capture.h"
#include "ipc/event.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"
#include "stream/wait.h"

static struct CUevent_st *find(cudaEvent_t handle) {
    return swrt_handle_is(handle, SWRT_TAG_EVENT) ? handle : NULL;
}

/* With the lock held. */
static struct CUevent_st *make_event(int device, unsigned flags) {
    struct CUevent_st *event = swrt_event_create(device, flags);
    if (!event || !(flags & cudaEventInterprocess) || swrt_shared_event_create(event))
        return event;
    swrt_handle_remove(event);
    swrt_event_release(event);
    return NULL;
}

static cudaError_t create(cudaEvent_t *event, unsigned flags) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    SWRT_TRY(swrt_check_device());
    if (!event || flags & ~known || (flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    swrt_engine_start();
    swrt_lock();
    *event = make_event(swrt_current_device(), flags);
    swrt_unlock();
    return *event ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return swrt_fail(create(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    return swrt_fail(create(event, flags));
}

/* An event may be destroyed while its record is pending; the record then frees it. */
cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    cudaError_t error = swrt_check_device();
    if (error)
        return swrt_fail(error);
    swrt_lock();
    struct CUevent_st *event = find(handle);
    if (event) {
        event->destroyed = true;
        swrt_handle_remove(event);
        swrt_event_release(event);
    }
    swrt_unlock();
    return swrt_fail(event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

/* With the lock held. */
static cudaError_t submit_record(cudaEvent_t handle, cudaStream_t stream_handle, bool external) {
    bool capturing;
    struct CUevent_st *event = find(handle);
    struct CUstream_st *stream = event ? swrt_stream_find(stream_handle) : NULL;
    if (!stream || stream->device != event->device)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_capture_check(stream, &capturing));
    if (capturing)
        return swrt_capture_record(stream, event, external);
    if (external)
        return swrt_because(cudaErrorIllegalState, "an external record outside a capture");
    swrt_capture_forget_event(event);
    struct swrt_op *op = swrt_op_create(&swrt_kind_record, stream);
    if (!op)
        return cudaErrorMemoryAllocation;
    op->event = event;
    event->refs++;
    event->recorded = true;
    event->pending = op;
    swrt_shared_event_submit(event, op);
    swrt_op_submit(op);
    return cudaSuccess;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (flags & ~(unsigned)cudaEventRecordExternal)
        return cudaErrorInvalidValue;
    swrt_lock();
    cudaError_t error = submit_record(event, stream, flags);
    swrt_unlock();
    return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return swrt_fail(record(event, stream, 0));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    return swrt_fail(record(event, stream, flags));
}

static cudaError_t submit_wait(cudaStream_t stream_handle, cudaEvent_t handle, bool external) {
    bool captured;
    struct CUevent_st *event = find(handle);
    struct CUstream_st *stream = event ? swrt_stream_find(stream_handle) : NULL;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_capture_wait(stream, event, external, &captured));
    if (captured)
        return cudaSuccess;
    if (external)
        return swrt_because(cudaErrorIllegalState, "an external wait outside a capture");
    uint64_t turn;
    if (swrt_shared_event_remote(event, &turn))
        return swrt_shared_event_stream_wait(stream, event, turn);
    if (!event->pending || event->pending->stream == stream)
        return swrt_check_stream_waits(stream, event), cudaSuccess; /* over, or before us anyway */
    struct swrt_op *op = swrt_op_create(&swrt_kind_mark, stream);
    if (!op)
        return cudaErrorMemoryAllocation;
    swrt_op_after(op, event->pending);
    swrt_op_submit(op);
    return cudaSuccess;
}

static cudaError_t stream_wait(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (flags & ~(unsigned)cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    swrt_lock();
    cudaError_t error = submit_wait(stream, event, flags);
    swrt_unlock();
    return error;
}

/* An event that was never recorded does not delay the stream. */
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    return swrt_fail(stream_wait(stream, event, flags));
}

/* The asynchronous error of the event's device, or that there is no such event. With the lock held. */
static cudaError_t event_error(const struct CUevent_st *event) {
    return event ? swrt_sticky(event->device) : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    if (swrt_context_check_process())
        return swrt_fail(cudaErrorInitializationError);
    swrt_lock();
    struct CUevent_st *event = find(handle);
    cudaError_t error = event_error(event);
    if (!error)
        error = swrt_capture_refuse_event(event);
    uint64_t turn;
    bool pending = !error && (event->pending || swrt_shared_event_remote(event, &turn));
    if (!error && !pending)
        swrt_check_host_saw_event(event);
    if (pending)
        swrt_patience_ends();
    swrt_unlock();
    return pending ? cudaErrorNotReady : swrt_fail(error);
}

static cudaError_t wait_for(struct CUevent_st *event) {
    int device = event->device;
    SWRT_TRY(swrt_capture_refuse_event(event));
    uint64_t turn;
    if (swrt_shared_event_remote(event, &turn))
        swrt_shared_event_wait(event, turn);
    if (!event->pending) {
        swrt_check_host_saw_event(event);
        return swrt_sticky(device);
    }
    if (swrt_self()->callback)
        return cudaErrorNotPermitted;
    if (event->pending->outside)
        swrt_wait_op(event->pending);
    else
        swrt_wait_seq(event->pending->stream, event->pending->seq);
    return swrt_sticky(device);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    if (swrt_context_check_process())
        return swrt_fail(cudaErrorInitializationError);
    swrt_lock();
    struct CUevent_st *event = find(handle);
    cudaError_t error = event ? wait_for(event) : cudaErrorInvalidResourceHandle;
    swrt_unlock();
    swrt_print_flush();
    return swrt_fail(error);
}

static bool has_time(const struct CUevent_st *event) {
    return event && event->recorded && !(event->flags & cudaEventDisableTiming);
}

/* With the lock held. */
static cudaError_t elapsed(float *ms, const struct CUevent_st *start, const struct CUevent_st *end) {
    if (!has_time(start) || !has_time(end) || start->device != end->device)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_capture_refuse_event(start));
    SWRT_TRY(swrt_capture_refuse_event(end));
    if (start->pending || end->pending)
        return cudaErrorNotReady;
    *ms = (float)((double)(int64_t)(end->time - start->time) / 1e6);
    return cudaSuccess;
}

/* Milliseconds from start's record to end's, with the resolution of the clock (ns). */
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
    cudaError_t error = swrt_check_device();
    if (error || !ms)
        return swrt_fail(error ? error : cudaErrorInvalidValue);
    swrt_lock();
    error = elapsed(ms, find(start), find(end));
    swrt_unlock();
    return error == cudaErrorNotReady ? error : swrt_fail(error);
}

cudaError_t cudaEventElapsedTime_v2(float *ms, cudaEvent_t start, cudaEvent_t end) {
    return cudaEventElapsedTime(ms, start, end);
}
