/* Changing what is instantiated already: one node's work, or all of them from a graph of the same shape (CUDA Runtime
 * API, cudaGraphExecUpdate). Child graphs and the bodies of conditions are updated with the graph that they are in, also
 * when their node has the same work as before: the user may have changed the nodes in them, or in the program.
 */
#include "graph/graph.h"
#include "report/error.h"

/* What may be read and written by which side must stay the same; a copy of several rows stays as it is. */
static bool copy_may_become(const struct swrt_copy_work *from, const struct swrt_copy_work *to) {
    bool is_linear = from->copy.shape.height <= 1 && from->copy.shape.depth <= 1 && to->copy.shape.height <= 1 &&
                     to->copy.shape.depth <= 1;
    bool same_shape = from->copy.shape.width == to->copy.shape.width &&
                      from->copy.shape.height == to->copy.shape.height &&
                      from->copy.shape.depth == to->copy.shape.depth;
    return from->dst == to->dst && from->src == to->src && (is_linear || same_shape);
}

static bool fill_may_become(const struct cudaMemsetParams *from, const struct cudaMemsetParams *to) {
    if (from->height != to->height)
        return false;
    return from->height == 1 ||
           (from->width == to->width && from->elementSize == to->elementSize && from->pitch == to->pitch);
}

enum cudaGraphExecUpdateResult swrt_work_change(const struct swrt_work *from, const struct swrt_work *to) {
    bool may = true;
    if (from == to)
        return cudaGraphExecUpdateSuccess;
    if (from->type != to->type)
        return cudaGraphExecUpdateErrorNodeTypeChanged;
    switch (from->type) {
    case cudaGraphNodeTypeKernel:
        if (from->kernel.grid.cooperative != to->kernel.grid.cooperative)
            return cudaGraphExecUpdateErrorAttributesChanged;
        may = from->kernel.grid.device == to->kernel.grid.device;
        break;
    case cudaGraphNodeTypeMemcpy:
        may = from->run == to->run && copy_may_become(&from->copy, &to->copy);
        break;
    case cudaGraphNodeTypeMemset:
        may = fill_may_become(&from->fill.params, &to->fill.params);
        break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        may = from->memory == to->memory;
        break;
    case cudaGraphNodeTypeConditional:
        may = from->condition.type == to->condition.type && from->condition.num_bodies == to->condition.num_bodies;
        break;
    default:
        break;
    }
    return may ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorParametersChanged;
}

static cudaError_t fail(cudaGraphExecUpdateResultInfo *info, enum cudaGraphExecUpdateResult result,
                        struct CUgraphNode_st *node, struct CUgraphNode_st *from) {
    *info = (cudaGraphExecUpdateResultInfo){result, node, from};
    return cudaErrorGraphExecUpdateFailure;
}

/* The graphs of a node with bodies. */
static struct CUgraph_st *body_of(const struct swrt_work *work, uint32_t index) {
    return work->type == cudaGraphNodeTypeGraph ? work->child : work->condition.bodies[index];
}

static cudaError_t check(struct swrt_program *program, const struct CUgraph_st *graph,
                         cudaGraphExecUpdateResultInfo *info) {
    SWRT_TRY(swrt_program_pair(program, graph, info));
    for (uint32_t i = 0; i < program->count; i++) {
        const struct swrt_program_node *own = &program->nodes[i];
        struct CUgraphNode_st *node = graph->nodes.at[own->pair];
        enum cudaGraphExecUpdateResult result = swrt_work_change(own->work, node->work);
        if (result)
            return fail(info, result, node, NULL);
        for (uint32_t k = 0; k < own->num_bodies; k++)
            SWRT_TRY(check(own->bodies[k], body_of(node->work, k), info));
    }
    return cudaSuccess;
}

static void take_works(struct swrt_program *program, const struct CUgraph_st *graph) {
    for (uint32_t i = 0; i < program->count; i++) {
        struct swrt_program_node *own = &program->nodes[i];
        struct swrt_work *work = graph->nodes.at[own->pair]->work;
        for (uint32_t k = 0; k < own->num_bodies; k++)
            take_works(own->bodies[k], body_of(work, k));
        swrt_work_use(work);
        swrt_work_drop(own->work);
        own->work = work;
        swrt_program_prepare(program, i);
    }
}

/* Everything is checked before anything is changed. */
cudaError_t swrt_program_update(struct swrt_program *program, struct CUgraph_st *graph,
                                cudaGraphExecUpdateResultInfo *info) {
    *info = (cudaGraphExecUpdateResultInfo){0};
    SWRT_TRY(check(program, graph, info));
    take_works(program, graph);
    return cudaSuccess;
}

struct swrt_program *swrt_exec_writable(struct CUgraphExec_st *exec) {
    if (!exec->program->pending)
        return exec->program;
    struct swrt_program *own = swrt_program_copy(exec->program);
    if (own) {
        swrt_program_drop(exec->program);
        exec->program = own;
    }
    return own;
}
