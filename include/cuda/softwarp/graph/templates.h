/* Graph functions whose parameters differ from CUDA 11 to 12 to 13, as overloads of the C functions in graph.h, and the
 * typed forms of those that take kernels and symbols. C++ only; included by runtime/templates.h. */
#ifndef SOFTWARP_GRAPH_TEMPLATES_H
#define SOFTWARP_GRAPH_TEMPLATES_H

/* ---- CUDA 11's forms ------------------------------------------------------------------------------------------ */

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                               cudaGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize) {
    cudaGraphInstantiateParams params = {};
    cudaError_t error = ::cudaGraphInstantiateWithParams(pGraphExec, graph, &params);
    if (pErrorNode) *pErrorNode = params.errNode_out;
    if (pLogBuffer && bufferSize) *pLogBuffer = 0;
    return error;
}

static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                              cudaGraphNode_t *hErrorNode_out,
                                              enum cudaGraphExecUpdateResult *updateResult_out) {
    cudaGraphExecUpdateResultInfo info = {};
    cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
    if (hErrorNode_out) *hErrorNode_out = info.errorNode;
    if (updateResult_out) *updateResult_out = info.result;
    return error;
}

/* ---- CUDA 11's and 12's form, then CUDA 13's with the edges' data ---------------------------------------------- */

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                                   unsigned long long *id = 0, cudaGraph_t *graph = 0,
                                                   const cudaGraphNode_t **dependencies = 0,
                                                   size_t *numDependencies = 0) {
    return ::cudaStreamGetCaptureInfo_v2(stream, status, id, graph, dependencies, numDependencies);
}

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                                   unsigned long long *id, cudaGraph_t *graph,
                                                   const cudaGraphNode_t **dependencies,
                                                   const cudaGraphEdgeData **edgeData, size_t *numDependencies) {
    return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edgeData, numDependencies);
}

static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                              const cudaGraphEdgeData *edgeData,
                                                              size_t numDependencies, unsigned int flags = 0) {
    return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edgeData, numDependencies, flags);
}

static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                            cudaGraphEdgeData *edgeData, size_t *numEdges) {
    return ::cudaGraphGetEdges_v2(graph, from, to, edgeData, numEdges);
}

static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                                       cudaGraphEdgeData *edgeData, size_t *numDependencies) {
    return ::cudaGraphNodeGetDependencies_v2(node, dependencies, edgeData, numDependencies);
}

static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                                         cudaGraphEdgeData *edgeData, size_t *numDependents) {
    return ::cudaGraphNodeGetDependentNodes_v2(node, dependents, edgeData, numDependents);
}

static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData,
                                                   size_t numDependencies) {
    return ::cudaGraphAddDependencies_v2(graph, from, to, edgeData, numDependencies);
}

static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData,
                                                      size_t numDependencies) {
    return ::cudaGraphRemoveDependencies_v2(graph, from, to, edgeData, numDependencies);
}

static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                           struct cudaGraphNodeParams *nodeParams) {
    return ::cudaGraphAddNode_v2(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}

/* ---- Symbols and objects by type ------------------------------------------------------------------------------ */

template <class T_>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                         const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                                         const T_ &symbol, const void *src, size_t count, size_t offset,
                                                         enum cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies, (const void *)&symbol,
                                            src, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                           const cudaGraphNode_t *pDependencies,
                                                           size_t numDependencies, void *dst, const T_ &symbol,
                                                           size_t count, size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                              (const void *)&symbol, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T_ &symbol, const void *src,
                                                               size_t count, size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const T_ &symbol,
                                                                 size_t count, size_t offset,
                                                                 enum cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count, offset, kind);
}

template <class T_>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                                   const T_ &symbol, const void *src, size_t count,
                                                                   size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, (const void *)&symbol, src, count, offset,
                                                      kind);
}

template <class T_>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                                     void *dst, const T_ &symbol, size_t count,
                                                                     size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, (const void *)&symbol, count, offset,
                                                        kind);
}

/* A user object made of a C++ object: it is deleted when nobody refers to it any more. */
template <class T_>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, T_ *objectToWrap,
                                               unsigned int initialRefcount, unsigned int flags) {
    return ::cudaUserObjectCreate(
        object_out, (void *)objectToWrap, [](void *object) { delete reinterpret_cast<T_ *>(object); }, initialRefcount,
        flags);
}

template <class T_>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, T_ *objectToWrap,
                                               unsigned int initialRefcount, cudaUserObjectFlags flags) {
    return cudaUserObjectCreate(object_out, objectToWrap, initialRefcount, (unsigned int)flags);
}

#endif
