/* Streams: how handles name them, how they live and end, and submitting work that is no kernel.
 *
 * A stream is only a place where ops are lined up (op.c draws the edges). Destroying one with work pending returns at
 * once: the ops still hold it, and the last of them frees it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "check/check.h"
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/stream.h"

bool swrt_stream_is_blocking(const struct CUstream_st *stream) {
    return !(stream->flags & cudaStreamNonBlocking);
}

struct CUstream_st *swrt_stream_create(int device, unsigned flags, int priority) {
    struct CUstream_st *stream = calloc(1, sizeof *stream);
    if (!stream || !swrt_handle_add(stream)) {
        free(stream);
        return NULL;
    }
    struct swrt_device_state *state = swrt_device_state(device);
    stream->tag = SWRT_TAG_STREAM;
    stream->flags = flags;
    stream->priority = priority;
    stream->domains.remote = 1;
    stream->device = device;
    stream->id = ++swrt_engine.stream_ids;
    stream->refs = 1;
    stream->next = state->streams;
    state->streams->prev = stream;
    state->streams = stream;
    return stream;
}

void swrt_stream_release(struct CUstream_st *stream) {
    assert(swrt_is_locked() && stream->refs);
    if (--stream->refs)
        return;
    assert(!stream->pending && !stream->is_null);
    if (stream->prev)
        stream->prev->next = stream->next;
    else
        swrt_engine.devices[stream->device].streams = stream->next;
    if (stream->next)
        stream->next->prev = stream->prev;
    swrt_check_forget(&stream->clock);
    free(stream);
}

void swrt_stream_destroy(struct CUstream_st *stream) {
    stream->destroyed = true;
    if (stream->capturing)
        swrt_engine.recorder->forget_stream(stream);
    swrt_handle_remove(stream);
    swrt_stream_release(stream);
}

void swrt_streams_thread_ends(struct swrt_thread *self) {
    swrt_lock();
    for (int i = 0; i < SWRT_MAX_DEVICES; i++)
        if (self->streams[i])
            swrt_stream_destroy(self->streams[i]);
    swrt_unlock();
}

static struct CUstream_st *own_stream(int device) {
    struct CUstream_st **mine = &swrt_self_noted()->streams[device];
    if (*mine)
        return *mine;
    struct CUstream_st *stream = swrt_stream_create(device, cudaStreamDefault, SWRT_PRIORITY_LOW);
    if (!stream)
        return NULL;
    stream->is_per_thread = true;
    return *mine = stream;
}

struct CUstream_st *swrt_stream_find(cudaStream_t handle) {
    swrt_engine_start();
    int device = swrt_current_device();
    if (device < 0 || device >= SWRT_MAX_DEVICES)
        return NULL;
    if (handle == cudaStreamPerThread || (!handle && swrt_self()->null_is_own))
        return own_stream(device);
    if (!handle || handle == cudaStreamLegacy)
        return &swrt_device_state(device)->null_stream;
    return swrt_handle_is(handle, SWRT_TAG_STREAM) ? handle : NULL;
}

static void drop_streams(struct swrt_device_state *state) {
    for (struct CUstream_st *stream = state->streams, *next; stream; stream = next) {
        next = stream->next;
        if (!stream->is_null && !stream->is_per_thread && !stream->destroyed)
            swrt_stream_destroy(stream);
    }
}

void swrt_engine_reset(int device) {
    swrt_engine_start();
    if (device < 0 || device >= SWRT_MAX_DEVICES)
        return;
    swrt_device_wait(device);
    swrt_lock();
    drop_streams(swrt_device_state(device));
    swrt_events_drop(device);
    swrt_unlock();
    if (swrt_engine.runner)
        swrt_engine.runner->reset(device);
    swrt_clear_sticky(device);
}
