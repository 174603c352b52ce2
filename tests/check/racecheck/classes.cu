// A race of each kind, and its clean twin: what nothing orders in a block, between blocks, kernels, and with the host.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4 5 6 7 8; do %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: for i in 0 1 2 3 4 5 6 7 8; do %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// A flag that is read without a fence behind it is a race by CUDA C++'s rule only.
// RUN: %softwarp check --tool racecheck --policy strict %t right 4 2>&1 | FileCheck --check-prefix=STRICT %s
#include "check.h"

__global__ void mirror(int *out, bool wrong)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    if (!wrong)
        __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}
__global__ void last_wins(int *out, bool wrong) { out[wrong ? 0 : blockIdx.x] = blockIdx.x; }
__global__ void count(int *counter, bool wrong)
{
    if (wrong)
        atomicAdd_block(counter, 1);
    else
        atomicAdd(counter, 1);
}
__global__ void mixed(int *counter, bool wrong)
{
    if (wrong && threadIdx.x == 40)
        *counter = 3;
    else
        atomicAdd(counter, 1);
}
__global__ void publish(int *data, int *flag, bool wrong)
{
    if (blockIdx.x == 0) {
        *data = 42;
        if (!wrong)
            __threadfence();
        atomicExch(flag, 1);
    } else if (atomicAdd(flag, 0)) {
        data[1] = *data;
    }
}
__global__ void raise(int *values) { values[threadIdx.x]++; }

static cudaStream_t first, second;
static void streams(int *values, bool wrong)
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    raise<<<1, 32, 0, first>>>(values);
    cudaEventRecord(event, first);
    if (!wrong)
        cudaStreamWaitEvent(second, event);
    raise<<<1, 32, 0, second>>>(values);
}
static void fill(int *values, bool wrong)
{
    raise<<<1, 32, 0, first>>>(values);
    cudaMemsetAsync(values, 0, 64, wrong ? second : first);
}
static void host(int *managed, bool wrong)
{
    raise<<<1, 32, 0, first>>>(managed);
    if (!wrong)
        cudaStreamSynchronize(first);
    managed[3] = 4;
}
static void graph(int *values, bool wrong)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    raise<<<1, 32, 0, first>>>(values);
    cudaStreamEndCapture(first, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, first);
    raise<<<1, 32, 0, wrong ? second : first>>>(values);
    cudaDeviceSynchronize();
    raise<<<1, 32>>>(values);
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *values, *managed;
    cudaMalloc(&values, 4096);
    cudaMemset(values, 0, 4096);
    cudaMallocManaged(&managed, 4096);
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Race on __shared__ memory: two plain accesses
        // CHECK-NEXT: at mirror(int*, bool) in {{.*}}classes.cu:[[#]]
        // CHECK-NEXT: by thread ({{[0-9]+}},0,0) in block (0,0,0)
        // CHECK-NEXT: at mirror(int*, bool) in {{.*}}classes.cu:[[#]]
        // CHECK-NEXT: by thread
        // CHECK-NEXT: on 4 bytes at 0x{{[0-9a-f]+}} of shared memory, values
        // CHECK-NEXT: What would mend it: __syncthreads() between the two
        mirror<<<1, 64>>>(values, wrong);
        break;
    case 1:
        // CHECK: Race on __global__ memory: two plain accesses
        // CHECK: by thread (0,0,0) in block (0,0,0)
        // CHECK: by thread (0,0,0) in block (1,0,0)
        // CHECK-NOT: What would mend it
        last_wins<<<4, 1>>>(values, wrong);
        break;
    case 2:
        // CHECK: Race on __global__ memory: insufficient scope
        // CHECK-NEXT: atomic operation in scope block at count(int*, bool)
        // CHECK: What would mend it: a wider scope of the atomic access
        count<<<4, 32>>>(values, wrong);
        break;
    case 3:
        // CHECK: Race on __global__ memory: a plain access against an atomic one
        mixed<<<1, 64>>>(values, wrong);
        break;
    case 4:
        // CHECK: Race on __global__ memory: missing fence
        // CHECK: What would mend it: a fence in the first thread, before its atomic access (__threadfence())
        // STRICT: Race on __global__ memory: missing fence
        // STRICT: What would mend it: a fence in the second thread, behind its atomic access (__threadfence())
        publish<<<2, 1>>>(values, values + 64, wrong);
        break;
    case 5:
        // CHECK: Race on __global__ memory: accesses of two kernels without an order
        // CHECK: What would mend it: one stream, or an event between the two
        // CHECK-NEXT: Saved host backtrace up to the first kernel's launch
        // CHECK: Saved host backtrace up to the second kernel's launch
        // CHECK-NEXT: Host Frame: streams in {{.*}}classes.cu:{{52|56}}
        streams(values, wrong);
        break;
    case 6:
        // CHECK: Race on __global__ memory: accesses of two kernels without an order
        // CHECK: {{(and )?}}write by a fill of the API
        // CHECK: Saved host backtrace up to the fill
        // CHECK-NEXT: Host Frame: fill in {{.*}}classes.cu:61
        fill(values, wrong);
        break;
    case 7:
        // CHECK: Race on __global__ memory: host against kernel
        // CHECK: write by the host
        // CHECK: What would mend it: a synchronisation of the host with the kernel
        // CHECK-NEXT: Host backtrace of the write
        // CHECK-NEXT: Host Frame: host in {{.*}}classes.cu:68
        // CHECK-NEXT: Host Frame: main
        // CHECK: Saved host backtrace up to the kernel's launch
        // CHECK-NEXT: Host Frame: host in {{.*}}classes.cu:65
        // CHECK: The memory was allocated at
        // CHECK-NEXT: Host Frame: main in {{.*}}classes.cu:
        host(managed, wrong);
        break;
    case 8:
        // CHECK: Race on __global__ memory: accesses of two kernels without an order
        graph(values, wrong);
        break;
    }
    // RIGHT-COUNT-9: ERROR SUMMARY: 0 errors
    return finish();
}
