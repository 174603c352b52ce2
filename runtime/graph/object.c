/* Graphs as programs build them: nodes in the order of their creation, and the edges between them.
 *
 * Edges are kept at both ends. Nothing is checked for cycles here; instantiating does that, as in CUDA.
 */
#include <stdlib.h>

#include "graph/graph.h"
#include "report/error.h"

static uint64_t graph_ids, sinks;

bool swrt_is_graph(const struct CUgraph_st *graph) {
    return swrt_handle_is(graph, SWRT_TAG_GRAPH);
}

bool swrt_is_node(const struct CUgraphNode_st *node) {
    return swrt_handle_is(node, SWRT_TAG_NODE);
}

bool swrt_is_exec(const struct CUgraphExec_st *exec) {
    return swrt_handle_is(exec, SWRT_TAG_EXEC);
}

bool swrt_nodes_add(struct swrt_nodes *nodes, struct CUgraphNode_st *node) {
    if (nodes->count == nodes->size) {
        size_t size = nodes->size ? nodes->size * 2 : 4;
        struct CUgraphNode_st **at = realloc(nodes->at, size * sizeof(struct CUgraphNode_st *));
        if (!at)
            return false;
        nodes->at = at;
        nodes->size = size;
    }
    nodes->at[nodes->count++] = node;
    return true;
}

static bool nodes_remove(struct swrt_nodes *nodes, const struct CUgraphNode_st *node) {
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->at[i] != node)
            continue;
        for (nodes->count--; i < nodes->count; i++)
            nodes->at[i] = nodes->at[i + 1];
        return true;
    }
    return false;
}

bool swrt_nodes_have(const struct swrt_nodes *nodes, const struct CUgraphNode_st *node) {
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->at[i] == node)
            return true;
    return false;
}

struct CUgraph_st *swrt_graph_create(bool owned) {
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    if (!graph || !swrt_handle_add(graph)) {
        free(graph);
        return NULL;
    }
    graph->tag = SWRT_TAG_GRAPH;
    graph->owned = owned;
    graph->id = ++graph_ids;
    return graph;
}

static void node_free(struct CUgraphNode_st *node) {
    swrt_handle_remove(node);
    swrt_work_drop(node->work);
    free(node->before.at);
    free(node->after.at);
    free(node);
}

static void drop_conditions(struct swrt_condition *conditions) {
    for (struct swrt_condition *condition = conditions, *next; condition; condition = next) {
        next = condition->next;
        swrt_condition_drop(condition);
    }
}

void swrt_graph_destroy(struct CUgraph_st *graph) {
    if (!graph)
        return;
    if (graph->capturing)
        swrt_capture_drop_graph(graph);
    swrt_handle_remove(graph);
    for (size_t i = 0; i < graph->nodes.count; i++)
        node_free(graph->nodes.at[i]);
    free(graph->nodes.at);
    swrt_objects_drop(&graph->objects);
    drop_conditions(graph->conditions);
    graph->tag = 0;
    free(graph);
}

static struct CUgraphNode_st *node_create(struct CUgraph_st *graph, struct swrt_work *work) {
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    if (!node || !swrt_handle_add(node)) {
        free(node);
        return NULL;
    }
    *node = (struct CUgraphNode_st){.tag = SWRT_TAG_NODE, .graph = graph, .work = work, .sink = ++sinks};
    if (swrt_nodes_add(&graph->nodes, node))
        return node;
    swrt_handle_remove(node);
    free(node);
    return NULL;
}

void swrt_graph_sink(struct CUgraphNode_st *node) {
    if (!node->after.count)
        node->sink = ++sinks;
}

cudaError_t swrt_graph_link(struct CUgraphNode_st *from, struct CUgraphNode_st *to) {
    if (from == to || swrt_nodes_have(&from->after, to))
        return cudaErrorInvalidValue;
    if (!swrt_nodes_add(&from->after, to))
        return cudaErrorMemoryAllocation;
    if (swrt_nodes_add(&to->before, from))
        return cudaSuccess;
    from->after.count--;
    return cudaErrorMemoryAllocation;
}

bool swrt_graph_unlink(struct CUgraphNode_st *from, struct CUgraphNode_st *to) {
    bool found = nodes_remove(&from->after, to) && nodes_remove(&to->before, from);
    if (found)
        swrt_graph_sink(from);
    return found;
}

void swrt_graph_remove(struct CUgraphNode_st *node) {
    for (size_t i = 0; i < node->before.count; i++) {
        nodes_remove(&node->before.at[i]->after, node);
        swrt_graph_sink(node->before.at[i]);
    }
    for (size_t i = 0; i < node->after.count; i++)
        nodes_remove(&node->after.at[i]->before, node);
    nodes_remove(&node->graph->nodes, node);
    node_free(node);
}

cudaError_t swrt_graph_check(const struct CUgraph_st *graph, struct CUgraphNode_st *const *nodes, size_t count) {
    if (count && !nodes)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!swrt_is_node(nodes[i]) || nodes[i]->graph != graph)
            return swrt_because(cudaErrorInvalidValue, "%p is not a node of the graph", (void *)nodes[i]);
    return cudaSuccess;
}

cudaError_t swrt_graph_add(struct CUgraph_st *graph, struct CUgraphNode_st *const *before, size_t count,
                           struct swrt_work *work, struct CUgraphNode_st **out) {
    cudaError_t error = work ? swrt_graph_check(graph, before, count) : cudaErrorMemoryAllocation;
    struct CUgraphNode_st *node = error ? NULL : node_create(graph, work);
    if (!node) {
        swrt_work_drop(work);
        return error ? error : cudaErrorMemoryAllocation;
    }
    for (size_t i = 0; i < count && !error; i++)
        error = swrt_graph_link(before[i], node);
    if (error)
        swrt_graph_remove(node);
    else
        *out = node;
    return error;
}

/* The clone's work: a child graph is cloned too, so that a program may change the one without the other. */
static struct swrt_work *clone_work(struct swrt_work *work) {
    if (work->type != cudaGraphNodeTypeGraph) {
        swrt_work_use(work);
        return work;
    }
    struct swrt_work *own = swrt_work_create(cudaGraphNodeTypeGraph, 0);
    if (own && !(own->child = swrt_graph_clone(work->child, true))) {
        free(own);
        return NULL;
    }
    return own;
}

static bool clone_nodes(struct CUgraph_st *clone, const struct CUgraph_st *graph) {
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct swrt_work *work = clone_work(graph->nodes.at[i]->work);
        struct CUgraphNode_st *node;
        if (swrt_graph_add(clone, NULL, 0, work, &node))
            return false;
        node->original = graph->nodes.at[i];
        node->sink = graph->nodes.at[i]->sink;
        graph->nodes.at[i]->index = i;
    }
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct swrt_nodes *before = &graph->nodes.at[i]->before;
        for (size_t k = 0; k < before->count; k++)
            if (swrt_graph_link(clone->nodes.at[before->at[k]->index], clone->nodes.at[i]))
                return false;
    }
    return true;
}

struct CUgraph_st *swrt_graph_clone(const struct CUgraph_st *graph, bool owned) {
    struct CUgraph_st *clone = swrt_graph_create(owned);
    if (!clone)
        return NULL;
    if (swrt_objects_copy(&clone->objects, graph->objects) && clone_nodes(clone, graph))
        return clone;
    swrt_graph_destroy(clone);
    return NULL;
}

bool swrt_graph_has(const struct CUgraph_st *graph, enum cudaGraphNodeType type) {
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct swrt_work *work = graph->nodes.at[i]->work;
        if (work->type == type || (work->type == cudaGraphNodeTypeGraph && swrt_graph_has(work->child, type)))
            return true;
    }
    return false;
}

bool swrt_graph_has_memory(const struct CUgraph_st *graph) {
    return swrt_graph_has(graph, cudaGraphNodeTypeMemAlloc) || swrt_graph_has(graph, cudaGraphNodeTypeMemFree);
}
