// A program's own templates that are called as functions of CUDA's are: named with a number they are the program's,
// wherever they are named.
// RUN: %swcc %s -o %t && %run %t
#include <cuda_fp16.h>
#include <cstdio>
template <int N> __global__ void norm(float *x) { x[threadIdx.x] = N; }
template <int N> __global__ void min(float *x) { x[threadIdx.x] += N; }
template <unsigned N> __global__ void sincos(float *x) { x[threadIdx.x] += N; }
template <int N> __global__ void atomicAdd(float *x) { x[threadIdx.x] += N; }
template <bool B> __global__ void rsqrt(float *x) { x[threadIdx.x] += B; }
template <char C> __global__ void hsqrt(float *x) { x[threadIdx.x] += C; }
template <long N> __global__ void __shfl(float *x) { x[threadIdx.x] += N; }
template <int N> __device__ float exp10(float x) { return x * N; }
__global__ void all(float *x) { x[threadIdx.x] += exp10<2>(1.f) + exp10(0.f) + rsqrt(4.f) + min(1.f, 2.f); }
int main()
{
    float *x;
    int blocks;
    cudaFuncAttributes attributes;
    cudaMallocManaged(&x, 32 * sizeof *x);
    void *arguments[] = {&x};
    auto first = norm<64>;
    void (*third)(float *) = &sincos<5u>;
    first<<<1, 32>>>(x);
    cudaLaunchKernel(min<3>, dim3(1), dim3(32), arguments, 0, 0);
    third<<<1, 32>>>(x);
    bool is_right = cudaFuncGetAttributes(&attributes, atomicAdd<7>) == cudaSuccess &&
                    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rsqrt<true>, 32, 0) == cudaSuccess &&
                    cudaFuncGetAttributes(&attributes, hsqrt<'a'>) == cudaSuccess &&
                    cudaFuncGetAttributes(&attributes, __shfl<9>) == cudaSuccess;
    all<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    if (x[31] != 64 + 3 + 5 + 2 + 1 + 0.5f + 1 || max(1, 2) != 2)
        return printf("%g\n", x[31]), 1;
    return !is_right;
}
