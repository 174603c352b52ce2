/* Entry points of nodes: adding them, and reading and changing what they do, in a graph and after instantiation. CUDA
 * Runtime API reference, "Graph Management".
 *
 * The three that every kind of node has (add, set, set after instantiation) differ only in their parameters, which
 * graph/make.h turns into a work; they are made from a table.
 */
#include "graph/make.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static cudaError_t add(struct CUgraphNode_st **out, struct CUgraph_st *graph, struct CUgraphNode_st *const *before,
                       size_t count, struct swrt_work *work) {
    swrt_lock();
    cudaError_t error = cudaErrorInvalidValue;
    if (swrt_is_graph(graph))
        error = swrt_graph_add(graph, before, count, work, out);
    else
        swrt_work_drop(work);
    swrt_unlock();
    return error;
}

static cudaError_t set_work(struct CUgraphNode_st *node, struct swrt_work *work) {
    if (!swrt_is_node(node) || node->work->type != work->type)
        return swrt_because(cudaErrorInvalidValue, "%p is not a node of that type", (void *)node);
    if (work->type == cudaGraphNodeTypeKernel) { /* attributes stay */
        work->kernel.priority = node->work->kernel.priority;
        work->kernel.window = node->work->kernel.window;
        work->kernel.grid.cooperative = node->work->kernel.grid.cooperative;
        SWRT_TRY(swrt_work_keep_cluster(&work->kernel, &node->work->kernel));
    }
    swrt_work_use(work);
    swrt_work_drop(node->work);
    node->work = work;
    return cudaSuccess;
}

static cudaError_t set(struct CUgraphNode_st *node, struct swrt_work *work) {
    swrt_lock();
    cudaError_t error = set_work(node, work);
    swrt_work_drop(work);
    swrt_unlock();
    return error;
}

/* The node in the program, ready to be changed; null with the error. */
static struct swrt_program_node *find(struct CUgraphExec_st *exec, struct CUgraphNode_st *node,
                                      struct swrt_program **owner, bool change, cudaError_t *error) {
    *error = swrt_because(cudaErrorInvalidValue, "%p has not been instantiated as part of that", (void *)node);
    if (!swrt_is_exec(exec) || !swrt_program_find(exec->program, node, owner))
        return NULL;
    *error = cudaErrorMemoryAllocation;
    struct swrt_program *program = change ? swrt_exec_writable(exec) : exec->program;
    struct swrt_program_node *found = program ? swrt_program_find(program, node, owner) : NULL;
    if (found)
        *error = cudaSuccess;
    return found;
}

static cudaError_t exec_set_work(struct CUgraphExec_st *exec, struct CUgraphNode_st *node, struct swrt_work *work) {
    cudaError_t error;
    struct swrt_program *owner;
    struct swrt_program_node *own = find(exec, node, &owner, true, &error);
    if (!own)
        return error;
    if (work->type == cudaGraphNodeTypeKernel && own->work->type == work->type) {
        work->kernel.priority = own->work->kernel.priority;
        work->kernel.grid.cooperative = own->work->kernel.grid.cooperative;
        SWRT_TRY(swrt_work_keep_cluster(&work->kernel, &own->work->kernel));
    }
    if (swrt_work_change(own->work, work))
        return swrt_because(cudaErrorInvalidValue, "an instantiated node cannot become that");
    if (own->num_bodies) {
        cudaGraphExecUpdateResultInfo info;
        SWRT_TRY(swrt_program_update(own->bodies[0], work->child, &info));
    }
    swrt_work_use(work);
    swrt_work_drop(own->work);
    own->work = work;
    swrt_program_prepare(owner, (uint32_t)(own - owner->nodes));
    return cudaSuccess;
}

static cudaError_t exec_set(struct CUgraphExec_st *exec, struct CUgraphNode_st *node, struct swrt_work *work) {
    swrt_lock();
    cudaError_t error = exec_set_work(exec, node, work);
    swrt_work_drop(work);
    swrt_unlock();
    return error;
}

#define UNPACK(...) __VA_ARGS__
#define MADE(call, use)                            \
    struct swrt_work *work = NULL;                 \
    cudaError_t error = swrt_check_device();       \
    if (!error)                                    \
        error = (call);                            \
    if (!error)                                    \
        error = (use);                             \
    return swrt_fail(error)

#define ADD(name, make, parameters, arguments)                                                                  \
    cudaError_t cudaGraphAdd##name(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,      \
                                   size_t count UNPACK parameters) {                                            \
        MADE(out ? make(&work UNPACK arguments) : cudaErrorInvalidValue, add(out, graph, before, count, work)); \
    }
#define SET(name, make, parameters, arguments)                                      \
    cudaError_t cudaGraph##name(cudaGraphNode_t node UNPACK parameters) {           \
        MADE(make(&work UNPACK arguments), set(node, work));                        \
    }
#define EXEC_SET(name, make, parameters, arguments)                                                       \
    cudaError_t cudaGraphExec##name(cudaGraphExec_t exec, cudaGraphNode_t node UNPACK parameters) {       \
        MADE(make(&work UNPACK arguments), exec_set(exec, node, work));                                   \
    }
#define NODE(node, set, suffix, make, parameters, arguments)      \
    ADD(node##suffix, make, parameters, arguments)                \
    SET(node##set##suffix, make, parameters, arguments)           \
    EXEC_SET(node##set##suffix, make, parameters, arguments)
#define EVENT_NODE(node, make)                                    \
    ADD(node, make, (, cudaEvent_t event), (, event))             \
    SET(node##SetEvent, make, (, cudaEvent_t event), (, event))   \
    EXEC_SET(node##SetEvent, make, (, cudaEvent_t event), (, event))

NODE(KernelNode, SetParams, , swrt_make_kernel, (, const struct cudaKernelNodeParams *params), (, params))
NODE(MemcpyNode, SetParams, , swrt_make_memcpy, (, const struct cudaMemcpy3DParms *params), (, params))
NODE(MemcpyNode, SetParams, 1D, swrt_make_memcpy_1d,
     (, void *dst, const void *src, size_t bytes, enum cudaMemcpyKind kind), (, dst, src, bytes, kind))
NODE(MemcpyNode, SetParams, ToSymbol, swrt_make_to_symbol,
     (, const void *symbol, const void *src, size_t bytes, size_t offset, enum cudaMemcpyKind kind),
     (, symbol, src, bytes, offset, kind))
NODE(MemcpyNode, SetParams, FromSymbol, swrt_make_from_symbol,
     (, void *dst, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind),
     (, dst, symbol, bytes, offset, kind))
NODE(MemsetNode, SetParams, , swrt_make_memset, (, const struct cudaMemsetParams *params), (, params))
NODE(HostNode, SetParams, , swrt_make_host, (, const struct cudaHostNodeParams *params), (, params))
EVENT_NODE(EventRecordNode, swrt_make_record)
EVENT_NODE(EventWaitNode, swrt_make_wait)
ADD(ChildGraphNode, swrt_make_child, (, cudaGraph_t child), (, child))
EXEC_SET(ChildGraphNodeSetParams, swrt_make_child, (, cudaGraph_t child), (, child))
ADD(EmptyNode, swrt_make_empty, (), ())

static cudaError_t make_alloc(struct swrt_work **out, struct cudaMemAllocNodeParams *params) {
    swrt_lock();
    cudaError_t error = swrt_make_alloc(out, params);
    swrt_unlock();
    if (!error)
        params->dptr = (*out)->memory->params.dptr;
    return error;
}

static cudaError_t make_free(struct swrt_work **out, const void *address) {
    swrt_lock();
    cudaError_t error = swrt_make_free(out, address);
    swrt_unlock();
    return error;
}

ADD(MemAllocNode, make_alloc, (, struct cudaMemAllocNodeParams *params), (, params))
ADD(MemFreeNode, make_free, (, void *dptr), (, dptr))

static cudaError_t no_semaphores(void) {
    return swrt_because(cudaErrorNotSupported, "there are no external semaphores");
}

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                                     const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) {
    return swrt_fail(no_semaphores());
}

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                                   const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) {
    return swrt_fail(no_semaphores());
}

/* ---- Nodes of any type (CUDA 12.2) ---------------------------------------------------------------------------- */

static cudaError_t make_kernel_v2(struct swrt_work **out, const struct cudaKernelNodeParamsV2 *p) {
    struct cudaKernelNodeParams params = {p->func,           p->gridDim,      p->blockDim,
                                          p->sharedMemBytes, p->kernelParams, p->extra};
    return swrt_make_kernel(out, &params);
}

static cudaError_t make_memset_v2(struct swrt_work **out, const struct cudaMemsetParamsV2 *p) {
    struct cudaMemsetParams params = {p->dst, p->pitch, p->value, p->elementSize, p->width, p->height};
    return swrt_make_memset(out, &params);
}

static cudaError_t make_alloc_v2(struct swrt_work **out, struct cudaMemAllocNodeParamsV2 *p) {
    struct cudaMemAllocNodeParams params = {p->poolProps, p->accessDescs, p->accessDescCount, p->bytesize, NULL};
    SWRT_TRY(make_alloc(out, &params));
    p->dptr = params.dptr;
    return cudaSuccess;
}

/* graph: the node's to be; null when only its parameters are set. */
static cudaError_t make_any(struct swrt_work **out, struct cudaGraphNodeParams *p, const struct CUgraph_st *graph) {
    struct cudaHostNodeParams host;
    if (!p)
        return cudaErrorInvalidValue;
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        return make_kernel_v2(out, &p->kernel);
    case cudaGraphNodeTypeMemcpy:
        return swrt_make_memcpy(out, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return make_memset_v2(out, &p->memset);
    case cudaGraphNodeTypeHost:
        host = (struct cudaHostNodeParams){p->host.fn, p->host.userData};
        return swrt_make_host(out, &host);
    case cudaGraphNodeTypeGraph:
        return swrt_make_child(out, p->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return swrt_make_empty(out);
    case cudaGraphNodeTypeWaitEvent:
        return swrt_make_wait(out, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return swrt_make_record(out, p->eventRecord.event);
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
        return no_semaphores();
    default:
        break;
    }
    if (!graph)
        return swrt_because(cudaErrorNotSupported, "nodes of type %d cannot be changed", (int)p->type);
    switch (p->type) {
    case cudaGraphNodeTypeMemAlloc:
        return make_alloc_v2(out, &p->alloc);
    case cudaGraphNodeTypeMemFree:
        return make_free(out, p->free.dptr);
    case cudaGraphNodeTypeConditional:
        return swrt_make_condition(out, &p->conditional, graph);
    default:
        return swrt_because(cudaErrorInvalidValue, "there is no node type %d", (int)p->type);
    }
}

ADD(Node, make_any, (, struct cudaGraphNodeParams *params), (, params, graph))
SET(NodeSetParams, make_any, (, struct cudaGraphNodeParams *params), (, params, NULL))
EXEC_SET(NodeSetParams, make_any, (, struct cudaGraphNodeParams *params), (, params, NULL))

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
                                const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                struct cudaGraphNodeParams *nodeParams) {
    SWRT_TRY(swrt_fail(swrt_graph_check_edges(dependencyData, numDependencies)));
    return cudaGraphAddNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

/* ---- Enabling nodes after instantiation ----------------------------------------------------------------------- */

static cudaError_t set_enabled(struct CUgraphExec_st *exec, struct CUgraphNode_st *node, bool enabled) {
    cudaError_t error;
    struct swrt_program *owner;
    struct swrt_program_node *own = find(exec, node, &owner, true, &error);
    if (!own)
        return error;
    if (own->work->type > cudaGraphNodeTypeMemset)
        return swrt_because(cudaErrorInvalidValue, "only kernels, copies and fills can be disabled");
    own->disabled = !enabled;
    swrt_program_prepare(owner, (uint32_t)(own - owner->nodes));
    return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = set_enabled(hGraphExec, hNode, isEnabled);
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t get_enabled(struct CUgraphExec_st *exec, struct CUgraphNode_st *node, unsigned *enabled) {
    cudaError_t error;
    struct swrt_program *owner;
    const struct swrt_program_node *own = find(exec, node, &owner, false, &error);
    if (!own)
        return error;
    if (!enabled || own->work->type > cudaGraphNodeTypeMemset)
        return cudaErrorInvalidValue;
    *enabled = !own->disabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int *isEnabled) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = get_enabled(hGraphExec, hNode, isEnabled);
    swrt_unlock();
    return swrt_fail(error);
}
