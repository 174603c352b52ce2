/* Programs: a graph made ready to run.
 *
 * Ops lie in an array in the order of the graph's nodes. Who comes after whom is a table of indices; a run only counts
 * down how many each op still waits for. (Who comes before whom, only updates ask.) What an op does is copied
 * from its node's work when the program is built and not at a launch; kernels' arguments stay in the work.
 */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "graph/graph.h"

/* Whether all nodes can be reached by taking away nodes that nothing comes before (Kahn). */
static bool is_acyclic(const struct CUgraph_st *graph) {
    size_t count = graph->nodes.count, done = 0, ready = 0;
    struct CUgraphNode_st **queue = malloc((count + 1) * sizeof(struct CUgraphNode_st *));
    if (!queue)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct CUgraphNode_st *node = graph->nodes.at[i];
        node->mark = (unsigned)node->before.count;
        if (!node->mark)
            queue[ready++] = node;
    }
    for (; done < ready; done++)
        for (size_t i = 0; i < queue[done]->after.count; i++)
            if (!--queue[done]->after.at[i]->mark)
                queue[ready++] = queue[done]->after.at[i];
    free(queue);
    return done == count;
}

static void prepare_kernel(struct swrt_op *op, const struct swrt_work *work) {
    op->kind = &swrt_kind_grid;
    op->grid = work->kernel.grid;
}

static void prepare_event(struct swrt_op *op, const struct swrt_work *work) {
    op->kind = work->type == cudaGraphNodeTypeEventRecord ? &swrt_kind_node_record : &swrt_kind_node_await;
    op->event = work->event;
}

static void prepare_host(struct swrt_op *op, const struct swrt_work *work) {
    op->kind = &swrt_kind_host;
    op->host = (struct swrt_host_call){.function = work->host.fn, .data = work->host.userData};
}

static void prepare_body(struct swrt_op *op, const struct swrt_program_node *node) {
    const struct swrt_work *work = node->work;
    bool is_child = work->type == cudaGraphNodeTypeGraph;
    op->kind = is_child ? &swrt_kind_graph : &swrt_kind_condition;
    op->graph = (struct swrt_graph_call){.body = node->bodies[0]};
    if (!is_child) {
        op->graph.bodies = node->bodies;
        op->graph.num_bodies = node->num_bodies;
        op->graph.condition = &work->condition.condition->value;
        op->graph.type = work->condition.type;
    }
}

void swrt_program_prepare(struct swrt_program *program, uint32_t index) {
    const struct swrt_program_node *node = &program->nodes[index];
    struct swrt_op *op = &program->ops[index];
    op->kind = &swrt_kind_mark;
    if (node->disabled)
        return;
    switch (node->work->type) {
    case cudaGraphNodeTypeKernel:
        prepare_kernel(op, node->work);
        break;
    case cudaGraphNodeTypeMemcpy:
    case cudaGraphNodeTypeMemset:
        op->kind = &swrt_kind_call;
        op->call = (struct swrt_call){.run = node->work->run, .data = node->work->data};
        break;
    case cudaGraphNodeTypeHost:
        prepare_host(op, node->work);
        break;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
        prepare_event(op, node->work);
        break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        op->kind = &swrt_kind_memory;
        op->memory = (struct swrt_memory_call){node->work->memory, node->work->type == cudaGraphNodeTypeMemAlloc};
        break;
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeConditional:
        prepare_body(op, node);
        break;
    default:
        break;
    }
}

static struct swrt_program *program_create(size_t count, size_t num_edges) {
    struct swrt_program *program = calloc(1, sizeof *program);
    if (!program)
        return NULL;
    program->refs = 1;
    program->count = (uint32_t)count;
    program->ops = aligned_alloc(64, ((count + 1) * sizeof *program->ops + 63) / 64 * 64);
    program->nodes = calloc(count + 1, sizeof *program->nodes);
    program->after = calloc(num_edges + 1, sizeof *program->after);
    program->before = calloc(num_edges + 1, sizeof *program->before);
    if (program->ops && program->nodes && program->after && program->before) {
        memset(program->ops, 0, count * sizeof *program->ops);
        return program;
    }
    swrt_program_drop(program);
    return NULL;
}

void swrt_program_drop(struct swrt_program *program) {
    assert(!program || program->refs);
    if (!program || --program->refs)
        return;
    for (uint32_t i = 0; program->nodes && i < program->count; i++) {
        for (uint32_t k = 0; k < program->nodes[i].num_bodies; k++)
            swrt_program_drop(program->nodes[i].bodies[k]);
        free(program->nodes[i].bodies);
        swrt_work_drop(program->nodes[i].work);
    }
    free(program->ops);
    free(program->nodes);
    free(program->after);
    free(program->before);
    swrt_program_release(program);
    free(program);
}

static void adopt(struct swrt_program *program, uint32_t index, struct swrt_work *work) {
    assert(index < program->count);
    struct swrt_op *op = &program->ops[index];
    swrt_work_use(work);
    program->nodes[index].work = work;
    op->program = program;
    op->node_completes = swrt_graph_node_complete;
    op->node = index;
    op->payload = op->bytes;
    program->has_events |= work->type == cudaGraphNodeTypeEventRecord || work->type == cudaGraphNodeTypeWaitEvent;
    program->has_memory |= work->type == cudaGraphNodeTypeMemAlloc || work->type == cudaGraphNodeTypeMemFree;
}

static bool add_body(struct swrt_program *program, struct swrt_program_node *node, struct swrt_program *body) {
    if (!body)
        return false;
    node->bodies[node->num_bodies++] = body;
    program->has_events |= body->has_events;
    program->has_memory |= body->has_memory;
    return true;
}

static bool build_bodies(struct swrt_program *program, struct swrt_program_node *node) {
    struct swrt_work *work = node->work;
    bool is_child = work->type == cudaGraphNodeTypeGraph;
    if (!is_child && work->type != cudaGraphNodeTypeConditional)
        return true;
    struct CUgraph_st **graphs = is_child ? &work->child : work->condition.bodies;
    unsigned count = is_child ? 1 : work->condition.num_bodies;
    node->bodies = calloc(count, sizeof(struct swrt_program *));
    for (unsigned i = 0; node->bodies && i < count; i++)
        if (!add_body(program, node, swrt_program_build(graphs[i])))
            return false;
    return node->bodies;
}

static void copy_edges(uint32_t *to, const struct swrt_nodes *from) {
    for (size_t i = 0; i < from->count; i++)
        to[i] = (uint32_t)from->at[i]->index;
}

static bool fill_program(struct swrt_program *program, struct CUgraph_st *graph) {
    uint32_t before = 0, after = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        struct CUgraphNode_st *node = graph->nodes.at[i];
        struct swrt_program_node *own = &program->nodes[i];
        own->node = node;
        own->sink = node->sink;
        own->num_before = (uint32_t)node->before.count;
        own->num_after = (uint32_t)node->after.count;
        own->first_before = before;
        own->first_after = after;
        copy_edges(&program->before[before], &node->before);
        copy_edges(&program->after[after], &node->after);
        before += own->num_before;
        after += own->num_after;
        adopt(program, i, node->work);
    }
    for (uint32_t i = 0; i < program->count; i++) {
        if (!build_bodies(program, &program->nodes[i]))
            return false;
        swrt_program_prepare(program, i);
    }
    return true;
}

struct swrt_program *swrt_program_build(struct CUgraph_st *graph) {
    size_t edges = 0;
    if (!is_acyclic(graph))
        return NULL;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        graph->nodes.at[i]->index = i;
        edges += graph->nodes.at[i]->after.count;
    }
    struct swrt_program *program = program_create(graph->nodes.count, edges);
    if (program && fill_program(program, graph))
        return program;
    swrt_program_drop(program);
    return NULL;
}

static bool copy_bodies(struct swrt_program *program, struct swrt_program_node *node,
                        const struct swrt_program_node *from) {
    if (!from->num_bodies)
        return true;
    node->bodies = calloc(from->num_bodies, sizeof(struct swrt_program *));
    for (uint32_t i = 0; node->bodies && i < from->num_bodies; i++)
        if (!add_body(program, node, swrt_program_copy(from->bodies[i])))
            return false;
    return node->bodies;
}

struct swrt_program *swrt_program_copy(const struct swrt_program *from) {
    size_t edges = 0;
    for (uint32_t i = 0; i < from->count; i++)
        edges += from->nodes[i].num_after;
    struct swrt_program *program = program_create(from->count, edges);
    if (!program)
        return NULL;
    memcpy(program->after, from->after, edges * sizeof *program->after);
    memcpy(program->before, from->before, edges * sizeof *program->before);
    for (uint32_t i = 0; i < from->count; i++) {
        struct swrt_program_node *node = &program->nodes[i];
        *node = from->nodes[i];
        node->bodies = NULL;
        node->num_bodies = 0;
        adopt(program, i, node->work);
    }
    for (uint32_t i = 0; i < from->count; i++) {
        struct swrt_program_node *node = &program->nodes[i];
        if (!copy_bodies(program, node, &from->nodes[i])) {
            swrt_program_drop(program);
            return NULL;
        }
        swrt_program_prepare(program, i);
    }
    program->has_events = from->has_events;
    program->has_memory = from->has_memory;
    if (swrt_program_hold_same(program, from))
        return program;
    swrt_program_drop(program);
    return NULL;
}

struct swrt_program_node *swrt_program_find(struct swrt_program *program, const struct CUgraphNode_st *node,
                                            struct swrt_program **owner) {
    for (uint32_t i = 0; i < program->count; i++) {
        struct swrt_program_node *own = &program->nodes[i];
        *owner = program;
        if (own->node == node)
            return own;
        for (uint32_t k = 0; k < program->nodes[i].num_bodies; k++)
            if ((own = swrt_program_find(program->nodes[i].bodies[k], node, owner)))
                return own;
    }
    return NULL;
}

/* The node's work as it is in the program, for a graph that will be changed by itself. */
static struct swrt_work *work_now(const struct swrt_program_node *node) {
    bool is_child = node->work->type == cudaGraphNodeTypeGraph;
    if (!is_child && !node->disabled) {
        swrt_work_use(node->work);
        return node->work;
    }
    struct swrt_work *own = swrt_work_create(is_child ? cudaGraphNodeTypeGraph : cudaGraphNodeTypeEmpty, 0);
    if (own && is_child && !(own->child = swrt_program_graph(node->bodies[0], node->work->child->objects))) {
        free(own);
        return NULL;
    }
    return own;
}

static bool add_nodes(struct CUgraph_st *graph, const struct swrt_program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        struct CUgraphNode_st *node;
        if (swrt_graph_add(graph, NULL, 0, work_now(&program->nodes[i]), &node))
            return false;
        node->sink = program->nodes[i].sink;
    }
    for (uint32_t i = 0; i < program->count; i++) {
        const struct swrt_program_node *own = &program->nodes[i];
        for (uint32_t k = 0; k < own->num_before; k++)
            if (swrt_graph_link(graph->nodes.at[program->before[own->first_before + k]], graph->nodes.at[i]))
                return false;
    }
    return true;
}

struct CUgraph_st *swrt_program_graph(const struct swrt_program *program, const struct swrt_object_ref *objects) {
    struct CUgraph_st *graph = swrt_graph_create(true);
    if (graph && swrt_objects_copy(&graph->objects, objects) && add_nodes(graph, program))
        return graph;
    swrt_graph_destroy(graph);
    return NULL;
}
