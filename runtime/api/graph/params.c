/* What nodes do, as programs read it back, and the attributes of kernel nodes. CUDA Runtime API reference, "Graph
 * Management". */
#include <string.h>

#include "execute/launch.h"
#include "graph/graph.h"
#include "report/error.h"
#include "stream/engine_internal.h"

/* The work of a node of that type, or null. */
static struct swrt_work *work_of(const struct CUgraphNode_st *node, enum cudaGraphNodeType type) {
    return swrt_is_node(node) && node->work->type == type ? node->work : NULL;
}

/* Each: the node's type, the output, and the expression that it is given, in which `work` is the node's. */
#define GET(name, Type, output, value)                                                     \
    cudaError_t cudaGraph##name(cudaGraphNode_t node, output *out) {                       \
        cudaError_t error = swrt_check_device();                                           \
        if (error)                                                                         \
            return swrt_fail(error);                                                       \
        swrt_lock();                                                                       \
        const struct swrt_work *work = work_of(node, cudaGraphNodeType##Type);             \
        if (work && out)                                                                   \
            *out = (value);                                                                \
        else                                                                               \
            error = swrt_because(cudaErrorInvalidValue, "%p is not a node of that type", (void *)node); \
        swrt_unlock();                                                                     \
        return swrt_fail(error);                                                           \
    }

static struct cudaKernelNodeParams kernel_params(const struct swrt_kernel_work *kernel) {
    const struct swrt_grid *grid = &kernel->grid;
    return (struct cudaKernelNodeParams){
        .func = (void *)(uintptr_t)kernel->function,
        .gridDim = {grid->nctaid[0], grid->nctaid[1], grid->nctaid[2]},
        .blockDim = {grid->ntid[0], grid->ntid[1], grid->ntid[2]},
        .sharedMemBytes = grid->dynamic_bytes,
        .kernelParams = kernel->pointers,
    };
}

GET(KernelNodeGetParams, Kernel, struct cudaKernelNodeParams, kernel_params(&work->kernel))
GET(MemcpyNodeGetParams, Memcpy, struct cudaMemcpy3DParms, work->copy.params)
GET(MemsetNodeGetParams, Memset, struct cudaMemsetParams, work->fill.params)
GET(HostNodeGetParams, Host, struct cudaHostNodeParams, work->host)
GET(ChildGraphNodeGetGraph, Graph, cudaGraph_t, work->child)
GET(EventRecordNodeGetEvent, EventRecord, cudaEvent_t, work->event)
GET(EventWaitNodeGetEvent, WaitEvent, cudaEvent_t, work->event)
GET(MemAllocNodeGetParams, MemAlloc, struct cudaMemAllocNodeParams, work->memory->params)

static GET(MemFreeAddress, MemFree, void *, work->memory->params.dptr)

    cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out) {
    return cudaGraphMemFreeAddress(node, dptr_out);
}

/* ---- Attributes of kernels ------------------------------------------------------------------------------------- */

static cudaError_t get(const struct CUgraphNode_st *node, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value) {
    const struct swrt_work *work = work_of(node, cudaGraphNodeTypeKernel);
    if (!work || !value)
        return cudaErrorInvalidValue;
    memset(value, 0, sizeof *value);
    switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
        value->accessPolicyWindow = work->kernel.window;
        return cudaSuccess;
    case cudaLaunchAttributeCooperative:
        value->cooperative = work->kernel.grid.cooperative;
        return cudaSuccess;
    case cudaLaunchAttributePriority:
        value->priority = work->kernel.priority;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        if (work->kernel.grid.has_clusters) {
            value->clusterDim.x = work->kernel.grid.cluster[0];
            value->clusterDim.y = work->kernel.grid.cluster[1];
            value->clusterDim.z = work->kernel.grid.cluster[2];
        }
        return cudaSuccess;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        value->clusterSchedulingPolicyPreference = work->kernel.cluster_policy;
        return cudaSuccess;
    default:
        return swrt_because(cudaErrorInvalidValue, "attribute %d", (int)attr);
    }
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue *value_out) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = get(hNode, attr, value_out);
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t set_cluster(struct swrt_kernel_work *kernel, dim3 cluster) {
    if (!cluster.x || !cluster.y || !cluster.z)
        return swrt_because(cudaErrorInvalidClusterSize, "a dimension of the cluster is 0");
    return swrt_launch_set_cluster(&kernel->grid, kernel->function, cluster);
}

static cudaError_t set_one(struct swrt_kernel_work *kernel, cudaLaunchAttributeID attr,
                           const cudaLaunchAttributeValue *value) {
    switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
        kernel->window = value->accessPolicyWindow;
        return cudaSuccess;
    case cudaLaunchAttributeCooperative:
        kernel->grid.cooperative = value->cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributePriority:
        kernel->priority = value->priority > SWRT_PRIORITY_LOW    ? SWRT_PRIORITY_LOW
                           : value->priority < SWRT_PRIORITY_HIGH ? SWRT_PRIORITY_HIGH
                                                                  : value->priority;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        return set_cluster(kernel, (dim3){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z});
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        if ((unsigned)value->clusterSchedulingPolicyPreference > cudaClusterSchedulingPolicyLoadBalancing)
            return cudaErrorInvalidValue;
        kernel->cluster_policy = value->clusterSchedulingPolicyPreference;
        return cudaSuccess;
    default:
        return swrt_because(cudaErrorInvalidValue, "attribute %d", (int)attr);
    }
}

/* Works are shared, so the node gets one of its own. */
static cudaError_t change(struct CUgraphNode_st *node, struct swrt_work *own, cudaError_t error) {
    if (!own)
        return cudaErrorMemoryAllocation;
    struct swrt_work *dropped = error ? own : node->work;
    if (!error)
        node->work = own;
    swrt_work_drop(dropped);
    return error;
}

static cudaError_t set(struct CUgraphNode_st *node, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value) {
    const struct swrt_work *work = work_of(node, cudaGraphNodeTypeKernel);
    if (!work || !value)
        return cudaErrorInvalidValue;
    struct swrt_work *own = swrt_work_copy_of_kernel(work);
    return change(node, own, own ? set_one(&own->kernel, attr, value) : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue *value) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = set(hNode, attr, value);
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t copy(struct CUgraphNode_st *dst, const struct CUgraphNode_st *src) {
    const struct swrt_work *to = work_of(dst, cudaGraphNodeTypeKernel), *from = work_of(src, cudaGraphNodeTypeKernel);
    if (!to || !from)
        return cudaErrorInvalidValue;
    struct swrt_work *own = swrt_work_copy_of_kernel(to);
    if (own) {
        own->kernel.window = from->kernel.window;
        own->kernel.priority = from->kernel.priority;
        own->kernel.grid.cooperative = from->kernel.grid.cooperative;
    }
    return change(dst, own, own ? swrt_work_keep_cluster(&own->kernel, &from->kernel) : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = copy(hDst, hSrc);
    swrt_unlock();
    return swrt_fail(error);
}
