#pragma once
__global__ void of_other(int *to, int value);
__global__ void of_main(int *to, int value);
__device__ void launch_for(int *to);
__device__ void (*pointer_to_other())(int *, int);
template <class T> __global__ void in_header(T *to, T value) { atomicAdd(to, value); }
