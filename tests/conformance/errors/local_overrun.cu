// Writes beyond the end of a local array in a kernel that waits are a fault of the thread that made them, however far they go,
// and leave the program alive. The frames of other threads lie there, and often show nothing of it.
// RUN: %swcc -O3 %s -o %t
// RUN: %run %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=1 %run %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=8 %run %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=32 %run %t 2>&1 | FileCheck %s
// RUN: %swcc --check %s -o %t
// RUN: %run %t 2>&1 | FileCheck %s
#include <cstdio>

__global__ void fill(int *cell, int n)
{
    int own[8];
    for (int i = 0; i < n; i++)
        own[i] = i * cell[0];
    __syncthreads();
    cell[1] = own[cell[0] & 7];
}

int main()
{
    for (int n : {8, 20, 200, 5000, 100000, 10000000}) {
        int *cell;
        cudaMallocManaged(&cell, 2 * sizeof *cell);
        cell[0] = 1;
        fill<<<1, 64>>>(cell, n);
        cudaError_t error = cudaDeviceSynchronize();
        fprintf(stderr, "%d: %s\n", n, cudaGetErrorName(error));
        if (error)
            cudaDeviceReset();
    }
}
// CHECK: 8: cudaSuccess
// CHECK-NEXT: Write beyond the end of a local variable in kernel fill(int*, int), block (0,0,0), thread (0,0,0)
// CHECK-NEXT: swcc --check finds where
// CHECK-NEXT: 20: cudaErrorIllegalAddress
// CHECK: Write beyond
// CHECK: 200: cudaErrorIllegalAddress
// CHECK: Write beyond
// CHECK: 5000: cudaErrorIllegalAddress
// CHECK: Write beyond
// CHECK: 100000: cudaErrorIllegalAddress
// CHECK: Write beyond
// CHECK: 10000000: cudaErrorIllegalAddress
