#include "units.h"
#include <cuda_runtime.h>

static __device__ int factor = 10;
static __constant__ int offset = 1;
static __device__ int helper(int x) { return x * factor + offset; }
static __global__ void kernel(int *out, int x) { *out = helper(x); }

int run_a(int x)
{
    int *device, host = -1, more = 20;
    if (x > 100)
        cudaMemcpyToSymbol(factor, &more, sizeof more);
    cudaMalloc(&device, sizeof host);
    kernel<<<1, 1>>>(device, x);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return host;
}
