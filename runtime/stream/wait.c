/* Waiting for ops, and helping meanwhile.
 *
 * A host thread that waits for a stream would otherwise sleep while a pool thread wakes up to do the work; for short
 * kernels the two wake-ups cost more than the kernel. So it takes a free executor and runs blocks of what it waits for.
 * It must not run anything else: a kernel of another stream may be waiting for what this thread does next. When the
 * blocks that it runs begin to wait for something, it passes its executor on to the pool for the same reason.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"
#include "stream/wait.h"
#include "stream/verifier.h"

enum { MOST_LOOKS = 64 };

bool swrt_waiter_done(const struct swrt_waiter *waiter) {
    if (waiter->op)
        return waiter->op->ready;
    if (waiter->room)
        return waiter->stream->pending <= SWRT_MAX_PENDING / 2;
    return atomic_load_explicit(&waiter->stream->completed, memory_order_acquire) >= waiter->seq;
}

bool swrt_waiter_helps(const struct swrt_waiter *waiter, const struct swrt_op *op) {
    if (op->seq <= waiter->device_limit && op->stream->device == waiter->stream->device)
        return true;
    if (op->seq > waiter->seq)
        return false;
    if (op->stream == waiter->stream)
        return true;
    return waiter->every_blocking && op->stream->device == waiter->stream->device &&
           swrt_stream_is_blocking(op->stream);
}

static bool help_with_grid(struct swrt_waiter *waiter) {
    return swrt_engine.num_grids && swrt_engine.runner->help(waiter);
}

void swrt_runner_flush(void) {
    if (swrt_engine.runner)
        swrt_engine.runner->flush();
}

static bool help_with_call(struct swrt_waiter *waiter) {
    unsigned looked = 0;
    for (struct swrt_op *op = swrt_engine.calls.first; op && looked++ < MOST_LOOKS; op = op->next)
        if (swrt_waiter_helps(waiter, op)) {
            swrt_op_list_remove(&swrt_engine.calls, op);
            op->kind->run(op);
            return true;
        }
    return false;
}

static void host_sleeps(const struct swrt_waiter *waiter) {
    if (swrt_verifier)
        swrt_verifier->host_sleeps(waiter);
}

void swrt_wait(struct swrt_waiter *waiter) {
    assert(swrt_is_locked());
    struct CUstream_st *stream = waiter->stream;
    stream->refs++;
    if (swrt_verifier)
        swrt_verifier->host_waits(true);
    while (!swrt_waiter_done(waiter)) {
        if ((swrt_verifier && swrt_verifier->help(waiter)) || help_with_call(waiter) || help_with_grid(waiter))
            continue;
        uint32_t seen = atomic_load(&swrt_engine.done.epoch);
        host_sleeps(waiter);
        swrt_unlock();
        swrt_sleep(&swrt_engine.done, seen);
        swrt_lock();
        host_sleeps(NULL);
    }
    if (swrt_verifier)
        swrt_verifier->host_waits(false);
    swrt_stream_release(stream);
}

static void wait_seq(struct CUstream_st *stream, uint64_t seq, uint64_t device_limit) {
    struct swrt_waiter waiter = {
        .stream = stream, .seq = seq, .every_blocking = stream->is_null, .device_limit = device_limit};
    stream->refs++; /* it may have been destroyed, and end with its work */
    swrt_wait(&waiter);
    swrt_check_host_saw_stream(stream);
    swrt_stream_release(stream);
}

void swrt_wait_seq(struct CUstream_st *stream, uint64_t seq) {
    wait_seq(stream, seq, 0);
}

void swrt_wait_for_room(struct CUstream_st *stream) {
    if (stream->pending < SWRT_MAX_PENDING || swrt_self()->worker || swrt_self()->callback)
        return;
    struct swrt_waiter waiter = {
        .stream = stream, .seq = stream->submitted, .room = true, .every_blocking = stream->is_null};
    swrt_wait(&waiter);
}

void swrt_wait_op(struct swrt_op *op) {
    struct swrt_op *turn = swrt_op_create(&swrt_kind_claimed, op->stream);
    if (!turn)
        swrt_fatal("out of memory for waiting in a stream's order");
    turn->outside = true;
    swrt_op_after(turn, op);
    swrt_op_submit_outside(turn);
    struct swrt_waiter waiter = {.op = turn, .stream = turn->stream};
    swrt_wait(&waiter);
    swrt_op_discard(turn);
}

/* Waiting for the null stream waits for all blocking streams (so it does on a GPU): a mark in it meets them all. */
static uint64_t last_seq(struct CUstream_st *stream) {
    if (stream->is_null) {
        struct swrt_op *mark = swrt_op_create(&swrt_kind_mark, stream);
        if (mark)
            swrt_op_submit(mark);
    }
    return stream->submitted;
}

void swrt_wait_stream(struct CUstream_st *stream) {
    swrt_wait_seq(stream, last_seq(stream));
}

cudaError_t swrt_stream_wait(cudaStream_t handle) {
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    int device = stream ? stream->device : 0;
    cudaError_t error = stream ? swrt_stream_refuse(stream) : cudaSuccess;
    if (stream && !error)
        swrt_wait_stream(stream);
    swrt_unlock();
    swrt_runner_flush();
    if (error)
        return error;
    return stream ? swrt_sticky(device) : cudaErrorInvalidResourceHandle;
}

static struct CUstream_st *busy_stream(struct swrt_device_state *state, uint64_t limit, uint64_t *seq) {
    for (struct CUstream_st *stream = state->streams; stream; stream = stream->next) {
        *seq = stream->submitted < limit ? stream->submitted : limit;
        if (stream->pending && stream->completed < *seq)
            return stream;
    }
    return NULL;
}

cudaError_t swrt_device_wait(int device) {
    if (swrt_self()->callback) /* its stream waits for its end; handlers of exit() that it calls come here */
        return cudaErrorNotPermitted;
    swrt_engine_start();
    if (device < 0 || device >= SWRT_MAX_DEVICES)
        return cudaErrorInvalidDevice;
    swrt_lock();
    uint64_t limit = swrt_engine.seq, seq;
    struct CUstream_st *stream;
    while ((stream = busy_stream(swrt_device_state(device), limit, &seq)))
        wait_seq(stream, seq, limit);
    swrt_check_host_saw_device(device);
    swrt_unlock();
    swrt_runner_flush();
    return swrt_sticky(device);
}

cudaError_t swrt_devices_wait(void) {
    for (int device = 0; device < swrt_device_count(); device++)
        SWRT_TRY(swrt_device_wait(device));
    return cudaSuccess;
}

/* The null stream is busy while any blocking stream is. With the lock held. */
static bool is_busy(const struct CUstream_st *stream) {
    if (stream->pending || !stream->is_null)
        return stream->pending;
    for (struct CUstream_st *other = swrt_device_state(stream->device)->streams; other; other = other->next)
        if (swrt_stream_is_blocking(other) && other->pending)
            return true;
    return false;
}

bool swrt_stream_look(struct CUstream_st *stream) {
    bool busy = is_busy(stream);
    if (busy)
        swrt_patience_ends();
    else
        swrt_check_host_saw_stream(stream);
    return busy;
}

bool swrt_stream_is_busy(cudaStream_t handle) {
    swrt_lock();
    struct CUstream_st *stream = swrt_engine.captures ? NULL : swrt_stream_find(handle);
    bool busy = stream && swrt_stream_look(stream) && !swrt_sticky(stream->device);
    swrt_unlock();
    return busy;
}
