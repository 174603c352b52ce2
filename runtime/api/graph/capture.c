/* Entry points of stream capture. CUDA Runtime API reference, "Stream Management". */
#include <stdlib.h>

#include "graph/capture_internal.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static cudaError_t begin(struct CUstream_st *stream, struct CUgraph_st *graph, struct CUgraphNode_st *const *before,
                         size_t count, enum cudaStreamCaptureMode mode) {
    bool to_graph = graph;
    if (!to_graph && !(graph = swrt_graph_create(false)))
        return cudaErrorMemoryAllocation;
    struct swrt_capture *capture = swrt_capture_begin(graph, mode);
    struct swrt_capturing *capturing = capture ? swrt_capture_join(capture, stream) : NULL;
    if (!capturing)
        return cudaErrorMemoryAllocation;
    capture->to_graph = to_graph;
    capture->origin = stream;
    for (size_t i = 0; i < count; i++)
        if (!swrt_nodes_have(&capturing->tips, before[i]) && !swrt_nodes_add(&capturing->tips, before[i]))
            return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

/* With the lock held. */
static cudaError_t check_begin(const struct CUstream_st *stream, enum cudaStreamCaptureMode mode) {
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return swrt_because(cudaErrorInvalidValue, "there is no capture mode %d", (int)mode);
    if (stream->is_null)
        return swrt_because(cudaErrorStreamCaptureUnsupported, "the legacy stream cannot capture");
    return stream->capturing ? swrt_because(cudaErrorIllegalState, "the stream captures already") : cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    cudaError_t error = check_begin(stream, mode);
    if (!error)
        error = begin(stream, NULL, NULL, 0, mode);
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t begin_to_graph(struct CUstream_st *stream, struct CUgraph_st *graph,
                                  struct CUgraphNode_st *const *before, size_t count, enum cudaStreamCaptureMode mode) {
    SWRT_TRY(check_begin(stream, mode));
    if (!swrt_is_graph(graph))
        return swrt_because(cudaErrorInvalidValue, "%p is not a graph", (void *)graph);
    if (graph->capturing)
        return swrt_because(cudaErrorInvalidValue, "a stream captures to the graph already");
    SWRT_TRY(swrt_graph_check(graph, before, count));
    return begin(stream, graph, before, count, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                          enum cudaStreamCaptureMode mode) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    SWRT_TRY(swrt_fail(swrt_graph_check_edges(dependencyData, numDependencies)));
    swrt_lock();
    cudaError_t error = begin_to_graph(swrt_stream_find(handle), graph, dependencies, numDependencies, mode);
    swrt_unlock();
    return swrt_fail(error);
}

static bool mark(const struct swrt_nodes *nodes, struct swrt_nodes *marked) {
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i]->mark)
            continue;
        nodes->at[i]->mark = 1;
        if (!swrt_nodes_add(marked, nodes->at[i]))
            return false;
    }
    return true;
}

/* Marks the nodes, and all that come before them. */
static bool mark_back(const struct swrt_nodes *nodes) {
    struct swrt_nodes marked = {0};
    bool done = mark(nodes, &marked);
    for (size_t i = 0; done && i < marked.count; i++)
        done = mark(&marked.at[i]->before, &marked);
    free(marked.at);
    return done;
}

/* Whether all that other streams captured comes before what the first one captured last. */
static bool is_joined(const struct swrt_capture *capture) {
    for (size_t i = 0; i < capture->graph->nodes.count; i++)
        capture->graph->nodes.at[i]->mark = 0;
    if (!mark_back(&capture->origin->capturing->tips))
        return false;
    for (const struct swrt_capturing *capturing = capture->streams; capturing; capturing = capturing->next)
        for (size_t i = 0; i < capturing->tips.count; i++)
            if (!capturing->tips.at[i]->mark)
                return false;
    return true;
}

static cudaError_t end(struct CUstream_st *stream, struct CUgraph_st **out) {
    struct swrt_capture *capture = stream ? swrt_capture_of(stream) : NULL;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (!capture)
        return swrt_because(cudaErrorIllegalState, "the stream does not capture");
    if (capture->origin != stream) {
        capture->invalid = true;
        return cudaErrorStreamCaptureUnmatched;
    }
    if (capture->mode != cudaStreamCaptureModeRelaxed && !swrt_thread_is_this(capture->thread))
        return cudaErrorStreamCaptureWrongThread;
    cudaError_t error = capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
    if (!error && !is_joined(capture))
        error = cudaErrorStreamCaptureUnjoined;
    struct CUgraph_st *graph = capture->graph;
    bool to_graph = capture->to_graph;
    for (size_t i = 0; !error && i < stream->capturing->tips.count; i++)
        swrt_graph_sink(stream->capturing->tips.at[i]);
    swrt_capture_end(capture);
    if (error && !to_graph)
        swrt_graph_destroy(graph);
    if (!error)
        *out = graph;
    return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *pGraph) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    struct CUgraph_st *graph = NULL;
    swrt_lock();
    cudaError_t error = end(swrt_stream_find(handle), &graph);
    swrt_unlock();
    if (pGraph) /* whoever captured to a graph has it already */
        *pGraph = graph;
    swrt_objects_bury();
    return swrt_fail(error);
}

static enum cudaStreamCaptureStatus status_of(const struct swrt_capture *capture) {
    return !capture           ? cudaStreamCaptureStatusNone
           : capture->invalid ? cudaStreamCaptureStatusInvalidated
                              : cudaStreamCaptureStatusActive;
}

/* Asking about the legacy stream while a blocking one captures is an error, but no harm to the capture. */
cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *pCaptureStatus) {
    return cudaStreamGetCaptureInfo_v3(handle, pCaptureStatus, NULL, NULL, NULL, NULL, NULL);
}

static cudaError_t info(const struct CUstream_st *stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                        cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count) {
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (swrt_capture_is_implicit(stream))
        return cudaErrorStreamCaptureImplicit;
    const struct swrt_capture *capture = swrt_capture_of(stream);
    *status = status_of(capture);
    if (*status != cudaStreamCaptureStatusActive)
        return cudaSuccess;
    if (id)
        *id = capture->id;
    if (graph)
        *graph = capture->graph;
    if (nodes)
        *nodes = stream->capturing->tips.at;
    if (count)
        *count = stream->capturing->tips.count;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t handle, enum cudaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, cudaGraph_t *graph_out,
                                        const cudaGraphNode_t **dependencies_out,
                                        const cudaGraphEdgeData **edgeData_out, size_t *numDependencies_out) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    if (!captureStatus_out)
        return swrt_fail(cudaErrorInvalidValue);
    swrt_lock();
    cudaError_t error = info(swrt_stream_find(handle), captureStatus_out, id_out, graph_out, dependencies_out,
                             numDependencies_out);
    swrt_unlock();
    if (edgeData_out) /* there is only one kind of edge */
        *edgeData_out = NULL;
    return swrt_fail(error);
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, cudaGraph_t *graph_out,
                                        const cudaGraphNode_t **dependencies_out, size_t *numDependencies_out) {
    return cudaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out, dependencies_out, NULL,
                                       numDependencies_out);
}

/* Those that the stream goes on without are sinks from now on. */
static void drop_tips(struct swrt_nodes *tips, struct CUgraphNode_st *const *nodes, size_t count) {
    const struct swrt_nodes kept = {.at = (struct CUgraphNode_st **)(uintptr_t)nodes, .count = count};
    for (size_t i = 0; i < tips->count; i++)
        if (!swrt_nodes_have(&kept, tips->at[i]))
            swrt_graph_sink(tips->at[i]);
    tips->count = 0;
}

static cudaError_t update(struct CUstream_st *stream, struct CUgraphNode_st *const *nodes, size_t count,
                          unsigned flags) {
    struct swrt_capture *capture = stream ? swrt_capture_of(stream) : NULL;
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    if (flags > cudaStreamSetCaptureDependencies)
        return cudaErrorInvalidValue;
    if (!capture)
        return swrt_because(cudaErrorIllegalState, "the stream does not capture");
    if (capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    SWRT_TRY(swrt_graph_check(capture->graph, nodes, count));
    struct swrt_nodes *tips = &stream->capturing->tips;
    if (flags == cudaStreamSetCaptureDependencies)
        drop_tips(tips, nodes, count);
    for (size_t i = 0; i < count; i++)
        if (!swrt_nodes_have(tips, nodes[i]) && !swrt_nodes_add(tips, nodes[i]))
            return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t handle, cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                                   unsigned int flags) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    SWRT_TRY(swrt_fail(swrt_graph_check_edges(dependencyData, numDependencies)));
    swrt_lock();
    cudaError_t error = update(swrt_stream_find(handle), dependencies, numDependencies, flags);
    swrt_unlock();
    return swrt_fail(error);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                size_t numDependencies, unsigned int flags) {
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, NULL, numDependencies, flags);
}
