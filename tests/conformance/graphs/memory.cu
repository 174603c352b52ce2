// Allocation and free nodes, made by hand and captured: the address stays the same over launches, memory may live longer
// than the launch, and what is not freed keeps the graph from being launched again, unless it frees by itself.
#include "../conformance.h"
#include "forms.h"

constexpr int N = 100000;

__global__ void fill(int *values, int n, int what)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = what + i;
}

__global__ void total(const int *values, int n, unsigned long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, (unsigned long long)values[i]);
}

static unsigned long long used()
{
    unsigned long long bytes = 99;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
    return bytes;
}

/* An H200 goes on counting the 32 MiB that it keeps for the next launch. */
static void expect_unused()
{
#ifdef __SOFTWARP__
    EXPECT_EQ(used(), 0ull);
#endif
}

static void captured()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<unsigned long long> sum(1);
    int *memory;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMallocAsync(&memory, N * sizeof(int), stream));
    EXPECT(memory != nullptr);
    CHECK(cudaMemsetAsync(sum, 0, 8, stream));
    fill<<<(N + 255) / 256, 256, 0, stream>>>(memory, N, 7);
    total<<<(N + 255) / 256, 256, 0, stream>>>(memory, N, sum);
    CHECK(cudaFreeAsync(memory, stream));
    cudaGraph_t graph, clone;
    CHECK(cudaStreamEndCapture(stream, &graph));
    expect_unused();
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    EXPECT(cudaGraphClone(&clone, graph) != cudaSuccess);
    cudaGetLastError();
    size_t count = 1;
    cudaGraphNode_t root;
    CHECK(cudaGraphGetRootNodes(graph, &root, &count));
    EXPECT(cudaGraphDestroyNode(root) != cudaSuccess);
    cudaGetLastError();
    for (int i = 0; i < 3; i++) {
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        EXPECT_EQ(sum.host()[0], 7ull * N + (unsigned long long)N * (N - 1) / 2);
    }
    expect_unused();
    unsigned long long high = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    EXPECT(high >= N * sizeof(int));
    high = 0;
    CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    CHECK(cudaDeviceGraphMemTrim(0));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &high));
    EXPECT_EQ(high, 0ull);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

static cudaGraphExec_t allocating(int **memory, unsigned long long flags)
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = N * sizeof(int);
    cudaGraphNode_t alloc, kernel;
    CHECK(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
    *memory = (int *)params.dptr;
    cudaMemAllocNodeParams got;
    CHECK(cudaGraphMemAllocNodeGetParams(alloc, &got));
    EXPECT(got.dptr == params.dptr && got.bytesize == params.bytesize);
    int n = N, what = 3;
    void *arguments[] = {memory, &n, &what};
    cudaKernelNodeParams kernel_params = {};
    kernel_params.func = (void *)fill;
    kernel_params.gridDim = dim3((N + 255) / 256);
    kernel_params.blockDim = dim3(256);
    kernel_params.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &alloc, 1, &kernel_params));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, flags));
    CHECK(cudaGraphDestroy(graph));
    return exec;
}

static void expect_filled(const int *memory, cudaStream_t stream)
{
    std::vector<int> values(N);
    CHECK(cudaMemcpyAsync(values.data(), memory, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(values[0], 3);
    EXPECT_EQ(values[N - 1], N + 2);
}

/* The memory outlives the launch; the program frees it, in three ways. */
static void freed_outside()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    int *memory;
    cudaGraphExec_t exec = allocating(&memory, 0);
    CHECK(cudaGraphLaunch(exec, stream));
    expect_filled(memory, stream);
    EXPECT(used() >= N * sizeof(int));
    EXPECT_ERROR(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue); /* not freed */
    CHECK(cudaFreeAsync(memory, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    expect_filled(memory, stream);
    CHECK(cudaFree(memory));
    expect_unused();
    CHECK(cudaGraphLaunch(exec, stream));
    cudaGraph_t freeing;
    cudaGraphNode_t node;
    cudaGraphExec_t freeing_exec;
    CHECK(cudaGraphCreate(&freeing, 0));
    CHECK(cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, memory));
    void *got = nullptr;
    CHECK(cudaGraphMemFreeNodeGetParams(node, &got));
    EXPECT(got == memory);
    CHECK(cudaGraphInstantiate(&freeing_exec, freeing, 0));
    CHECK(cudaGraphLaunch(freeing_exec, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaGraphLaunch(freeing_exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_unused();
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphExecDestroy(freeing_exec));
    CHECK(cudaGraphDestroy(freeing));
    CHECK(cudaStreamDestroy(stream));
}

static void auto_free()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    int *memory;
    cudaGraphExec_t exec = allocating(&memory, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    for (int i = 0; i < 5; i++)
        CHECK(cudaGraphLaunch(exec, stream));
    expect_filled(memory, stream);
    CHECK(cudaFreeAsync(memory, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_unused();
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaStreamDestroy(stream));
}

static void wrong_arguments()
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    int *ordinary;
    CHECK(cudaMalloc(&ordinary, 100));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams params = {};
    EXPECT_ERROR(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, ordinary), cudaErrorInvalidValue);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(ordinary));
}

// What cudaDeviceReset took away does not come back as a graph's: new allocations may have the same addresses.
static void after_reset()
{
    int *memory, *ordinary[8];
    cudaGraphExec_t exec = allocating(&memory, 0);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDeviceReset());
    expect_unused();
    for (int *&p : ordinary)
        CHECK(cudaMalloc(&p, N * sizeof(int)));
    for (int *p : ordinary)
        CHECK(cudaFree(p));
}

int main()
{
    captured();
    freed_outside();
    auto_free();
    wrong_arguments();
    after_reset();
    return finish();
}
