/* Functions whose parameters CUDA 13 changed, in the one form that programs here use. */
#ifndef FORMS_H
#define FORMS_H

#if CUDART_VERSION >= 13000
#define EDGE_DATA nullptr,
#else
#define EDGE_DATA
#endif

static inline cudaError_t get_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
    return cudaGraphGetEdges(graph, from, to, EDGE_DATA count);
}
static inline cudaError_t before(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    return cudaGraphNodeGetDependencies(node, nodes, EDGE_DATA count);
}
static inline cudaError_t after(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    return cudaGraphNodeGetDependentNodes(node, nodes, EDGE_DATA count);
}
static inline cudaError_t link_nodes(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    return cudaGraphAddDependencies(graph, from, to, EDGE_DATA count);
}
static inline cudaError_t unlink_nodes(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    return cudaGraphRemoveDependencies(graph, from, to, EDGE_DATA count);
}
static inline cudaError_t add_node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *nodes, size_t count,
                                   cudaGraphNodeParams *params)
{
    return cudaGraphAddNode(node, graph, nodes, EDGE_DATA count, params);
}
static inline cudaError_t update_dependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count, unsigned flags)
{
    return cudaStreamUpdateCaptureDependencies(stream, nodes, EDGE_DATA count, flags);
}
static inline cudaError_t capture_info(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                       cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, EDGE_DATA count);
}

#endif
