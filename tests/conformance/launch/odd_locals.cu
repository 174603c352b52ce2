// Local memory of a size that is known at run time only, and on more than 64 bytes, in kernels with barriers.
#include "../conformance.h"

__global__ void variable_size(int *out, int n)
{
    for (int turn = 0; turn < 3; turn++) {
        int *at = (int *)__builtin_alloca(n * sizeof(int)), sum = 0;
        for (int i = 0; i < n; i++)
            at[i] = i + threadIdx.x + turn;
        __syncthreads();
        for (int i = 0; i < n; i++)
            sum += at[i];
        out[threadIdx.x] = sum;
    }
}

__global__ void aligned(int *out, int i)
{
    alignas(256) int local[128];
    for (int k = 0; k < 128; k++)
        local[k] = k + threadIdx.x;
    __syncthreads();
    int *at = local;
    out[threadIdx.x] = (size_t)at % 256 ? -1 : local[i + 16] + local[i + 33];
}

int main()
{
    int *out;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    variable_size<<<1, 32>>>(out, 10);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[1], 45 + 10 * 3);
    aligned<<<1, 7>>>(out, 1);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 7; t++)
        EXPECT_EQ(out[t], 17 + 34 + 2 * t);
    return finish();
}
