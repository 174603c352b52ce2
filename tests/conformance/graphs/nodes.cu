// Nodes of every type made by hand: what they do, what they say about themselves, and how they are changed before and
// after instantiation.
#include "../conformance.h"
#include "../rows.h"
#include "forms.h"

constexpr int N = 300;

struct Pair {
    int factor;
    double offset;
};

__global__ void transform(double *out, const int *in, int n, Pair pair)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * pair.factor + pair.offset;
}

__device__ int symbol[N];

static void store(void *data) { ++*static_cast<int *>(data); }

static cudaGraphExec_t exec;
static cudaStream_t stream;

static void launch()
{
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
}

static cudaMemsetParams fill_of(void *at, unsigned value, unsigned size, size_t width, size_t height = 1, size_t pitch = 0)
{
    cudaMemsetParams params = {};
    params.dst = at;
    params.value = value;
    params.elementSize = size;
    params.width = width;
    params.height = height;
    params.pitch = pitch;
    return params;
}

/* fill -> kernel -> copy -> host, each changed in the graph, then in what was instantiated. */
static void chain()
{
    DeviceArray<int> in(N), more(N);
    DeviceArray<double> out(N);
    std::vector<double> result(N), other_result(N);
    int calls = 0, other_calls = 0, n = N;
    double *out_at = out;
    int *in_at = in, *more_at = more;
    Pair pair = {2, 0.5};
    void *arguments[] = {&out_at, &in_at, &n, &pair};
    cudaGraph_t graph;
    cudaGraphNode_t fill, kernel, copy, host;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill_params = fill_of(in, 7, 4, N);
    CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &fill_params));
    cudaKernelNodeParams kernel_params = {};
    kernel_params.func = (void *)transform;
    kernel_params.gridDim = dim3(3);
    kernel_params.blockDim = dim3(128);
    kernel_params.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &kernel_params));
    pair = {100, 100}; /* the node has a copy */
    CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, result.data(), out, N * sizeof(double), cudaMemcpyDeviceToHost));
    cudaHostNodeParams host_params = {store, &calls};
    CHECK(cudaGraphAddHostNode(&host, graph, &copy, 1, &host_params));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    launch();
    EXPECT_EQ(result[N - 1], 14.5);
    EXPECT_EQ(calls, 1);

    cudaKernelNodeParams got = {};
    CHECK(cudaGraphKernelNodeGetParams(kernel, &got));
    EXPECT(got.func == (void *)transform);
    EXPECT_EQ(got.gridDim.x, 3u);
    EXPECT_EQ(got.blockDim.x, 128u);
    EXPECT_EQ(((Pair *)got.kernelParams[3])->offset, 0.5);
    cudaMemsetParams got_fill;
    CHECK(cudaGraphMemsetNodeGetParams(fill, &got_fill));
    EXPECT_EQ(got_fill.value, 7u);
    EXPECT_EQ(got_fill.width, (size_t)N);
    cudaHostNodeParams got_host;
    CHECK(cudaGraphHostNodeGetParams(host, &got_host));
    EXPECT(got_host.fn == store && got_host.userData == &calls);

    /* The instantiated graph changes, the graph does not. */
    CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &kernel_params));
    fill_params = fill_of(in, 3, 4, N);
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, fill, &fill_params));
    host_params.userData = &other_calls;
    CHECK(cudaGraphExecHostNodeSetParams(exec, host, &host_params));
    CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, other_result.data(), out, N * sizeof(double), cudaMemcpyDeviceToHost));
    launch();
    EXPECT_EQ(other_result[N - 1], 400.0);
    EXPECT_EQ(result[N - 1], 14.5);
    EXPECT_EQ(other_calls, 1);
    CHECK(cudaGraphMemsetNodeGetParams(fill, &got_fill));
    EXPECT_EQ(got_fill.value, 7u);

    /* A node that is off does nothing, and those behind it run. */
    unsigned enabled = 9;
    CHECK(cudaGraphNodeSetEnabled(exec, kernel, 0));
    CHECK(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
    EXPECT_EQ(enabled, 0u);
    CHECK(cudaMemset(out, 0, N * sizeof(double)));
    CHECK(cudaDeviceSynchronize());
    launch();
    EXPECT_EQ(other_result[N - 1], 0.0);
    EXPECT_EQ(other_calls, 2);
    CHECK(cudaGraphNodeSetEnabled(exec, kernel, 1));
    launch();
    EXPECT_EQ(other_result[0], 400.0);

    /* The graph changes, and what was instantiated does not until it is updated. */
    arguments[1] = &more_at;
    pair = {1, 0.25};
    CHECK(cudaGraphKernelNodeSetParams(kernel, &kernel_params));
    fill_params = fill_of(more, 0x0102, 2, 2 * N);
    CHECK(cudaGraphMemsetNodeSetParams(fill, &fill_params));
    launch();
    EXPECT_EQ(other_result[0], 400.0);
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(exec, graph, &info));
    EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
    launch();
    EXPECT_EQ(result[0], 0x01020102 + 0.25);
    EXPECT_EQ(calls, 2);
    print_row("chain", result.data(), result.size());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

/* Copies of three dimensions and of symbols, a fill of rows, a child graph, an empty node. */
static void others()
{
    std::vector<int> source(N), result(N, -1);
    for (int i = 0; i < N; i++)
        source[i] = i * i;
    cudaGraph_t graph, child, inner;
    cudaGraphNode_t to_symbol, empty, child_node, from_symbol, rows, box;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphCreate(&child, 0));
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&to_symbol, graph, nullptr, 0, symbol, source.data(), N * sizeof(int), 0,
                                         cudaMemcpyHostToDevice));
    CHECK(cudaGraphAddEmptyNode(&empty, graph, &to_symbol, 1));
    CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from_symbol, child, nullptr, 0, result.data(), symbol, (N - 10) * sizeof(int),
                                           10 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddChildGraphNode(&child_node, graph, &empty, 1, child));
    CHECK(cudaGraphChildGraphNodeGetGraph(child_node, &inner));
    EXPECT(inner != child);
    cudaGraphNode_t in_clone;
    CHECK(cudaGraphNodeFindInClone(&in_clone, from_symbol, inner));
    CHECK(cudaGraphDestroy(child));
    char *pitched;
    size_t pitch;
    std::vector<short> flat(13 * 6);
    CHECK(cudaMallocPitch(&pitched, &pitch, 13 * sizeof(short), 6));
    cudaMemsetParams fill = fill_of(pitched, 0x1234, 2, 13, 6, pitch);
    CHECK(cudaGraphAddMemsetNode(&rows, graph, nullptr, 0, &fill));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(pitched, pitch, 26, 6);
    copy.dstPtr = make_cudaPitchedPtr(flat.data(), 26, 26, 6);
    copy.extent = make_cudaExtent(26, 6, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaGraphAddMemcpyNode(&box, graph, &rows, 1, &copy));
    cudaMemcpy3DParms got;
    CHECK(cudaGraphMemcpyNodeGetParams(box, &got));
    EXPECT(got.extent.width == 26 && got.extent.height == 6 && got.srcPtr.ptr == pitched);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    launch();
    EXPECT_EQ(result[0], 100);
    EXPECT_EQ(result[N - 11], (N - 1) * (N - 1));
    EXPECT_EQ(result[N - 10], -1);
    EXPECT_EQ((int)flat[77], 0x1234);
    print_row("symbol", result.data(), result.size());
    print_row("rows", flat.data(), flat.size());
    CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, in_clone, result.data(), symbol, 4 * sizeof(int), 0,
                                                     cudaMemcpyDeviceToHost));
    launch();
    EXPECT_EQ(result[3], 9);
    EXPECT_EQ(result[4], 14 * 14);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(pitched));
}

/* An event that a graph records, and another graph that waits for it. */
static void events()
{
    cudaEvent_t event, other, got;
    cudaGraph_t graph;
    cudaGraphNode_t wait, host, record;
    int calls = 0;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventCreate(&other));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
    cudaHostNodeParams params = {store, &calls};
    CHECK(cudaGraphAddHostNode(&host, graph, &wait, 1, &params));
    CHECK(cudaGraphAddEventRecordNode(&record, graph, &host, 1, event));
    CHECK(cudaGraphEventWaitNodeGetEvent(wait, &got));
    EXPECT(got == event);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(calls, 1);
    CHECK(cudaGraphExecEventRecordNodeSetEvent(exec, record, other));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventSynchronize(other));
    EXPECT_EQ(calls, 2);
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, event, other));
    EXPECT(ms >= 0);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

/* cudaGraphAddNode takes all of them. */
static void any_type()
{
    DeviceArray<int> in(N);
    DeviceArray<double> out(N);
    double *out_at = out;
    int *in_at = in, n = N;
    Pair pair = {3, 1};
    void *arguments[] = {&out_at, &in_at, &n, &pair};
    cudaGraph_t graph;
    cudaGraphNode_t fill, kernel;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemset;
    params.memset.dst = in;
    params.memset.value = 5;
    params.memset.elementSize = 4;
    params.memset.width = N;
    params.memset.height = 1;
    CHECK(add_node(&fill, graph, nullptr, 0, &params));
    params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = (void *)transform;
    params.kernel.gridDim = dim3(N);
    params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    CHECK(add_node(&kernel, graph, &fill, 1, &params));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    launch();
    EXPECT_EQ(out.host()[200], 16.0);
    pair.factor = 4;
    CHECK(cudaGraphExecNodeSetParams(exec, kernel, &params));
    launch();
    EXPECT_EQ(out.host()[200], 21.0);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

static void wrong_arguments()
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    DeviceArray<int> in(N);
    CHECK(cudaGraphCreate(&graph, 0));
    EXPECT_ERROR(cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaGraphCreate(&graph, 1), cudaErrorInvalidValue);
    cudaMemsetParams fill = fill_of(in, 0, 3, N);
    EXPECT_ERROR(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), cudaErrorInvalidValue);
    cudaKernelNodeParams kernel = {};
    EXPECT_ERROR(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr), cudaErrorInvalidValue);
    kernel.func = (void *)transform;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(2000);
    void *arguments[4] = {&in, &in, &in, &in};
    kernel.kernelParams = arguments;
    EXPECT(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel) != cudaSuccess);
    cudaGetLastError();
    size_t count;
    CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    EXPECT_EQ(count, (size_t)0);
    CHECK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    cudaKernelNodeParams got;
    EXPECT_ERROR(cudaGraphKernelNodeGetParams(node, &got), cudaErrorInvalidValue);
    CHECK(cudaGraphDestroy(graph));
}

int main()
{
    CHECK(cudaStreamCreate(&stream));
    chain();
    others();
    events();
    any_type();
    wrong_arguments();
    return finish();
}
