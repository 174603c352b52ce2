// Results that depend on the order of blocks or threads are told apart: as warnings, and the exit status is 0.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %softwarp verify %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=1 SOFTWARP_VERIFY_WHOLE=0 %softwarp verify %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=1 SOFTWARP_VERIFY_WHOLE=0 %softwarp verify --kernel-name take %t 2>&1 | FileCheck --check-prefix=HEAP %s
// RUN: env SOFTWARP_THREADS=2 %softwarp verify %t > /dev/null 2>&1
// The order of the memory that threads get of the device heap is no difference at all.
// RUN: env SOFTWARP_THREADS=1 %softwarp verify --kernel-name take %t 2>&1 | FileCheck --check-prefix=HEAP %s
#include <cstdio>

__device__ void *taken[64];

__global__ void last_block(int *cell, int *same, int *values)
{
    *cell = threadIdx.x;
    values[1 + threadIdx.x] = *same; /* not the same in lockstep */
    values[0] = blockIdx.x;          /* not the same in other orders */
}

/* The places are those of one thread after the other, or of one turn of the loop after the other. */
__global__ void append(int *count, int *list)
{
    for (int i = 0; i < 4; i++) list[atomicAdd(count, 1)] = 100 * threadIdx.x + i;
}

__global__ void take()
{
    for (int i = 0; i < 3; i++) {
        int *mine = (int *)malloc(16);
        mine[0] = i;
        taken[threadIdx.x] = mine;
    }
}

int main()
{
    int *cell, *values;
    cudaMalloc(&cell, 4);
    cudaMalloc(&values, 1024);
    // CHECK: ========= Warning: kernel last_block(int*, int*, int*), launch 1: the result depends on the order of its blocks or threads
    // CHECK: At W = 1 it is not the same in all orders either
    last_block<<<5, 32>>>(cell, cell, values);
    cudaMemset(cell, 0, 4);
    // CHECK: ========= Warning: kernel append(int*, int*), launch 2: the result depends on the order
    append<<<1, 64>>>(cell, values);
    // CHECK-NOT: kernel take
    take<<<1, 64>>>();
    cudaDeviceSynchronize();
    // CHECK: VERIFY SUMMARY: 3 launches: 0 differ; 1 the same; 2 depend on the order of blocks or threads
    // HEAP: VERIFY SUMMARY: 3 launches: 0 differ; 1 the same
    return 0;
}
