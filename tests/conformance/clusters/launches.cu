// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* How launches say the size of clusters: which are refused, attributes of kernels, occupancy, graphs, the driver API's form.
 * What a launch refuses leaves no trace. Errors are those of an H200 (driver of CUDA 13.0). */
// SWCC: -arch=sm_90 -lcuda
// NVCC: -lcuda
#include "clusters.h"

#include <cuda.h>

__global__ void count(unsigned *out) {
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ unsigned there;
    if (threadIdx.x == 0) there = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&there, 0), 1);
    cluster.sync();
    if (cluster.thread_rank() == 0) atomicAdd(&out[0], there * 1000 + 1), atomicMax(&out[1], cluster.num_blocks());
}
__global__ void __cluster_dims__(2, 1, 1) pairs(unsigned *out) {
    if (cg::this_cluster().thread_rank() == 0) atomicAdd(&out[0], 1), atomicMax(&out[1], cg::this_cluster().num_blocks());
}
__global__ void __launch_bounds__(64, 1, 4) at_most_four(unsigned *out) { out[1] = cg::this_cluster().num_blocks(); }
__global__ void set_later(unsigned *out) { out[1] = cg::this_cluster().num_blocks(); }

static unsigned *out;

/* What the launch says, and it has run or not. */
template <typename Launch> static void expect(cudaError_t error, unsigned blocks, Launch launch) {
    out[0] = out[1] = 0;
    CHECK_EQUAL((int)error, (int)launch());
    CHECK_EQUAL((int)error, (int)cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(blocks, out[1]);
}

static void check_sizes() {
    expect(cudaSuccess, 4, [] { return launch(count, 8, 32, dim3(4), 0, out); });
    CHECK_EQUAL(2 * (4 * 32 * 1000 + 1), (int)out[0]);
    expect(cudaSuccess, 8, [] { return launch(count, dim3(4, 2, 2), 32, dim3(2, 2, 2), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 7, 32, dim3(2), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, dim3(4, 3), 32, dim3(2, 2), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 16, 32, dim3(16), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 32, 32, dim3(32), 0, out); });
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    expect(cudaSuccess, 16, [] { return launch(count, 32, 32, dim3(16), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 32, 32, dim3(32), 0, out); });
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 4, 32, dim3(0), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(count, 4, 32, dim3(4, 0, 0), 0, out); });
    expect(cudaSuccess, 2, [] { return launch(at_most_four, 4, 32, dim3(2), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(at_most_four, 8, 32, dim3(8), 0, out); });
    expect(cudaSuccess, 4, [] { return launch(at_most_four, 4, 32, dim3(4), 0, out); });
}

static void check_compiled() {
    expect(cudaSuccess, 2, [] { return pairs<<<6, 32>>>(out), cudaPeekAtLastError(); });
    CHECK_EQUAL(3u, out[0]);
    expect(cudaSuccess, 2, [] { return launch(pairs, 6, 32, dim3(2), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(pairs, 8, 32, dim3(4), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(pairs, 8, 32, dim3(1), 0, out); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return pairs<<<5, 32>>>(out), cudaPeekAtLastError(); });
}

/* A launch may prefer larger clusters, which are made of those that it asks for. */
static cudaError_t launch_preferring(unsigned cluster, dim3 preferred) {
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {cluster, 1, 1};
    attributes[1].id = cudaLaunchAttributePreferredClusterDimension;
    attributes[1].val.preferredClusterDim = {preferred.x, preferred.y, preferred.z};
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 32;
    config.attrs = attributes;
    config.numAttrs = 2;
    return cudaLaunchKernelEx(&config, at_most_four, out);
}

static void check_preferred() {
    out[1] = 0;
    CHECK_EQUAL(0, (int)launch_preferring(2, dim3(4)));
    FINISH();
    CHECK(out[1] == 2 || out[1] == 4);
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch_preferring(2, dim3(3)); });
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch_preferring(2, dim3(0, 0, 0)); });
}

static void check_attributes() {
    cudaFuncAttributes a;
    CUDA(cudaFuncGetAttributes(&a, pairs));
    CHECK_EQUAL(1, a.clusterDimMustBeSet);
    CHECK_EQUAL(2, a.requiredClusterWidth);
    CHECK_EQUAL(1, a.requiredClusterHeight);
    CHECK_EQUAL(1, a.requiredClusterDepth);
    CUDA(cudaFuncGetAttributes(&a, set_later));
    CHECK_EQUAL(0, a.clusterDimMustBeSet + a.requiredClusterWidth + a.nonPortableClusterSizeAllowed);
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)cudaFuncSetAttribute(pairs, cudaFuncAttributeRequiredClusterWidth, 4));
    CUDA(cudaFuncSetAttribute(set_later, cudaFuncAttributeRequiredClusterWidth, 2));
    expect(cudaErrorInvalidClusterSize, 0, [] { return set_later<<<4, 32>>>(out), cudaPeekAtLastError(); });
    CUDA(cudaFuncSetAttribute(set_later, cudaFuncAttributeRequiredClusterHeight, 2));
    CUDA(cudaFuncSetAttribute(set_later, cudaFuncAttributeRequiredClusterDepth, 1));
    CUDA(cudaFuncGetAttributes(&a, set_later));
    CHECK_EQUAL(2, a.requiredClusterWidth);
    CHECK_EQUAL(2, a.requiredClusterHeight);
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)cudaFuncSetAttribute(count, cudaFuncAttributeRequiredClusterWidth, -1));
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)cudaFuncSetAttribute(count, cudaFuncAttributeClusterDimMustBeSet, 1));
    CHECK_EQUAL((int)cudaErrorInvalidValue,
                (int)cudaFuncSetAttribute(count, cudaFuncAttributeClusterSchedulingPolicyPreference, 7));
    cudaGetLastError();
    expect(cudaErrorInvalidClusterSize, 0, [] { return launch(set_later, dim3(4, 4), 32, dim3(4), 0, out); });
    expect(cudaSuccess, 4, [] { return set_later<<<dim3(4, 4), 32>>>(out), cudaPeekAtLastError(); });
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeClusterSchedulingPolicyPreference, cudaClusterSchedulingPolicySpread));
    CUDA(cudaFuncGetAttributes(&a, count));
    CHECK_EQUAL(1, a.nonPortableClusterSizeAllowed);
    CHECK_EQUAL((int)cudaClusterSchedulingPolicySpread, a.clusterSchedulingPolicyPreference);
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    int has_clusters = 0;
    CUDA(cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, 0));
    CHECK_EQUAL(1, has_clusters);
}

static void check_occupancy() {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = 128;
    int size = 0, clusters = 0;
    CUDA(cudaOccupancyMaxPotentialClusterSize(&size, count, &config));
    CHECK_EQUAL(8, size);
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CUDA(cudaOccupancyMaxPotentialClusterSize(&size, count, &config));
    CHECK_EQUAL(16, size);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA(cudaOccupancyMaxActiveClusters(&clusters, count, &config));
    CHECK(clusters >= 1);
    config.numAttrs = 0;
    CUDA(cudaOccupancyMaxActiveClusters(&clusters, count, &config));
    CHECK_EQUAL(0, clusters);
    CUDA(cudaFuncSetAttribute(count, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    config.numAttrs = 1;
    attribute.val.clusterDim.x = 16;
    CHECK_EQUAL((int)cudaErrorInvalidClusterSize, (int)cudaOccupancyMaxPotentialClusterSize(&size, count, &config));
    CHECK_EQUAL((int)cudaErrorInvalidClusterSize, (int)cudaOccupancyMaxActiveClusters(&clusters, count, &config));
    cudaGetLastError();
}

static void check_graph() {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, compiled;
    void *args[] = {&out};
    cudaKernelNodeParams params = {};
    params.func = (void *)count;
    params.gridDim = 8;
    params.blockDim = 32;
    params.kernelParams = args;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    cudaLaunchAttributeValue value = {}, read = {};
    value.clusterDim.x = 4;
    value.clusterDim.y = value.clusterDim.z = 1;
    CUDA(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
    CUDA(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeClusterDimension, &read));
    CHECK_EQUAL(4u, read.clusterDim.x);
    out[0] = out[1] = 0;
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CUDA(cudaGraphLaunch(exec, 0));
    FINISH();
    CHECK_EQUAL(4u, out[1]);
    CHECK_EQUAL(2 * (4 * 32 * 1000 + 1), (int)out[0]);
    params.func = (void *)pairs;
    CUDA(cudaGraphAddKernelNode(&compiled, graph, &node, 1, &params));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    /* captured */
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {2, 2, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4, 4);
    config.blockDim = 32;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA(cudaLaunchKernelEx(&config, count, out));
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    out[0] = out[1] = 0;
    for (int i = 0; i < 3; i++) CUDA(cudaGraphLaunch(exec, stream));
    FINISH();
    CHECK_EQUAL(4u, out[1]);
    CHECK_EQUAL(3 * 4 * (4 * 32 * 1000 + 1), (int)out[0]);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaStreamDestroy(stream));
}

static void check_driver() {
    cudaFunction_t handle;
    CUDA(cudaGetFuncBySymbol(&handle, (const void *)count));
    CUlaunchAttribute attribute = {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = 2;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    CUlaunchConfig config = {};
    config.gridDimX = 6;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    void *args[] = {&out};
    out[0] = out[1] = 0;
    CHECK_EQUAL(0, (int)cuLaunchKernelEx(&config, (CUfunction)handle, args, nullptr));
    FINISH();
    CHECK_EQUAL(2u, out[1]);
    int clusters = 0, size = 0, width = -1;
    CHECK_EQUAL(0, (int)cuOccupancyMaxActiveClusters(&clusters, (CUfunction)handle, &config));
    CHECK(clusters >= 1);
    CHECK_EQUAL(0, (int)cuOccupancyMaxPotentialClusterSize(&size, (CUfunction)handle, &config));
    CHECK_EQUAL(8, size);
    CHECK_EQUAL(0, (int)cuFuncGetAttribute(&width, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, (CUfunction)handle));
    CHECK_EQUAL(0, width);
    config.gridDimX = 7;
    CHECK_EQUAL((int)CUDA_ERROR_INVALID_CLUSTER_SIZE, (int)cuLaunchKernelEx(&config, (CUfunction)handle, args, nullptr));
}

int main() {
    out = managed<unsigned>(2);
    check_sizes();
    check_compiled();
    check_preferred();
    check_attributes();
    check_occupancy();
    check_graph();
    check_driver();
    return check_result();
}
