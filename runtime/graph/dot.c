/* cudaGraphDebugDotPrint: the graph as Graphviz's DOT, a cluster for each child graph and body.
 *
 * A node is named graph_N_node_M, by the graph's number and the node's place in it, and labelled with its type; flags
 * add its parameters.
 */
#include <stdio.h>

#include "graph/graph.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static const char *type_name(enum cudaGraphNodeType type) {
    switch (type) {
    case cudaGraphNodeTypeKernel:
        return "KERNEL";
    case cudaGraphNodeTypeMemcpy:
        return "MEMCPY";
    case cudaGraphNodeTypeMemset:
        return "MEMSET";
    case cudaGraphNodeTypeHost:
        return "HOST";
    case cudaGraphNodeTypeGraph:
        return "GRAPH";
    case cudaGraphNodeTypeEmpty:
        return "EMPTY";
    case cudaGraphNodeTypeWaitEvent:
        return "EVENT_WAIT";
    case cudaGraphNodeTypeEventRecord:
        return "EVENT_RECORD";
    case cudaGraphNodeTypeMemAlloc:
        return "MEM_ALLOC";
    case cudaGraphNodeTypeMemFree:
        return "MEM_FREE";
    case cudaGraphNodeTypeConditional:
        return "CONDITIONAL";
    default:
        return "NODE";
    }
}

static bool wants(unsigned flags, unsigned flag) {
    return flags & (flag | cudaGraphDebugDotFlagsVerbose);
}

static void print_kernel(FILE *file, const struct swrt_work *work, unsigned flags) {
    const struct swrt_grid *grid = &work->kernel.grid;
    fprintf(file, "\\n%s", (const char *)grid->kernel->name);
    if (wants(flags, cudaGraphDebugDotFlagsKernelNodeParams))
        fprintf(file, "\\ngrid %u x %u x %u\\nblock %u x %u x %u\\nshared %u", grid->nctaid[0], grid->nctaid[1],
                grid->nctaid[2], grid->ntid[0], grid->ntid[1], grid->ntid[2], grid->dynamic_bytes);
    if (wants(flags, cudaGraphDebugDotFlagsKernelNodeAttributes))
        fprintf(file, "\\npriority %d\\ncooperative %d", work->kernel.priority, grid->cooperative);
}

static void print_copy(FILE *file, const struct swrt_work *work) {
    const struct cudaMemcpy3DParms *p = &work->copy.params;
    fprintf(file, "\\nfrom %p to %p\\n%zu x %zu x %zu\\nkind %d", p->srcPtr.ptr, p->dstPtr.ptr, p->extent.width,
            p->extent.height, p->extent.depth, (int)p->kind);
}

static void print_fill(FILE *file, const struct swrt_work *work) {
    const struct cudaMemsetParams *p = &work->fill.params;
    fprintf(file, "\\n%p\\nvalue %u of %u bytes\\n%zu x %zu, pitch %zu", p->dst, p->value, p->elementSize, p->width,
            p->height, p->pitch);
}

static const char *const condition_names[] = {"if", "while", "switch"};

static void print_label(FILE *file, const struct CUgraphNode_st *node, unsigned flags) {
    const struct swrt_work *work = node->work;
    fprintf(file, "%zu\\n%s", node->index, type_name(work->type));
    if (wants(flags, cudaGraphDebugDotFlagsHandles))
        fprintf(file, "\\n%p", (const void *)node);
    if (work->type == cudaGraphNodeTypeKernel)
        print_kernel(file, work, flags);
    if (work->type == cudaGraphNodeTypeMemcpy && wants(flags, cudaGraphDebugDotFlagsMemcpyNodeParams))
        print_copy(file, work);
    if (work->type == cudaGraphNodeTypeMemset && wants(flags, cudaGraphDebugDotFlagsMemsetNodeParams))
        print_fill(file, work);
    if (work->type == cudaGraphNodeTypeHost && wants(flags, cudaGraphDebugDotFlagsHostNodeParams))
        fprintf(file, "\\n%p(%p)", (void *)(uintptr_t)work->host.fn, work->host.userData);
    bool is_event = work->type == cudaGraphNodeTypeWaitEvent || work->type == cudaGraphNodeTypeEventRecord;
    if (is_event && wants(flags, cudaGraphDebugDotFlagsEventNodeParams))
        fprintf(file, "\\n%p", (void *)work->event);
    if (work->type == cudaGraphNodeTypeConditional && wants(flags, cudaGraphDebugDotFlagsConditionalNodeParams))
        fprintf(file, "\\n%s", condition_names[work->condition.type]);
}

static void print_graph(FILE *file, const struct CUgraph_st *graph, unsigned flags) {
    unsigned long long id = graph->id;
    fprintf(file, "subgraph cluster_%llu {\nlabel=\"graph_%llu\"\n", id, id);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct CUgraphNode_st *node = graph->nodes.at[i];
        node->index = i;
        fprintf(file, "\"graph_%llu_node_%zu\" [shape=\"%s\" label=\"", id, i,
                node->work->type == cudaGraphNodeTypeKernel ? "octagon" : "rectangle");
        print_label(file, node, flags);
        fprintf(file, "\"]\n");
    }
    for (size_t i = 0; i < graph->nodes.count; i++)
        for (size_t k = 0; k < graph->nodes.at[i]->after.count; k++)
            fprintf(file, "\"graph_%llu_node_%zu\" -> \"graph_%llu_node_%zu\"\n", id, i, id,
                    graph->nodes.at[i]->after.at[k]->index);
    fprintf(file, "}\n");
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct swrt_work *work = graph->nodes.at[i]->work;
        if (work->type == cudaGraphNodeTypeGraph)
            print_graph(file, work->child, flags);
        if (work->type == cudaGraphNodeTypeConditional)
            for (unsigned k = 0; k < work->condition.num_bodies; k++)
                print_graph(file, work->condition.bodies[k], flags);
    }
}

static cudaError_t print(const struct CUgraph_st *graph, FILE *file, unsigned flags) {
    if (!swrt_is_graph(graph))
        return swrt_because(cudaErrorInvalidValue, "%p is not a graph", (const void *)graph);
    fprintf(file, "digraph dot {\n");
    print_graph(file, graph, flags);
    fprintf(file, "}\n");
    return ferror(file) ? cudaErrorOperatingSystem : cudaSuccess;
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return swrt_fail(path ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
    swrt_lock();
    cudaError_t error = print(graph, file, flags);
    swrt_unlock();
    fclose(file);
    return swrt_fail(error);
}
