// More blocks than the engine can number: said, and not checked; what else there is, is.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck --seeds 1 %t 2>&1 | FileCheck %s
#include <cstdio>

#include "check.h"

__global__ void many(int *values, int *stop)
{
    values[threadIdx.x] = blockIdx.x;
    __syncthreads();
    __threadfence();
    atomicAdd(values, 1);
    free(malloc(8));
    if (*stop)
        __trap();
}
__global__ void race(int *values) { values[0] = threadIdx.x; }

int main()
{
    int *values;
    cudaMallocManaged(&values, 4096);
    values[1000] = 0;
    race<<<1, 2>>>(values);
    cudaDeviceSynchronize();
    // CHECK: racecheck: a launch of 6442450941 blocks is too large to be checked for races (said once)
    // CHECK-NOT: racecheck:
    // CHECK: cudaErrorLaunchFailure
    values[1000] = 1;
    many<<<dim3(2147483647, 3), 32>>>(values, values + 1000);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    // CHECK: Race on __global__ memory: two plain accesses
    // CHECK-NEXT: write at race(int*)
    // CHECK-NOT: Race
}
