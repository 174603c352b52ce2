// Stream capture: everything that a stream can be given becomes a node, in the order of the stream, and runs at each
// launch and not before. Fork and join by events.
#include "../conformance.h"
#include "../rows.h"
#include "forms.h"

constexpr int N = 1000;

__global__ void add(int *values, int n, int what)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] += what;
}

__global__ void combine(int *sum, const int *a, const int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] * 1000 + b[i];
}

__constant__ int factors[4];
__device__ int scaled[4];

__global__ void scale(const int *values) { scaled[threadIdx.x] = values[threadIdx.x] * factors[threadIdx.x]; }

static void count(void *data) { ++*static_cast<int *>(data); }

static void print_types(const char *what, cudaGraph_t graph)
{
    size_t nodes = 0, edges = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(get_edges(graph, nullptr, nullptr, &edges));
    std::vector<cudaGraphNode_t> list(nodes);
    CHECK(cudaGraphGetNodes(graph, list.data(), &nodes));
    int types[16] = {};
    for (cudaGraphNode_t node : list) {
        cudaGraphNodeType type;
        CHECK(cudaGraphNodeGetType(node, &type));
        types[type]++;
    }
    printf("%s: %zu nodes, %zu edges; kernels %d, copies %d, fills %d, host %d\n", what, nodes, edges, types[0], types[1],
           types[2], types[3]);
}

static void one_stream()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> values(N);
    std::vector<int> source(N, 5), result(N);
    int calls = 0;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(values, 1, N * sizeof(int), stream));
    add<<<8, 128, 0, stream>>>(values, N, 3);
    CHECK(cudaMemcpyAsync(values, source.data(), 10 * sizeof(int), cudaMemcpyHostToDevice, stream));
    add<<<8, 128, 0, stream>>>(values, N, 7);
    CHECK(cudaMemcpyAsync(result.data(), values, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, count, &calls));
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(result[0], 0);
    print_types("one stream", graph);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    source[3] = 50; /* host memory is read when the graph runs */
    for (int i = 0; i < 5; i++)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(result[0], 12);
    EXPECT_EQ(result[3], 57);
    EXPECT_EQ(result[10], 0x01010101 + 10);
    print_row("one stream", result.data(), result.size());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaStreamDestroy(stream));
}

static void fork_and_join()
{
    cudaStream_t first, second, third;
    cudaEvent_t forked, joined, late;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&forked));
    CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
    CHECK(cudaEventCreate(&late));
    DeviceArray<int> a(N), b(N), c(N);
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemsetAsync(a, 0, N * sizeof(int), first));
    CHECK(cudaEventRecord(forked, first));
    CHECK(cudaStreamWaitEvent(second, forked, 0));
    CHECK(cudaStreamWaitEvent(third, forked, 0));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(second, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    add<<<8, 128, 0, first>>>(a, N, 4);
    CHECK(cudaMemsetAsync(b, 0, N * sizeof(int), second));
    add<<<8, 128, 0, second>>>(b, N, 6);
    CHECK(cudaEventRecord(joined, second));
    CHECK(cudaEventRecord(late, third)); /* nothing was captured in it */
    CHECK(cudaStreamWaitEvent(first, joined, 0));
    CHECK(cudaStreamWaitEvent(first, late, 0));
    combine<<<8, 128, 0, first>>>(c, a, b, N);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaStreamIsCapturing(second, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusNone);
    print_types("fork and join", graph);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, second));
    CHECK(cudaStreamSynchronize(second));
    std::vector<int> result = c.host();
    for (int i = 0; i < N; i++)
        EXPECT_EQ(result[i], 4006);
    print_row("fork and join", result.data(), result.size());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaStreamDestroy(third));
}

/* Copies of two and three dimensions, and of symbols. */
static void shapes()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    char *pitched;
    size_t pitch;
    cudaPitchedPtr box;
    CHECK(cudaMallocPitch(&pitched, &pitch, 37, 11));
    CHECK(cudaMalloc3D(&box, make_cudaExtent(13, 7, 5)));
    std::vector<char> flat(37 * 11), cube(13 * 7 * 5);
    int numbers[4] = {2, 3, 5, 7}, answers[4];
    DeviceArray<int> values(std::vector<int>{1, 10, 100, 1000});
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaMemset2DAsync(pitched, pitch, 9, 37, 11, stream));
    CHECK(cudaMemset2DAsync(pitched + 2 * pitch + 3, pitch, 4, 20, 5, stream));
    CHECK(cudaMemcpy2DAsync(flat.data(), 37, pitched, pitch, 37, 11, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemset3DAsync(box, 6, make_cudaExtent(13, 7, 5), stream));
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = box;
    parms.dstPtr = make_cudaPitchedPtr(cube.data(), 13, 13, 7);
    parms.extent = make_cudaExtent(13, 7, 5);
    parms.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3DAsync(&parms, stream));
    CHECK(cudaMemcpyToSymbolAsync(factors, numbers, sizeof numbers, 0, cudaMemcpyHostToDevice, stream));
    scale<<<1, 4, 0, stream>>>(values);
    CHECK(cudaMemcpyFromSymbolAsync(answers, scaled, sizeof answers, 0, cudaMemcpyDeviceToHost, stream));
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    print_types("shapes", graph);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    print_row("two dimensions", flat.data(), flat.size());
    print_row("three dimensions", cube.data(), cube.size());
    print_row("symbols", answers, 4);
    EXPECT_EQ((int)flat[2 * 37 + 3], 4);
    EXPECT_EQ((int)cube[13 * 7 * 5 - 1], 6);
    EXPECT_EQ(answers[3], 7000);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(pitched));
    CHECK(cudaFree(box.ptr));
    CHECK(cudaStreamDestroy(stream));
}

/* What a capture says about itself, and nodes added by hand in the middle of it. */
static void information()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> values(N);
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    cudaGraph_t graph = nullptr, ended;
    const cudaGraphNode_t *tips;
    size_t count = 99;
    CHECK(capture_info(stream, &status, &id, &graph, &tips, &count));
    EXPECT_EQ(status, cudaStreamCaptureStatusNone);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<8, 128, 0, stream>>>(values, N, 1);
    CHECK(capture_info(stream, &status, &id, &graph, &tips, &count));
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    EXPECT_EQ(count, (size_t)1);
    EXPECT(id != 0 && graph);
    cudaGraphNode_t empty;
    CHECK(cudaGraphAddEmptyNode(&empty, graph, tips, count));
    CHECK(update_dependencies(stream, &empty, 1, cudaStreamSetCaptureDependencies));
    add<<<8, 128, 0, stream>>>(values, N, 2);
    CHECK(cudaStreamEndCapture(stream, &ended));
    EXPECT(ended == graph);
    size_t edges = 0;
    CHECK(get_edges(graph, nullptr, nullptr, &edges));
    EXPECT_EQ(edges, (size_t)2);
    EXPECT_ERROR(update_dependencies(stream, &empty, 1, 0), cudaErrorIllegalState);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(values.host()[N - 1], 3);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

/* More nodes for a graph that has some. */
static void to_graph()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> values(N);
    cudaGraph_t graph, ended;
    cudaGraphNode_t fill;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams params = {};
    params.dst = values;
    params.value = 100;
    params.elementSize = 4;
    params.width = N;
    params.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
    CHECK(cudaStreamBeginCaptureToGraph(stream, graph, &fill, nullptr, 1, cudaStreamCaptureModeGlobal));
    add<<<8, 128, 0, stream>>>(values, N, 11);
    CHECK(cudaStreamEndCapture(stream, &ended));
    EXPECT(ended == graph);
    print_types("to a graph", graph);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(values.host()[17], 111);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

int main()
{
    one_stream();
    fork_and_join();
    shapes();
    information();
    to_graph();
    return finish();
}
