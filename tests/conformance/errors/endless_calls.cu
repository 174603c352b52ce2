// A function that calls itself whatever happens ends with a stack that is full, though its call is the last that it does: at
// barriers, at warp operations and without them. One that ends has as many turns as it likes: it is a loop.
// RUN: %swcc %s -o %t && %run %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=1 %run %t 2>&1 | FileCheck %s
// RUN: %if !quick %{ env SOFTWARP_LANES=8 %run %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ env SOFTWARP_LANES=32 %run %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc -rdc=true %s -o %t && %run %t 2>&1 | FileCheck %s %}
// CHECK-COUNT-3: Stack overflow in kernel fall(int*, int)
#include "../conformance.h"

template <class T>
__device__ __noinline__ T plain(volatile T *at, int n)
{
    T v = at[n & 1];
    return plain(at, n + 1) + v;
}

__device__ int behind_barrier(int *at, int n)
{
    int v = __syncthreads_or(at[n & 1]);
    return behind_barrier(at, n + 1) + v;
}

__device__ int in_warp(int *at, int n)
{
    __syncwarp();
    int v = __shfl_xor_sync(~0u, at[threadIdx.x & 1] + n, 1);
    return in_warp(at, n + 1) + v;
}

__device__ int counted(int *at, int n)
{
    int v = __syncthreads_or(at[n & 1]);
    if (n == 0)
        return 0;
    return counted(at, n - 1) + v;
}

__global__ void fall(int *at, int kind)
{
    int sum = kind == 0 ? plain(at, 0) : kind == 1 ? behind_barrier(at, 0) : in_warp(at, 0);
    at[threadIdx.x & 1] = sum;
}

__global__ void count(int *at, int turns) { at[2] = counted(at, turns); }

int main()
{
    for (int kind = 0; kind < 3; kind++) {
        DeviceArray<int> at(3);
        fall<<<2, 64>>>(at, kind);
        cudaError_t error = cudaDeviceSynchronize();
        EXPECT(error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure ||
               error == cudaErrorLaunchOutOfResources);
        cudaDeviceReset();
    }
    DeviceArray<int> at(3);
    int one = 1, sum = 0;
    cudaMemcpy(at, &one, sizeof one, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(at, 20000);
    EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
    cudaMemcpy(&sum, at + 2, sizeof sum, cudaMemcpyDeviceToHost);
    EXPECT_EQ(10000, sum);
    return finish();
}
