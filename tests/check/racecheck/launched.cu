// Kernels that kernels launch: what the parent has written they may read, and who comes behind the parent what they have
// written; children of one stream are in order, of two they are not.
// RUN: %swcc --check -rdc=true -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
#include "check.h"

__global__ void reads(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void writes(int *to, int value) { *to = value; }

__global__ void before(int *data, bool wrong)
{
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        reads<<<1, 32>>>(data, data + 32);
}

__global__ void streams(int *data, bool wrong)
{
    writes<<<1, 1>>>(data, 1);
    writes<<<1, 1, 0, wrong ? cudaStreamFireAndForget : (cudaStream_t)0>>>(data, 2);
}

__global__ void blocks(int *data, bool wrong)
{
    if (threadIdx.x == 0)
        writes<<<1, 1>>>(data + (wrong ? 0 : blockIdx.x), 1);
}

__global__ void tail(int *data, bool wrong)
{
    writes<<<1, 1, 0, cudaStreamFireAndForget>>>(data, 1);
    writes<<<1, 1, 0, wrong ? cudaStreamPerThread : cudaStreamTailLaunch>>>(data, 2);
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *data;
    cudaStream_t one, two;
    cudaMalloc(&data, 64 * sizeof *data);
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    switch (atoi(argv[2])) {
    // CHECK: Race on __global__ memory: accesses of two kernels without an order
    // CHECK: write at reads(int const*, int*)
    // RIGHT: cudaSuccess
    case 0:
        before<<<1, 32, 0, one>>>(data, wrong);
        reads<<<1, 32, 0, wrong ? two : one>>>(data + 32, data);
        break;
    // CHECK: Race on __global__ memory: accesses of two kernels without an order
    // CHECK: write at writes(int*, int)
    // RIGHT: cudaSuccess
    case 1: streams<<<1, 1>>>(data, wrong); break;
    // CHECK: Race on __global__ memory: accesses of two kernels without an order
    // RIGHT: cudaSuccess
    case 2: blocks<<<2, 32>>>(data, wrong); break;
    // CHECK: Race on __global__ memory: accesses of two kernels without an order
    // RIGHT: cudaSuccess
    case 3: tail<<<1, 1>>>(data, wrong); break;
    // CHECK: Race on __global__ memory: accesses of two kernels without an order
    // RIGHT: cudaSuccess
    case 4:
        blocks<<<1, 1, 0, one>>>(data, true);
        writes<<<1, 1, 0, wrong ? two : one>>>(data, 3);
        break;
    }
    return finish();
}
