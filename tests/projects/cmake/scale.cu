#include "scale.h"

#ifndef __NVCC__
#error "this is not nvcc"
#endif

__global__ void multiply(int *values, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= factor;
}

bool scale(int *values, int n, int factor)
{
    int *device;
    if (cudaMalloc(&device, n * sizeof *device) != cudaSuccess)
        return false;
    cudaMemcpy(device, values, n * sizeof *device, cudaMemcpyHostToDevice);
    multiply<<<(n + 127) / 128, 128>>>(device, n, factor);
    cudaError_t error = cudaMemcpy(values, device, n * sizeof *device, cudaMemcpyDeviceToHost);
    return cudaFree(device) == cudaSuccess && error == cudaSuccess;
}

const char *scale_kind() { return KIND; }
