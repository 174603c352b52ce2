// Kernels that kernels launch are compared, each by itself, and are launched once although their parent runs twice.
// RUN: %swcc -rdc=true %s -o %t
// RUN: %softwarp verify %t 2>&1 | FileCheck %s
// CHECK: 42 cudaSuccess
// CHECK: VERIFY SUMMARY: 43 launches: 0 differ; 43 the same
#include <cstdio>
__global__ void child(int *p) { if (threadIdx.x == 0) atomicAdd(p, 1); }
__global__ void parent(int *p) { child<<<1, 32>>>(p); }
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    parent<<<1, 42>>>(p);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%d %s\n", *p, cudaGetErrorName(error));
}
