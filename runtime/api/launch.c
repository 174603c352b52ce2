/* Entry points that start work: launches (and the two functions through which `<<< >>>` passes its configuration),
 * host functions and stream callbacks. CUDA Runtime API reference, "Execution Control" and "Stream Management". */
#include <stdlib.h>

#include "execute/launch.h"
#include "graph/capture.h"
#include "graph/graph.h"
#include "os/thread/thread.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/wait.h"

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
                             cudaStream_t stream) {
    return swrt_fail(
        swrt_launch(&(struct swrt_launch){func, gridDim, blockDim, args, sharedMem, stream, .cooperative = false}));
}

/* In programs compiled with per-thread default streams, stream 0 is the calling thread's own. */
cudaError_t cudaLaunchKernel_ptsz(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
                                  cudaStream_t stream) {
    cudaStream_t own = stream ? stream : cudaStreamPerThread;
    return swrt_fail(
        swrt_launch(&(struct swrt_launch){func, gridDim, blockDim, args, sharedMem, own, .cooperative = false}));
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
                                        cudaStream_t stream) {
    return swrt_fail(
        swrt_launch(&(struct swrt_launch){func, gridDim, blockDim, args, sharedMem, stream, .cooperative = true}));
}

static cudaError_t read_attribute(const cudaLaunchAttribute *attr, struct swrt_launch *launch) {
    switch (attr->id) {
    case cudaLaunchAttributeCooperative:
        launch->cooperative = attr->val.cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        launch->cluster = (dim3){attr->val.clusterDim.x, attr->val.clusterDim.y, attr->val.clusterDim.z};
        if (!launch->cluster.x || !launch->cluster.y || !launch->cluster.z)
            return swrt_because(cudaErrorInvalidClusterSize, "a dimension of the cluster is 0");
        return cudaSuccess;
    case cudaLaunchAttributePreferredClusterDimension:
        launch->prefers_cluster = true;
        launch->preferred_cluster = (dim3){attr->val.preferredClusterDim.x, attr->val.preferredClusterDim.y,
                                           attr->val.preferredClusterDim.z};
        return cudaSuccess;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        return (unsigned)attr->val.clusterSchedulingPolicyPreference > cudaClusterSchedulingPolicyLoadBalancing
                   ? cudaErrorInvalidValue
                   : cudaSuccess;
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
        return swrt_because(cudaErrorNotSupported, "launch attribute %d is not supported", (int)attr->id);
    default: /* hints about caches, priorities and overlap */
        return cudaSuccess;
    }
}

static cudaError_t launch_config(const cudaLaunchConfig_t *config, const void *func, void **args) {
    if (!config || (config->numAttrs && !config->attrs))
        return cudaErrorInvalidValue;
    struct swrt_launch launch = {.function = func,
                                 .grid = config->gridDim,
                                 .block = config->blockDim,
                                 .args = args,
                                 .shared = config->dynamicSmemBytes,
                                 .stream = config->stream};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        SWRT_TRY(read_attribute(&config->attrs[i], &launch));
    }
    return swrt_launch(&launch);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args) {
    return swrt_fail(launch_config(config, func, args));
}

/* `kernel<<<...>>>(f(), g())`: the configuration is pushed, the arguments are computed (and may launch kernels
 * themselves), and the stub pops it. */
struct swrt_configuration {
    struct swrt_configuration *outer;
    dim3 grid, block;
    size_t shared;
    void *stream;
};

#pragma GCC visibility push(default) /* clang's stubs call them; no header declares them */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
#pragma GCC visibility pop

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream) {
    struct swrt_configuration *c = malloc(sizeof *c);
    if (!c)
        return (unsigned)swrt_fail(cudaErrorMemoryAllocation);
    struct swrt_thread *self = swrt_self_noted();
    *c = (struct swrt_configuration){self->configuration, grid, block, shared, stream};
    self->configuration = c;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    struct swrt_configuration *c = swrt_self()->configuration;
    if (!c)
        return swrt_fail(cudaErrorMissingConfiguration);
    swrt_self_noted()->configuration = c->outer;
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    *(void **)stream = c->stream;
    free(c);
    return cudaSuccess;
}

/* Stream callbacks, which are told the stream's error, cannot be captured (CUDA Runtime API, cudaStreamAddCallback). */
static cudaError_t capture_host(struct CUstream_st *stream, const struct swrt_op_kind *kind,
                                struct swrt_host_call call) {
    if (kind == &swrt_kind_callback)
        return swrt_capture_refuse(stream);
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeHost, 0);
    if (work)
        work->host = (struct cudaHostNodeParams){call.function, call.data};
    return swrt_capture_work(stream, work);
}

/* With the lock held. */
static cudaError_t submit_host(cudaStream_t handle, const struct swrt_op_kind *kind, struct swrt_host_call call) {
    struct CUstream_st *stream = swrt_stream_find(handle);
    if (!stream)
        return cudaErrorInvalidResourceHandle;
    bool capturing;
    SWRT_TRY(swrt_capture_check(stream, &capturing));
    if (capturing)
        return capture_host(stream, kind, call);
    swrt_wait_for_room(stream);
    struct swrt_op *op = swrt_op_create(kind, stream);
    if (!op)
        return cudaErrorMemoryAllocation;
    op->host = call;
    swrt_op_submit(op);
    return cudaSuccess;
}

static cudaError_t host_call(cudaStream_t stream, const struct swrt_op_kind *kind, struct swrt_host_call call) {
    SWRT_TRY(swrt_check_device());
    if (!call.function && !call.callback)
        return cudaErrorInvalidValue;
    swrt_lock();
    cudaError_t error = submit_host(stream, kind, call);
    swrt_unlock();
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData) {
    return swrt_fail(host_call(stream, &swrt_kind_host, (struct swrt_host_call){.function = fn, .data = userData}));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *userData,
                                  unsigned int flags) {
    if (flags)
        return swrt_fail(cudaErrorInvalidValue);
    struct swrt_host_call call = {.callback = callback, .handle = stream, .data = userData};
    return swrt_fail(host_call(stream, &swrt_kind_callback, call));
}
