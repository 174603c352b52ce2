/* A variable that only a warp's leader sets before all lanes get its value: the warp-aggregated atomic of NVIDIA's blog,
 * and a value that needs no atomic. That the other lanes hand over something that was never set is no error. */
#include "../conformance.h"

enum { SIZE = 1000, BLOCK = 128, BLOCKS = (SIZE + BLOCK - 1) / BLOCK };

__device__ int take_number(int *counter)
{
    unsigned active = __activemask();
    int leader = __ffs(active) - 1, lane = threadIdx.x % 32, result;
    if (lane == leader)
        result = atomicAdd(counter, __popc(active));
    result = __shfl_sync(active, result, leader);
    return result + __popc(active & ((1u << lane) - 1));
}

__global__ void keep_positive(int *kept, int *count, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SIZE && in[i] > 0)
        kept[take_number(count)] = in[i];
}

__global__ void first_of_warp(int *out, const int *in)
{
    int value, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0)
        value = in[i] * 3 + 1;
    out[i] = __shfl_sync(0xffffffffu, value, 0);
}

int main()
{
    int *in, *kept, *count;
    cudaMallocManaged(&in, BLOCKS * BLOCK * sizeof(int));
    cudaMallocManaged(&kept, BLOCKS * BLOCK * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    int expected = 0, sum = 0, got = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++) {
        in[i] = i * 7919 % 23 - 9;
        if (i < SIZE && in[i] > 0)
            expected++, sum += in[i];
    }
    keep_positive<<<BLOCKS, BLOCK>>>(kept, count, in);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*count, expected);
    for (int i = 0; i < expected; i++)
        got += kept[i];
    EXPECT_EQ(got, sum);
    first_of_warp<<<BLOCKS, BLOCK>>>(kept, in);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        EXPECT_EQ(kept[i], in[i / 32 * 32] * 3 + 1);
    return finish();
}
