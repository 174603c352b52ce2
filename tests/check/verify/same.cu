// Programs that are right: nothing differs, text is printed once, memory of all kinds is put back between the runs.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=TOLD %s < %t.err
// RUN: %if !quick %{ %swcc -cudart shared %s -o %t.shared %}
// RUN: %if !quick %{ env SOFTWARP_THREADS=2 %run %softwarp verify %t.shared 2>&1 | FileCheck --check-prefix=TOLD %s %}
// RUN: env SOFTWARP_LANES=8 SOFTWARP_SHUFFLE=reverse %softwarp verify %t 2>&1 | FileCheck --check-prefix=TOLD %s
#include <cooperative_groups.h>
#include <cstdio>

constexpr int COUNT = 1 << 18;

struct Node {
    Node *next;
    int value;
};

__device__ int counter;
__device__ float large[100000];
__managed__ int managed;
static __managed__ int unnamed; // by host code
__device__ Node *lists[64];

__global__ void increase(int *values, int *host, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += i;
    if (i < 100000) large[i] += i;
    if (i % 1000 == 0) atomicAdd(&counter, 1);
    if (i == 0) {
        managed++;
        *host = ++unnamed;
        printf("increase\n");
    }
}

__global__ void push()
{
    for (int i = 0; i < 10; i++) {
        Node *node = (Node *)malloc(sizeof(Node));
        node->value = i;
        node->next = lists[threadIdx.x];
        lists[threadIdx.x] = node;
    }
}

__global__ void pop(int *sums)
{
    while (Node *node = lists[threadIdx.x]) {
        sums[threadIdx.x] += node->value;
        lists[threadIdx.x] = node->next;
        free(node);
    }
}

__global__ void meet(int *values)
{
    values[blockIdx.x]++;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 1; i < gridDim.x; i++) values[0] += values[i];
}

static void launch_graph(int *values, int *host)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    increase<<<4, 64, 0, stream>>>(values, host, 0);
    increase<<<4, 64, 0, stream>>>(values, host, 0);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 2; i++) cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
}

int main()
{
    int *values, *sums, *met, *host, blocks = 4, counted, result[64];
    cudaMalloc(&values, COUNT * sizeof(int));
    cudaMalloc(&sums, sizeof result);
    cudaMalloc(&met, sizeof result);
    cudaMallocHost(&host, sizeof(int));
    cudaMemset(values, 0, COUNT * sizeof(int));
    cudaMemset(sums, 0, sizeof result);
    cudaMemset(met, 0, sizeof result);
    *host = 0;
    for (int i = 0; i < 3; i++) increase<<<COUNT / 256, 256>>>(values, host, COUNT);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        push<<<1, 64>>>();
        pop<<<1, 64>>>(sums);
    }
    void *arguments[] = {&met};
    cudaLaunchCooperativeKernel((void *)meet, dim3(blocks), dim3(1), arguments);
    cudaDeviceSynchronize();
    launch_graph(values, host);
    cudaMemcpy(result, values + 1000, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
    // CHECK-COUNT-7: {{^}}increase{{$}}
    // CHECK-NOT: increase
    // CHECK: values 3189, counter 793, managed 7, host 7
    printf("values %d, counter %d, managed %d, host %d\n", result[63], counted, managed, *host);
    cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
    printf("sum %d", result[63]);
    cudaMemcpy(result, met, sizeof result, cudaMemcpyDeviceToHost);
    // CHECK: sum 90, met 4
    printf(", met %d\n", result[0]);
    // TOLD-NOT: kernel
    // TOLD: VERIFY SUMMARY: 12 launches: 0 differ; {{[0-9]+}} the same
    // TOLD-NOT: not compared
    return 0;
}
