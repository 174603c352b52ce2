// Memory that is given out again is no race with what its last owner did, on the device heap too; and streams may copy,
// find races and free at once.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: timeout 100 %softwarp check --tool racecheck --seeds 1 %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: timeout 100 %softwarp check --tool racecheck --seeds 1 %t wrong 2>&1 | FileCheck %s
#include <thread>

#include "check.h"

__global__ void churn(int *sum, int *one_for_all, bool wrong)
{
    for (int round = 0; round < 3; round++) {
        int *own = (int *)malloc(64), *used = wrong ? one_for_all : own;
        for (int i = 0; i < 16; i++)
            used[i] = threadIdx.x;
        atomicAdd(sum, used[3]);
        free(own);
    }
}
__global__ void give(int **one_for_all) { *one_for_all = (int *)malloc(64); }
__global__ void set(int *values, int index) { values[index] = blockIdx.x; }

static void allocate(cudaStream_t stream)
{
    void *memory;
    for (int i = 0; i < 5000; i++) {
        cudaMallocAsync(&memory, 1000, stream);
        cudaFreeAsync(memory, stream);
    }
    cudaStreamSynchronize(stream);
}

static void use(cudaStream_t stream, int *values, bool wrong)
{
    for (int i = 0; i < 300; i++) {
        set<<<wrong ? 8 : 1, 1, 0, stream>>>(values, i);
        cudaMemsetAsync(values, 0, 4000, stream);
        cudaStreamSynchronize(stream);
    }
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *values, *one_for_all = nullptr;
    cudaStream_t streams[2];
    cudaMalloc(&values, 4096);
    cudaMemset(values, 0, 4096);
    // CHECK: Race on __global__ memory: two plain accesses
    // CHECK-NEXT: write at churn(int*, int*, bool)
    // CHECK: {{^.*}} write at set(int*, int)
    // RIGHT-NOT: Race
    // RIGHT: ERROR SUMMARY: 0 errors
    give<<<1, 1>>>((int **)(values + 2));
    cudaMemcpy(&one_for_all, values + 2, sizeof one_for_all, cudaMemcpyDefault);
    churn<<<4, 64>>>(values, one_for_all, wrong);
    cudaDeviceSynchronize();
    for (cudaStream_t &stream : streams)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::thread first(allocate, streams[0]), second(use, streams[1], values, wrong);
    first.join();
    second.join();
    return finish();
}
