// Threads of a block without the barrier that they need.
// What is proposed first is the textbook's repair, and with it (REPAIRED) the outcome is gone.
// RUN: %swcc --check -std=c++17 %s -o %t && %swcc --check -std=c++17 -DREPAIRED %s -o %t.repaired
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t | FileCheck %s
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t.repaired | FileCheck --check-prefix=REPAIRED --implicit-check-not='NOT WANTED' %s
// REPAIRED-COUNT-3: A==1 && B==0: forbidden by
#include "repairs.h"

__device__ int A, B;

// CHECK: kernel two_warps()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __syncthreads() between threads.cu:[[#@LINE+6]] and :[[#@LINE+8]]
// The first lanes of two warps exchange values. Textbook: __syncthreads() between writing and reading.
__global__ void two_warps()
{
    __shared__ int shared[2];
    if (threadIdx.x % 32) return;
    shared[threadIdx.x / 32] = 1;
    REPAIR(__syncthreads();, )
    int other = shared[1 - threadIdx.x / 32];
    if (threadIdx.x == 0) A = 1, B = other;
}

// CHECK: kernel tree()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __syncwarp() between threads.cu:[[#@LINE+5]] and :[[#@LINE+7]]
// Lanes of a warp add up what others have written. Textbook: __syncwarp() between writing and reading.
__global__ void tree()
{
    __shared__ int shared[4];
    shared[threadIdx.x] = 1;
    REPAIR(__syncwarp();, )
    int sum = shared[threadIdx.x] + shared[threadIdx.x ^ 2];
    if (threadIdx.x == 0) A = 1, B = sum - 1;
}

// CHECK: kernel used_again()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __syncthreads() behind threads.cu:[[#@LINE+8]]
// A buffer that is filled again before all have read it. Textbook: a second barrier, behind reading it.
__global__ void used_again()
{
    __shared__ int buffer;
    if (threadIdx.x % 32) return;
    if (threadIdx.x == 0) buffer = 1;
    __syncthreads();
    int seen = buffer;
    REPAIR(__syncthreads();, )
    if (threadIdx.x == 0) buffer = 0;
    if (threadIdx.x == 32) A = 1, B = seen;
}

int main()
{
    auto clear_all = [] { clear(A, B); };
    two_warps<<<1, 33>>>();
    clear_all();
    tree<<<1, 4>>>();
    clear_all();
    used_again<<<1, 33>>>();
    return cudaDeviceSynchronize();
}
