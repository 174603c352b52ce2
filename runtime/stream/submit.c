/* Calls in stream order: copies, fills, stream-ordered allocation.
 *
 * A caller that waits for its call claims it: when its turn comes the calling thread runs it itself, so a synchronous
 * copy on an idle stream costs no change of threads.
 */
#include <string.h>

#include "check/check.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"
#include "stream/wait.h"
#include "stream/verifier.h"

cudaError_t swrt_stream_captures(struct CUstream_st *stream, bool *capturing) {
    *capturing = false;
    return swrt_engine.captures ? swrt_engine.recorder->check(stream, capturing) : cudaSuccess;
}

cudaError_t swrt_stream_refuse(struct CUstream_st *stream) {
    return swrt_engine.captures ? swrt_engine.recorder->refuse(stream) : cudaSuccess;
}

static struct swrt_op *create_call(struct CUstream_st *stream, const struct swrt_op_kind *kind) {
    swrt_wait_for_room(stream);
    return swrt_op_create(kind, stream);
}

static cudaError_t submit(cudaStream_t handle, cudaError_t (*run)(void *), const void *data, size_t bytes) {
    bool capturing;
    struct CUstream_st *stream = swrt_stream_find(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_stream_captures(stream, &capturing));
    if (capturing)
        return swrt_engine.recorder->call(stream, run, data, bytes);
    struct swrt_op *op = create_call(stream, &swrt_kind_call);
    if (!op)
        return cudaErrorMemoryAllocation;
    if (!swrt_op_payload(op, bytes)) {
        swrt_op_discard(op);
        return cudaErrorMemoryAllocation;
    }
    if (bytes)
        memcpy(op->payload, data, bytes);
    op->call = (struct swrt_call){.run = run, .data = op->payload};
    swrt_op_submit(op);
    return cudaSuccess;
}

cudaError_t swrt_stream_submit(cudaStream_t stream, cudaError_t (*run)(void *data), const void *data, size_t bytes) {
    swrt_lock();
    cudaError_t error = submit(stream, run, data, bytes);
    swrt_unlock();
    return error;
}

static cudaError_t submit_wait(cudaStream_t handle, cudaError_t (*run)(void *), void *data) {
    struct CUstream_st *stream = swrt_stream_find(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_stream_refuse(stream));
    struct swrt_op *op = create_call(stream, &swrt_kind_claimed);
    if (!op)
        return cudaErrorMemoryAllocation;
    int device = op->stream->device;
    swrt_op_submit(op);
    struct swrt_waiter waiter = {.op = op, .stream = op->stream, .seq = op->seq, .every_blocking = op->stream->is_null};
    swrt_wait(&waiter);
    swrt_check_host_runs(op);
    cudaError_t error = swrt_sticky(device);
    if (!error) {
        swrt_call_begins();
        swrt_unlock();
        error = run(data);
        swrt_lock();
        swrt_call_ends();
    }
    swrt_op_complete(op);
    return error;
}

cudaError_t swrt_stream_submit_wait(cudaStream_t stream, cudaError_t (*run)(void *data), void *data) {
    swrt_lock();
    cudaError_t error = submit_wait(stream, run, data);
    swrt_unlock();
    swrt_runner_flush();
    return error;
}
