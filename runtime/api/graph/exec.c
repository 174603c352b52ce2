/* Entry points of instantiated graphs. CUDA Runtime API reference, "Graph Management". */
#include <stdlib.h>

#include "graph/capture.h"
#include "graph/graph.h"
#include "report/error.h"
#include "stream/engine_internal.h"

enum {
    KNOWN_FLAGS = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                  cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority,
};

static struct CUgraphExec_st *exec_create(struct CUgraph_st *graph, struct swrt_program *program,
                                          unsigned long long flags) {
    struct CUgraphExec_st *exec = calloc(1, sizeof *exec);
    if (!exec)
        return NULL;
    *exec = (struct CUgraphExec_st){.tag = SWRT_TAG_EXEC, .refs = 1, .flags = flags};
    if (!swrt_program_hold(program, graph) || !swrt_handle_add(exec)) {
        swrt_exec_release(exec);
        return NULL;
    }
    exec->program = program;
    return exec;
}

/* What cannot be instantiated at all, with the result that says so. */
static cudaError_t check_graph(const struct CUgraph_st *graph, unsigned long long flags,
                               cudaGraphInstantiateResult *result) {
    *result = cudaGraphInstantiateError;
    if (!swrt_is_graph(graph))
        return swrt_because(cudaErrorInvalidValue, "%p is not a graph", (const void *)graph);
    if (flags & ~(unsigned long long)KNOWN_FLAGS)
        return swrt_because(cudaErrorInvalidValue, "flags are %llu", flags);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
        *result = cudaGraphInstantiateNodeOperationNotSupported;
        return swrt_because(cudaErrorNotSupported, "graphs cannot be launched from the device");
    }
    if (graph->live_execs)
        return swrt_because(cudaErrorNotSupported, "a graph that allocates is instantiated once at a time");
    return cudaSuccess;
}

static cudaError_t instantiate(struct CUgraphExec_st **out, struct CUgraph_st *graph, unsigned long long flags,
                               cudaGraphInstantiateResult *result) {
    SWRT_TRY(check_graph(graph, flags, result));
    *result = cudaGraphInstantiateInvalidStructure;
    struct swrt_program *program = swrt_program_build(graph);
    if (!program)
        return swrt_because(cudaErrorInvalidValue, "the graph has a cycle");
    *result = cudaGraphInstantiateError;
    struct CUgraphExec_st *exec = exec_create(graph, program, flags);
    if (!exec) {
        swrt_program_drop(program);
        return cudaErrorMemoryAllocation;
    }
    if (program->has_memory) {
        exec->graph = graph;
        graph->live_execs++;
    }
    *result = cudaGraphInstantiateSuccess;
    *out = exec;
    return cudaSuccess;
}

static cudaError_t make(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long flags,
                        cudaGraphInstantiateResult *result) {
    *result = cudaGraphInstantiateError;
    SWRT_TRY(swrt_check_device());
    if (!out)
        return cudaErrorInvalidValue;
    swrt_engine_start();
    swrt_lock();
    cudaError_t error = instantiate(out, graph, flags, result);
    swrt_unlock();
    return error;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags) {
    cudaGraphInstantiateResult result;
    return swrt_fail(make(pGraphExec, graph, flags, &result));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags) {
    cudaGraphInstantiateResult result;
    return swrt_fail(make(pGraphExec, graph, flags, &result));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *instantiateParams) {
    if (!instantiateParams)
        return swrt_fail(cudaErrorInvalidValue);
    instantiateParams->errNode_out = NULL;
    cudaError_t error = make(pGraphExec, graph, instantiateParams->flags, &instantiateParams->result_out);
    if (!error && instantiateParams->flags & cudaGraphInstantiateFlagUpload)
        error = cudaGraphUpload(*pGraphExec, instantiateParams->uploadStream);
    return swrt_fail(error);
}

static cudaError_t not_an_exec(const struct CUgraphExec_st *exec) {
    return swrt_because(cudaErrorInvalidValue, "%p is not an instantiated graph", (const void *)exec);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    bool known = swrt_is_exec(graphExec) && flags;
    if (known)
        *flags = graphExec->flags;
    swrt_unlock();
    return swrt_fail(known ? cudaSuccess : not_an_exec(graphExec));
}

/* Launches on their way still run; the last of them frees it. */
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    bool known = swrt_is_exec(graphExec);
    if (known) {
        if (swrt_is_graph(graphExec->graph) && graphExec->graph->live_execs)
            graphExec->graph->live_execs--;
        swrt_handle_remove(graphExec);
        graphExec->tag = 0;
        swrt_exec_release(graphExec);
    }
    swrt_unlock();
    swrt_objects_bury();
    return swrt_fail(known ? cudaSuccess : not_an_exec(graphExec));
}

/* The launch becomes a child graph. */
static cudaError_t capture_launch(const struct CUgraphExec_st *exec, struct CUstream_st *stream) {
    if (exec->program->has_memory || exec->program->num_conditions)
        return swrt_capture_refuse(stream);
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeGraph, 0);
    if (work)
        work->child = swrt_program_graph(exec->program, exec->program->objects);
    if (work && !work->child) {
        swrt_work_drop(work);
        return cudaErrorMemoryAllocation;
    }
    return swrt_capture_work(stream, work);
}

static cudaError_t launch(struct CUgraphExec_st *exec, cudaStream_t handle) {
    bool capturing;
    if (!swrt_is_exec(exec))
        return not_an_exec(exec);
    struct CUstream_st *stream = swrt_stream_find(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_capture_check(stream, &capturing));
    if (capturing)
        return capture_launch(exec, stream);
    return swrt_graph_launch(exec, stream);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = launch(graphExec, stream);
    swrt_unlock();
    return swrt_fail(error);
}

/* Instantiating leaves nothing to be uploaded. */
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = !swrt_is_exec(graphExec)   ? not_an_exec(graphExec)
                        : swrt_stream_find(stream) ? cudaSuccess
                                                   : cudaErrorInvalidResourceHandle;
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t update(struct CUgraphExec_st *exec, struct CUgraph_st *graph, cudaGraphExecUpdateResultInfo *info) {
    if (!swrt_is_exec(exec) || !swrt_is_graph(graph) || !info)
        return not_an_exec(exec);
    struct swrt_program *program = swrt_exec_writable(exec);
    if (!program)
        return cudaErrorMemoryAllocation;
    SWRT_TRY(swrt_program_update(program, graph, info));
    return swrt_program_hold(program, graph) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo *resultInfo) {
    if (resultInfo)
        *resultInfo = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateError};
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = update(hGraphExec, hGraph, resultInfo);
    swrt_unlock();
    swrt_objects_bury();
    return swrt_fail(error);
}
