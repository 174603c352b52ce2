// NO-GPU: no documentation says that a loop sees what another branch of its graph sets
// A loop without anything in its body but empty nodes, and one without a body: until another branch of the graph ends
// them, everybody else goes on.
#include "../conformance.h"
#include <atomic>

static std::atomic<int> others;

__global__ void end(cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, 0); }
__global__ void increment(int *value) { ++*value; }

/* Waits until the host has got through its calls. */
static void wait(void *) { while (!others) ; }

static cudaGraph_t loop(bool has_nodes)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &params));
    if (has_nodes) {
        CHECK(cudaGraphAddEmptyNode(&node, params.conditional.phGraph_out[0], nullptr, 0));
        CHECK(cudaGraphAddEmptyNode(&node, params.conditional.phGraph_out[0], &node, 1));
    }
    cudaHostNodeParams host = {wait, nullptr};
    CHECK(cudaGraphAddHostNode(&node, graph, nullptr, 0, &host));
    void *arguments[] = {&handle};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)end;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&node, graph, &node, 1, &kernel));
    return graph;
}

int main()
{
    cudaStream_t stream, other;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    for (int has_nodes = 0; has_nodes < 2; has_nodes++) {
        cudaGraph_t graph = loop(has_nodes);
        cudaGraphExec_t exec;
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        others = 0;
        CHECK(cudaGraphLaunch(exec, stream));
        int *value, result;
        CHECK(cudaMallocAsync(&value, sizeof(int), other));
        CHECK(cudaMemsetAsync(value, 0, sizeof(int), other));
        for (int i = 0; i < 100; i++)
            increment<<<1, 1, 0, other>>>(value);
        CHECK(cudaMemcpyAsync(&result, value, sizeof(int), cudaMemcpyDeviceToHost, other));
        CHECK(cudaStreamSynchronize(other));
        EXPECT_EQ(result, 100);
        EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
        cudaGetLastError();
        others = 1;
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaFreeAsync(value, other));
        CHECK(cudaGraphExecDestroy(exec));
        CHECK(cudaGraphDestroy(graph));
    }
    return finish();
}
