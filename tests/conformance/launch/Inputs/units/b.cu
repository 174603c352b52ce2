#include "units.h"
#include <cuda_runtime.h>

static __device__ int factor = 1000;
static __constant__ int offset = 2;
namespace {
__device__ int helper(int x) { return x * factor + offset; }
__global__ void kernel(int *out, int x) { *out = helper(x); }
}

int run_b(int x)
{
    int *device, host = -1;
    cudaMalloc(&device, sizeof host);
    kernel<<<1, 1>>>(device, x);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return host;
}
