/* Works from the parameters of the API's node functions.
 *
 * A node that launches or copies is checked and prepared by the same code as the launch or copy itself: the ordinary
 * call is made while the thread records (capture.h), and what it would have put into the stream becomes the work.
 */
#include <stdlib.h>

#include "base/plural.h"
#include "execute/launch.h"
#include "graph/capture.h"
#include "graph/make.h"
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine_internal.h"

/* CUDA's other way to pass arguments: a list of (what, value) pairs that names a buffer laid out as the parameters are. */
enum { EXTRA_END = 0, EXTRA_POINTER = 1, EXTRA_SIZE = 2 };

static const char *packed_buffer(void **extra, size_t *size) {
    const char *buffer = NULL;
    *size = 0;
    for (; *extra != (void *)EXTRA_END; extra += 2) {
        if (*extra == (void *)EXTRA_POINTER)
            buffer = extra[1];
        else if (*extra == (void *)EXTRA_SIZE)
            *size = *(const size_t *)extra[1];
        else
            return NULL;
    }
    return buffer;
}

static cudaError_t record_launch(struct swrt_work **out, const struct swrt_launch *launch) {
    swrt_record_begin(out);
    cudaError_t error = swrt_launch(launch);
    swrt_record_end();
    return error;
}

static cudaError_t record_extra(struct swrt_work **out, struct swrt_launch *launch, void **extra) {
    const struct swrt_function *function = swrt_function_find(launch->function);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    size_t size;
    const struct swrt_kernel *kernel = function->kernel;
    const struct swrt_param *params = kernel->params;
    const char *buffer = packed_buffer(extra, &size);
    if (!buffer || size < kernel->params_bytes)
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s of arguments, of %u", size, swrt_s(size),
                            kernel->params_bytes);
    launch->args = malloc((kernel->num_params + 1) * sizeof(void *));
    if (!launch->args)
        return cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < kernel->num_params; i++)
        launch->args[i] = (void *)(uintptr_t)(buffer + params[i].offset);
    cudaError_t error = record_launch(out, launch);
    free(launch->args);
    return error;
}

cudaError_t swrt_make_kernel(struct swrt_work **out, const struct cudaKernelNodeParams *p) {
    if (!p || (p->kernelParams && p->extra))
        return cudaErrorInvalidValue;
    struct swrt_launch launch = {p->func,           p->gridDim, p->blockDim,         p->kernelParams,
                                 p->sharedMemBytes, NULL,       .cooperative = false};
    return p->extra ? record_extra(out, &launch, p->extra) : record_launch(out, &launch);
}

cudaError_t swrt_make_memset(struct swrt_work **out, const struct cudaMemsetParams *params) {
    return swrt_work_memset(params, out);
}

static cudaError_t made(struct swrt_work *work) {
    return work ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t swrt_make_host(struct swrt_work **out, const struct cudaHostNodeParams *params) {
    if (!params || !params->fn)
        return cudaErrorInvalidValue;
    *out = swrt_work_create(cudaGraphNodeTypeHost, 0);
    if (*out)
        (*out)->host = *params;
    return made(*out);
}

cudaError_t swrt_make_empty(struct swrt_work **out) {
    *out = swrt_work_create(cudaGraphNodeTypeEmpty, 0);
    return made(*out);
}

cudaError_t swrt_make_child_locked(struct swrt_work **out, cudaGraph_t graph) {
    if (!swrt_is_graph(graph))
        return swrt_because(cudaErrorInvalidValue, "%p is not a graph", (void *)graph);
    if (swrt_graph_has_memory(graph) || swrt_graph_has(graph, cudaGraphNodeTypeConditional))
        return swrt_because(cudaErrorNotSupported, "a graph that allocates or has conditions cannot be a child");
    *out = swrt_work_create(cudaGraphNodeTypeGraph, 0);
    if (*out && !((*out)->child = swrt_graph_clone(graph, true))) {
        free(*out);
        *out = NULL;
    }
    return made(*out);
}

cudaError_t swrt_make_child(struct swrt_work **out, cudaGraph_t graph) {
    swrt_lock();
    cudaError_t error = swrt_make_child_locked(out, graph);
    swrt_unlock();
    return error;
}

static cudaError_t make_event(struct swrt_work **out, enum cudaGraphNodeType type, struct CUevent_st *event) {
    swrt_lock();
    cudaError_t error = swrt_handle_is(event, SWRT_TAG_EVENT) ? swrt_check_node_event(event) : cudaErrorInvalidValue;
    if (!error)
        *out = swrt_work_event(type, event);
    swrt_unlock();
    return error ? error : made(*out);
}

cudaError_t swrt_make_record(struct swrt_work **out, cudaEvent_t event) {
    return make_event(out, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t swrt_make_wait(struct swrt_work **out, cudaEvent_t event) {
    return make_event(out, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t swrt_make_alloc(struct swrt_work **out, const struct cudaMemAllocNodeParams *params) {
    cudaError_t error = cudaErrorInvalidValue;
    struct swrt_graph_memory *memory = params ? swrt_graph_memory_create(params, &error) : NULL;
    if (!memory)
        return error;
    *out = swrt_work_create(cudaGraphNodeTypeMemAlloc, 0);
    if (*out)
        (*out)->memory = memory;
    else
        swrt_graph_memory_drop(memory);
    return made(*out);
}

cudaError_t swrt_make_free(struct swrt_work **out, const void *address) {
    struct swrt_graph_memory *memory = swrt_graph_memory_find(address);
    if (!memory)
        return swrt_because(cudaErrorInvalidValue, "%p was not allocated by a graph", address);
    *out = swrt_work_create(cudaGraphNodeTypeMemFree, 0);
    if (!*out)
        return cudaErrorMemoryAllocation;
    (*out)->memory = memory;
    swrt_graph_memory_use(memory);
    return cudaSuccess;
}

static struct swrt_condition *find_condition(const struct CUgraph_st *graph, cudaGraphConditionalHandle handle) {
    struct swrt_condition *condition = graph->conditions;
    while (condition && (uintptr_t)&condition->value != handle)
        condition = condition->next;
    return condition;
}

/* If, and else; while; switch. */
static const unsigned MOST_BODIES[] = {2, 1, 1 << 20};

static cudaError_t make_condition(struct swrt_work **out, struct cudaConditionalNodeParams *p,
                                  const struct CUgraph_st *graph) {
    struct swrt_condition *condition = swrt_is_graph(graph) ? find_condition(graph, p->handle) : NULL;
    if (!condition || condition->used)
        return swrt_because(cudaErrorInvalidValue, "not a handle of the graph, or one that has a node already");
    if (!p->size || (unsigned)p->type > cudaGraphCondTypeSwitch || p->size > MOST_BODIES[p->type])
        return swrt_because(cudaErrorInvalidValue, "a condition of type %d with %u bodies", (int)p->type, p->size);
    struct swrt_work *work = *out = swrt_work_create(cudaGraphNodeTypeConditional, p->size * sizeof(cudaGraph_t));
    if (!work)
        return cudaErrorMemoryAllocation;
    condition->used = true;
    condition->refs++;
    work->condition = (struct swrt_condition_work){condition, p->type, p->size, (struct CUgraph_st **)(work + 1)};
    for (unsigned i = 0; i < p->size; i++)
        if (!(work->condition.bodies[i] = swrt_graph_create(true))) {
            swrt_work_drop(work);
            return cudaErrorMemoryAllocation;
        }
    p->phGraph_out = work->condition.bodies;
    return cudaSuccess;
}

cudaError_t swrt_make_condition(struct swrt_work **out, struct cudaConditionalNodeParams *params,
                                const struct CUgraph_st *graph) {
    swrt_lock();
    cudaError_t error = make_condition(out, params, graph);
    swrt_unlock();
    return error;
}
