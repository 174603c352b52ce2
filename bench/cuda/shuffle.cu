/* Sum of floats: warps add up by shuffles, the block adds its warps, one atomicAdd a block. */
#include "run.h"

__global__ void shuffle_sum(const float *in, float *out, int n)
{
    __shared__ float of_warp[BLOCK / 32];
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int warp = 0; warp < BLOCK / 32; warp++)
            all += of_warp[warp];
        atomicAdd(out, all);
    }
}

extern "C" void run_shuffle(void)
{
    shuffle_sum<<<FLOATS_BLOCKS, BLOCK>>>(bench.floats.in, bench.floats.out, FLOATS_N);
    finish_launch("shuffle");
}
