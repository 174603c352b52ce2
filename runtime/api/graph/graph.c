/* Entry points of graphs and their structure. CUDA Runtime API reference, "Graph Management". */
#include <stdlib.h>

#include "graph/graph.h"
#include "report/error.h"
#include "stream/engine_internal.h"

/* Every function here: device check, the lock, one function, the last error. */
#define LOCKED(call)                                  \
    cudaError_t error = swrt_check_device();          \
    if (!error) {                                     \
        swrt_lock();                                  \
        error = (call);                               \
        swrt_unlock();                                \
    }                                                 \
    return swrt_fail(error)

cudaError_t swrt_graph_check_edges(const cudaGraphEdgeData *data, size_t count) {
    for (size_t i = 0; data && i < count; i++)
        if (data[i].from_port || data[i].to_port || data[i].type != cudaGraphDependencyTypeDefault)
            return swrt_because(cudaErrorNotSupported, "an edge with ports, or of type %d", data[i].type);
    return cudaSuccess;
}

static cudaError_t create(cudaGraph_t *out, unsigned flags) {
    if (!out || flags)
        return cudaErrorInvalidValue;
    *out = swrt_graph_create(false);
    return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags) {
    LOCKED(create(pGraph, flags));
}

static cudaError_t no_graph(const struct CUgraph_st *graph) {
    return swrt_because(cudaErrorInvalidValue, "%p is not a graph", (const void *)graph);
}

static cudaError_t no_node(const struct CUgraphNode_st *node) {
    return swrt_because(cudaErrorInvalidValue, "%p is not a node of a graph", (const void *)node);
}

static cudaError_t destroy_locked(struct CUgraph_st *graph) {
    if (!swrt_is_graph(graph))
        return no_graph(graph);
    if (graph->owned)
        return swrt_because(cudaErrorInvalidValue, "the graph belongs to a node");
    swrt_graph_destroy(graph);
    return cudaSuccess;
}

static cudaError_t destroy_graph(struct CUgraph_st *graph) {
    LOCKED(destroy_locked(graph));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    cudaError_t error = destroy_graph(graph);
    swrt_objects_bury();
    return swrt_fail(error);
}

static cudaError_t clone_graph(struct CUgraph_st **out, const struct CUgraph_st *graph) {
    if (!out || !swrt_is_graph(graph))
        return no_graph(graph);
    if (swrt_graph_has_memory(graph) || swrt_graph_has(graph, cudaGraphNodeTypeConditional))
        return swrt_because(cudaErrorNotSupported, "a graph that allocates or has conditions cannot be cloned");
    *out = swrt_graph_clone(graph, false);
    return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph) {
    LOCKED(clone_graph(pGraphClone, originalGraph));
}

static cudaError_t find_in_clone(struct CUgraphNode_st **out, const struct CUgraphNode_st *original,
                                 const struct CUgraph_st *clone) {
    if (!out || !swrt_is_node(original) || !swrt_is_graph(clone))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < clone->nodes.count; i++)
        if (clone->nodes.at[i]->original == original) {
            *out = clone->nodes.at[i];
            return cudaSuccess;
        }
    return swrt_because(cudaErrorInvalidValue, "the graph has no clone of that node");
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) {
    LOCKED(find_in_clone(pNode, originalNode, clonedGraph));
}

/* ---- Lists ---------------------------------------------------------------------------------------------------- */

/* The next of the caller's list: places beyond what there is become null, and without a list all are counted. */
struct answer {
    cudaGraphNode_t *at, *to;
    size_t size, count;
};

static void answer(struct answer *list, struct CUgraphNode_st *node, struct CUgraphNode_st *to) {
    if (list->at && list->count < list->size) {
        list->at[list->count] = node;
        if (list->to)
            list->to[list->count] = to;
    }
    list->count++;
}

/* *count becomes the number of nodes given, or, without a list, of all. */
static cudaError_t answered(struct answer *list, size_t *count, cudaGraphEdgeData *data) {
    if (!list->at) {
        *count = list->count;
        return cudaSuccess;
    }
    size_t given = list->count < list->size ? list->count : list->size;
    for (size_t i = given; i < list->size; i++) {
        list->at[i] = NULL;
        if (list->to)
            list->to[i] = NULL;
    }
    for (size_t i = 0; data && i < given; i++)
        data[i] = (cudaGraphEdgeData){0};
    *count = given;
    return cudaSuccess;
}

static cudaError_t get_nodes(const struct CUgraph_st *graph, cudaGraphNode_t *nodes, size_t *count, bool roots) {
    if (!count || !swrt_is_graph(graph))
        return no_graph(graph);
    struct answer list = {.at = nodes, .size = *count};
    for (size_t i = 0; i < graph->nodes.count; i++)
        if (!roots || !graph->nodes.at[i]->before.count)
            answer(&list, graph->nodes.at[i], NULL);
    return answered(&list, count, NULL);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes) {
    LOCKED(get_nodes(graph, nodes, numNodes, false));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes, size_t *pNumRootNodes) {
    LOCKED(get_nodes(graph, pRootNodes, pNumRootNodes, true));
}

static cudaError_t get_edges(const struct CUgraph_st *graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                             cudaGraphEdgeData *data, size_t *count) {
    if (!count || !swrt_is_graph(graph))
        return no_graph(graph);
    if (!from != !to)
        return cudaErrorInvalidValue;
    struct answer list = {.at = from, .to = to, .size = *count};
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct CUgraphNode_st *node = graph->nodes.at[i];
        for (size_t k = 0; k < node->after.count; k++)
            answer(&list, node, node->after.at[k]);
    }
    return answered(&list, count, data);
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 cudaGraphEdgeData *edgeData, size_t *numEdges) {
    LOCKED(get_edges(graph, from, to, edgeData, numEdges));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *numEdges) {
    return cudaGraphGetEdges_v2(graph, from, to, NULL, numEdges);
}

static cudaError_t get_neighbours(const struct CUgraphNode_st *node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                  size_t *count, bool after) {
    if (!count || !swrt_is_node(node))
        return no_node(node);
    const struct swrt_nodes *all = after ? &node->after : &node->before;
    struct answer list = {.at = nodes, .size = *count};
    for (size_t i = 0; i < all->count; i++)
        answer(&list, all->at[i], NULL);
    return answered(&list, count, data);
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                            cudaGraphEdgeData *edgeData, size_t *pNumDependencies) {
    LOCKED(get_neighbours(node, pDependencies, edgeData, pNumDependencies, false));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                         size_t *pNumDependencies) {
    return cudaGraphNodeGetDependencies_v2(node, pDependencies, NULL, pNumDependencies);
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                              cudaGraphEdgeData *edgeData, size_t *pNumDependentNodes) {
    LOCKED(get_neighbours(node, pDependentNodes, edgeData, pNumDependentNodes, true));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes) {
    return cudaGraphNodeGetDependentNodes_v2(node, pDependentNodes, NULL, pNumDependentNodes);
}

static cudaError_t get_type(const struct CUgraphNode_st *node, enum cudaGraphNodeType *type) {
    if (!type || !swrt_is_node(node))
        return no_node(node);
    *type = node->work->type;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType) {
    LOCKED(get_type(node, pType));
}

/* ---- Changes -------------------------------------------------------------------------------------------------- */

static cudaError_t check_ends(const struct CUgraph_st *graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                              size_t count) {
    if (!swrt_is_graph(graph))
        return no_graph(graph);
    SWRT_TRY(swrt_graph_check(graph, from, count));
    return swrt_graph_check(graph, to, count);
}

static cudaError_t add_edges(struct CUgraph_st *graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                             size_t count) {
    SWRT_TRY(check_ends(graph, from, to, count));
    for (size_t i = 0; i < count; i++) {
        cudaError_t error = swrt_graph_link(from[i], to[i]);
        if (!error)
            continue;
        while (i--) /* all or none */
            swrt_graph_unlink(from[i], to[i]);
        return error == cudaErrorInvalidValue ? swrt_because(error, "the edge is there, or from a node to itself")
                                              : error;
    }
    return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edgeData, size_t numDependencies) {
    SWRT_TRY(swrt_fail(swrt_graph_check_edges(edgeData, numDependencies)));
    LOCKED(add_edges(graph, from, to, numDependencies));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t numDependencies) {
    return cudaGraphAddDependencies_v2(graph, from, to, NULL, numDependencies);
}

static cudaError_t check_removable(const struct CUgraph_st *graph) {
    if (swrt_graph_has_memory(graph))
        return swrt_because(cudaErrorNotSupported, "nothing can be removed from a graph that allocates");
    return cudaSuccess;
}

static cudaError_t remove_edges(struct CUgraph_st *graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                size_t count) {
    SWRT_TRY(check_ends(graph, from, to, count));
    SWRT_TRY(check_removable(graph));
    for (size_t i = 0; i < count; i++)
        if (!swrt_nodes_have(&from[i]->after, to[i]))
            return swrt_because(cudaErrorInvalidValue, "there is no such edge");
    for (size_t i = 0; i < count; i++)
        swrt_graph_unlink(from[i], to[i]);
    return cudaSuccess;
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *edgeData, size_t numDependencies) {
    SWRT_TRY(swrt_fail(swrt_graph_check_edges(edgeData, numDependencies)));
    LOCKED(remove_edges(graph, from, to, numDependencies));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t numDependencies) {
    return cudaGraphRemoveDependencies_v2(graph, from, to, NULL, numDependencies);
}

static cudaError_t destroy_node(struct CUgraphNode_st *node) {
    if (!swrt_is_node(node))
        return no_node(node);
    SWRT_TRY(check_removable(node->graph));
    if (node->graph->capturing)
        return swrt_because(cudaErrorInvalidValue, "a stream captures to the graph");
    swrt_graph_remove(node);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    LOCKED(destroy_node(node));
}

static cudaError_t create_condition(cudaGraphConditionalHandle *out, struct CUgraph_st *graph, unsigned value,
                                    unsigned flags) {
    if (!out || !swrt_is_graph(graph) || flags & ~(unsigned)cudaGraphCondAssignDefault)
        return no_graph(graph);
    struct swrt_condition *condition = swrt_condition_create(value, flags & cudaGraphCondAssignDefault);
    if (!condition)
        return cudaErrorMemoryAllocation;
    condition->next = graph->conditions;
    graph->conditions = condition;
    *out = (uintptr_t)&condition->value;
    return cudaSuccess;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph,
                                             unsigned int defaultLaunchValue, unsigned int flags) {
    LOCKED(create_condition(pHandle_out, graph, defaultLaunchValue, flags));
}
