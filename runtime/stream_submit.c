/* Calls in stream order: copies, fills, stream-ordered allocation.
 *
 * A caller that waits for its call claims it: when its turn comes the calling thread runs it itself, so a synchronous
 * copy on an idle stream costs no change of threads.
 */
#include <string.h>

#include "engine_internal.h"

static struct swrt_op *create_call(cudaStream_t handle, enum swrt_op_kind kind, cudaError_t *error) {
    struct CUstream_st *stream = swrt_stream_find(handle);
    *error = stream ? cudaErrorMemoryAllocation : cudaErrorInvalidResourceHandle;
    if (!stream)
        return NULL;
    swrt_wait_for_room(stream);
    return swrt_op_create(kind, stream);
}

static cudaError_t submit(cudaStream_t handle, cudaError_t (*run)(void *), const void *data, size_t bytes) {
    cudaError_t error;
    struct swrt_op *op = create_call(handle, SWRT_OP_CALL, &error);
    if (!op)
        return error;
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
    cudaError_t error;
    struct swrt_op *op = create_call(handle, SWRT_OP_CLAIMED, &error);
    if (!op)
        return error;
    int device = op->stream->device;
    swrt_op_submit(op);
    struct swrt_waiter waiter = {
        .op = op, .stream = op->stream, .seq = op->seq, .every_blocking = op->stream->is_null};
    swrt_wait(&waiter);
    error = swrt_sticky(device);
    if (!error) {
        swrt_unlock();
        error = run(data);
        swrt_lock();
    }
    swrt_op_complete(op);
    return error;
}

cudaError_t swrt_stream_submit_wait(cudaStream_t stream, cudaError_t (*run)(void *data), void *data) {
    swrt_lock();
    cudaError_t error = submit_wait(stream, run, data);
    swrt_unlock();
    swrt_print_flush();
    return error;
}
