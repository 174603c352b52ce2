/* Stream capture: calls on a stream become nodes of a graph (CUDA C++ Programming Guide, "Creating a Graph Using Stream
 * Capture").
 *
 * A *capture* is one graph in the making. A stream that takes part has *tips*, the nodes that its next one comes after;
 * an event recorded in it carries them to other streams, which thereby take part too. An error makes the capture
 * invalid; it still lasts until cudaStreamEndCapture (api/graph/capture.c: the calls that begin and end one).
 */
#include <stdlib.h>

#include "graph/capture_internal.h"
#include "os/thread/thread.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static struct swrt_capture *captures;

static bool add_tips(struct swrt_nodes *to, const struct swrt_nodes *from) {
    for (size_t i = 0; i < from->count; i++)
        if (!swrt_nodes_have(to, from->at[i]) && !swrt_nodes_add(to, from->at[i]))
            return false;
    return true;
}

struct swrt_capture *swrt_capture_find(uint64_t id) {
    struct swrt_capture *capture = captures;
    while (capture && capture->id != id)
        capture = capture->next;
    return capture;
}

struct swrt_capture *swrt_capture_of(const struct CUstream_st *stream) {
    return stream->capturing ? stream->capturing->capture : NULL;
}

struct swrt_capturing *swrt_capture_join(struct swrt_capture *capture, struct CUstream_st *stream) {
    struct swrt_capturing *capturing = calloc(1, sizeof *capturing);
    if (!capturing)
        return NULL;
    *capturing = (struct swrt_capturing){.capture = capture, .stream = stream, .next = capture->streams};
    capture->streams = capturing;
    stream->capturing = capturing;
    return capturing;
}

static const struct swrt_recorder recorder;

struct swrt_capture *swrt_capture_begin(struct CUgraph_st *graph, enum cudaStreamCaptureMode mode) {
    static uint64_t ids;
    struct swrt_capture *capture = calloc(1, sizeof *capture);
    if (!capture)
        return NULL;
    *capture = (struct swrt_capture){
        .graph = graph, .id = ++ids, .mode = mode, .thread = swrt_thread_this(), .next = captures};
    captures = capture;
    graph->capturing = true;
    swrt_engine.recorder = &recorder;
    swrt_engine.captures++;
    return capture;
}

void swrt_capture_end(struct swrt_capture *capture) {
    struct swrt_capture **at = &captures;
    while (*at != capture)
        at = &(*at)->next;
    *at = capture->next;
    for (struct swrt_capturing *capturing = capture->streams, *next; capturing; capturing = next) {
        next = capturing->next;
        if (capturing->stream)
            capturing->stream->capturing = NULL;
        free(capturing->tips.at);
        free(capturing);
    }
    if (capture->graph)
        capture->graph->capturing = false;
    free(capture);
    swrt_engine.captures--;
}

/* ---- What a call on a stream asks ----------------------------------------------------------------------------- */

/* A blocking stream of the device that captures, or null. */
static struct swrt_capture *blocking_capture(int device, struct swrt_capture *after) {
    for (struct swrt_capture *capture = after ? after->next : captures; capture; capture = capture->next)
        for (struct swrt_capturing *capturing = capture->streams; capturing; capturing = capturing->next)
            if (capturing->stream && capturing->stream->device == device && swrt_stream_is_blocking(capturing->stream))
                return capture;
    return NULL;
}

bool swrt_capture_is_implicit(const struct CUstream_st *stream) {
    return stream->is_null && blocking_capture(stream->device, NULL);
}

static cudaError_t refuse_implicit(int device) {
    for (struct swrt_capture *capture = NULL; (capture = blocking_capture(device, capture));)
        capture->invalid = true;
    return cudaErrorStreamCaptureImplicit;
}

cudaError_t swrt_capture_check(struct CUstream_st *stream, bool *capturing) {
    *capturing = false;
    if (!swrt_engine.captures)
        return cudaSuccess;
    if (swrt_self()->recording) {
        *capturing = true;
        return cudaSuccess;
    }
    const struct swrt_capture *capture = swrt_capture_of(stream);
    if (capture && capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    *capturing = capture;
    return swrt_capture_is_implicit(stream) ? refuse_implicit(stream->device) : cudaSuccess;
}

cudaError_t swrt_capture_refuse(struct CUstream_st *stream) {
    bool capturing;
    SWRT_TRY(swrt_capture_check(stream, &capturing));
    if (!capturing)
        return swrt_capture_refuse_unsafe();
    if (swrt_capture_of(stream))
        swrt_capture_of(stream)->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t swrt_capture_refuse_device(int device) {
    cudaError_t error = swrt_engine.captures ? swrt_capture_refuse_unsafe() : cudaSuccess;
    for (struct swrt_capture *capture = captures; capture; capture = capture->next)
        for (struct swrt_capturing *capturing = capture->streams; capturing; capturing = capturing->next)
            if (capturing->stream && capturing->stream->device == device) {
                capture->invalid = true;
                error = cudaErrorStreamCaptureUnsupported;
            }
    return error;
}

/* ---- Calls that are unsafe during captures -------------------------------------------------------------------- */

static bool prohibits(const struct swrt_capture *capture) {
    enum cudaStreamCaptureMode thread_mode = swrt_self()->capture_mode;
    if (thread_mode == cudaStreamCaptureModeRelaxed || capture->mode == cudaStreamCaptureModeRelaxed)
        return false;
    if (swrt_thread_is_this(capture->thread))
        return true;
    return thread_mode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
}

cudaError_t swrt_capture_refuse_unsafe(void) {
    cudaError_t error = cudaSuccess;
    for (struct swrt_capture *capture = captures; capture; capture = capture->next)
        if (prohibits(capture)) {
            capture->invalid = true;
            error = cudaErrorStreamCaptureUnsupported;
        }
    return error;
}

cudaError_t swrt_capture_unsafe(void) {
    if (!swrt_engine.captures)
        return cudaSuccess;
    swrt_lock();
    cudaError_t error = swrt_capture_refuse_unsafe();
    swrt_unlock();
    return error;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return swrt_fail(cudaErrorInvalidValue);
    struct swrt_thread *self = swrt_self_noted();
    enum cudaStreamCaptureMode before = self->capture_mode;
    self->capture_mode = *mode;
    *mode = before;
    return swrt_fail(cudaSuccess);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

void swrt_record_begin(struct swrt_work **work) {
    *work = NULL;
    swrt_engine.recorder = &recorder;
    swrt_engine.captures++;
    swrt_self_noted()->recording = work;
}

void swrt_record_end(void) {
    swrt_self_noted()->recording = NULL;
    swrt_engine.captures--;
}

cudaError_t swrt_capture_work(struct CUstream_st *stream, struct swrt_work *work) {
    if (!work)
        return cudaErrorMemoryAllocation;
    if (swrt_self()->recording) {
        swrt_work_drop(*swrt_self()->recording);
        *swrt_self()->recording = work;
        return cudaSuccess;
    }
    struct swrt_capturing *capturing = stream->capturing;
    struct CUgraph_st *graph = capturing->capture->graph;
    struct CUgraphNode_st *node;
    cudaError_t error = swrt_graph_add(graph, capturing->tips.at, capturing->tips.count, work, &node);
    if (error) {
        capturing->capture->invalid = true;
        return error;
    }
    capturing->tips.count = 0;
    return swrt_nodes_add(&capturing->tips, node) ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t capture_call(struct CUstream_st *stream, cudaError_t (*run)(void *), const void *data,
                                size_t bytes) {
    return swrt_capture_work(stream, swrt_work_call(run, data, bytes));
}

static cudaError_t capture_kernel(struct CUstream_st *stream, const struct swrt_grid *grid, const void *function,
                                  void **args) {
    return swrt_capture_work(stream, swrt_work_kernel(grid, function, args, stream->priority));
}

static cudaError_t capture_box(cudaStream_t handle, bool waits, bool *captured, struct swrt_work *work) {
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    cudaError_t error = stream ? swrt_capture_check(stream, captured) : cudaErrorInvalidResourceHandle;
    if (!error && *captured && waits && !swrt_self()->recording)
        error = swrt_capture_refuse(stream);
    if (!error && *captured)
        error = swrt_capture_work(stream, work);
    else
        swrt_work_drop(work);
    swrt_unlock();
    return error;
}

static cudaError_t capture_copy(const struct swrt_copy *copy, enum cudaMemcpyKind kind, uint32_t dst, uint32_t src,
                                cudaStream_t stream, bool waits, bool *captured) {
    return capture_box(stream, waits, captured, swrt_work_copy(copy, kind, dst, src));
}

static cudaError_t capture_fill(const struct swrt_fill *fill, cudaStream_t stream, bool waits, bool *captured) {
    return capture_box(stream, waits, captured, swrt_work_fill(fill));
}

/* ---- Events --------------------------------------------------------------------------------------------------- */

static cudaError_t capture_event(struct CUstream_st *stream, enum cudaGraphNodeType type, struct CUevent_st *event) {
    SWRT_TRY(swrt_check_node_event(event));
    return swrt_capture_work(stream, swrt_work_event(type, event));
}

void swrt_capture_forget_event(struct CUevent_st *event) {
    if (!event->captured)
        return;
    free(event->captured->tips.at);
    free(event->captured);
    event->captured = NULL;
}

cudaError_t swrt_capture_record(struct CUstream_st *stream, struct CUevent_st *event, bool external) {
    if (external || swrt_self()->recording)
        return capture_event(stream, cudaGraphNodeTypeEventRecord, event);
    struct swrt_captured *captured = calloc(1, sizeof *captured);
    if (!captured)
        return cudaErrorMemoryAllocation;
    captured->id = swrt_capture_of(stream)->id;
    swrt_capture_forget_event(event);
    event->captured = captured;
    return add_tips(&captured->tips, &stream->capturing->tips) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* The capture in which the event was recorded, if that has not ended. */
static struct swrt_capture *capture_of_event(const struct CUevent_st *event) {
    return event->captured ? swrt_capture_find(event->captured->id) : NULL;
}

static cudaError_t wait_for_captured(struct CUstream_st *stream, const struct CUevent_st *event,
                                     struct swrt_capture *capture) {
    struct swrt_capture *own = swrt_capture_of(stream);
    if (own && own != capture) {
        own->invalid = capture->invalid = true;
        return cudaErrorStreamCaptureMerge;
    }
    if (capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream->is_null) {
        capture->invalid = true;
        return cudaErrorStreamCaptureImplicit;
    }
    struct swrt_capturing *capturing = own ? stream->capturing : swrt_capture_join(capture, stream);
    return capturing && add_tips(&capturing->tips, &event->captured->tips) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t swrt_capture_wait(struct CUstream_st *stream, struct CUevent_st *event, bool external, bool *handled) {
    bool capturing;
    *handled = false;
    SWRT_TRY(swrt_capture_check(stream, &capturing));
    *handled = true;
    if (capturing && (external || swrt_self()->recording))
        return capture_event(stream, cudaGraphNodeTypeWaitEvent, event);
    struct swrt_capture *capture = capture_of_event(event);
    if (capture)
        return wait_for_captured(stream, event, capture);
    *handled = capturing;
    if (!capturing || (!event->recorded && !event->captured))
        return cudaSuccess;
    swrt_capture_of(stream)->invalid = true;
    return cudaErrorStreamCaptureIsolation;
}

cudaError_t swrt_capture_refuse_event(const struct CUevent_st *event) {
    if (!swrt_engine.captures)
        return cudaSuccess;
    struct swrt_capture *capture = capture_of_event(event);
    if (!capture)
        return swrt_capture_refuse_unsafe();
    capture->invalid = true;
    return cudaErrorCapturedEvent;
}

/* ---- Ends ----------------------------------------------------------------------------------------------------- */

static void forget_stream(struct CUstream_st *stream) {
    struct swrt_capturing *capturing = stream->capturing;
    if (!capturing)
        return;
    stream->capturing = NULL;
    capturing->stream = NULL;                   /* what it captured has to be joined all the same */
    if (capturing->capture->origin == stream) { /* nobody can end it */
        if (!capturing->capture->to_graph && capturing->capture->graph)
            swrt_graph_destroy(capturing->capture->graph);
        else
            swrt_capture_end(capturing->capture);
    }
}

void swrt_capture_drop_graph(struct CUgraph_st *graph) {
    for (struct swrt_capture *capture = captures; capture; capture = capture->next) {
        if (capture->graph != graph)
            continue;
        capture->graph = NULL;
        capture->invalid = true;
        if (!capture->origin || !capture->origin->capturing)
            swrt_capture_end(capture);
        return;
    }
}

static const struct swrt_recorder recorder = {.check = swrt_capture_check,
                                              .refuse = swrt_capture_refuse,
                                              .call = capture_call,
                                              .kernel = capture_kernel,
                                              .copy = capture_copy,
                                              .fill = capture_fill,
                                              .forget_stream = forget_stream,
                                              .forget_event = swrt_capture_forget_event};
