#include "shared.h"

__device__ int table[4] = {10, 20, 30, 40};
__constant__ float factor = 1.5f;
__managed__ int calls = 0;
static __device__ int hidden = 100; /* main.cu has another one of this name */

__device__ int square(int x)
{
    atomicAdd(&calls, 1);
    return x * x + hidden;
}
__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ Operation operation = square;

/* A barrier in a function of another translation unit. */
__device__ int sum_over_block(int value)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, value);
    __syncthreads();
    return sum;
}

__device__ Animal::~Animal() {}
__device__ int Spider::legs() const { return 8; }

__global__ void library_kernel(int *out) { *out = square(5); }
int host_helper(int x) { return x + 1; }
