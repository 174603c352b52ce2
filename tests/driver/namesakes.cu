// A program's own functions may begin with __nv_, as the device library's do, of which more is known: that they touch
// nothing but what they are given. One that the library has, and functions of the headers call, is refused.
// RUN: %swcc %s -o %t && env SOFTWARP_LANES=1 %run %t && env SOFTWARP_LANES=32 %run %t
// RUN: not %swcc -c %s -o %t.o -DSECOND 2>&1 | FileCheck %s
#include <cstdio>
__device__ double *where, seen[32];
extern "C" __device__ __noinline__ void __nv_look(int n)
{
    if (n)
        __nv_look(n - 1), seen[threadIdx.x] += where[n];
    else
        seen[threadIdx.x] = where[0];
}
__global__ void add(double *sum, const int *to)
{
    for (int i = 0; i < 100; i++) atomicAdd(&sum[to[threadIdx.x + i]], 1.0);
    __syncthreads();
    __nv_look(7);
}
#ifdef SECOND
// CHECK: namesakes.cu:[[@LINE+1]]: error: '__nv_sinf' is a function of the device library: a program's own needs another name
extern "C" __device__ float __nv_sinf(float x) { return x + 1; }
__global__ void sine(float *x) { *x = sinf(*x); }
#endif
int main()
{
    double *sum, last[32];
    int *to;
    cudaMallocManaged(&sum, 8 * sizeof *sum);
    cudaMallocManaged(&to, 200 * sizeof *to);
    for (int i = 0; i < 8; i++) sum[i] = 0;
    for (int i = 0; i < 200; i++) to[i] = i % 8;
    cudaMemcpyToSymbol(where, &sum, sizeof sum);
    add<<<1, 32>>>(sum, to);
    cudaMemcpyFromSymbol(last, seen, sizeof seen);
    for (int i = 0; i < 32; i++)
        if (last[i] != 3200) return printf("%d: %g\n", i, last[i]), 1;
}
