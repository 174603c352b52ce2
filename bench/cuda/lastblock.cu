/* Sum of floats in one kernel: the block that draws the last ticket adds up what the others left. */
#include "run.h"

__device__ void add_up(float *partial)
{
    for (int active = BLOCK / 2; active > 0; active /= 2) {
        if (threadIdx.x < active)
            partial[threadIdx.x] += partial[threadIdx.x + active];
        __syncthreads();
    }
}

__global__ void last_block_sum(const float *in, int n, volatile float *of_block, unsigned *ticket, float *out)
{
    __shared__ float partial[BLOCK];
    __shared__ bool is_last;
    float mine = 0;

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
        mine += in[i];
    partial[threadIdx.x] = mine;
    __syncthreads();
    add_up(partial);
    if (threadIdx.x == 0) {
        of_block[blockIdx.x] = partial[0];
        __threadfence();
        is_last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;

    mine = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += BLOCK)
        mine += of_block[i];
    partial[threadIdx.x] = mine;
    __syncthreads();
    add_up(partial);
    if (threadIdx.x == 0) {
        *out = partial[0];
        *ticket = 0;
    }
}

extern "C" void run_lastblock(void)
{
    last_block_sum<<<FLOATS_BLOCKS, BLOCK>>>(bench.floats.in, FLOATS_N, bench.floats.partial, bench.floats.ticket,
                                             bench.floats.out);
    finish_launch("lastblock");
}
