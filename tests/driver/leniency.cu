// What clang would refuse and nvcc lets pass.
// RUN: %swcc -std=c++17 -Werror all-warnings %s -o %t
// RUN: %run %t | FileCheck %s
// CHECK: blocks 7, sum 28
#include <cstdio>
#include <inttypes.h>

__global__ void add(int *sum, int n)
{
    register int mine = threadIdx.x;
    #pragma unroll
    for (int i = threadIdx.x / 2; i < n - 100; i *= 2) // as often as nobody knows
        atomicAdd(sum, 1000);
    if (mine < n)
        atomicAdd(sum, mine + 1);
}

// Attributes of C++ behind words of CUDA.
struct Attributes {
    __host__ __device__ [[nodiscard]] int used() const { return 1; }
    [[nodiscard]] __device__ [[deprecated("no more")]] int old() { return 2; }
};
__device__ [[nodiscard]] int attributed() { return Attributes().used(); }

#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
static bool is_null(nullptr_t)
{
    int unused;
    return true;
}
#pragma nv_diagnostic pop

int main()
{
    int n = is_null(nullptr) * 7, *sum;
    int sizes[n];
    sizes[n - 1] = n;
    dim3 block = {sizes[n - 1], 1, 1}; // an int, not constant, in braces
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    add<<<1, block>>>(sum, n);
    cudaDeviceSynchronize();
    printf("blocks %"PRIu32", sum %d\n", block.x, *sum);
}
