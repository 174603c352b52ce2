/* Sum of integers: a grid-stride loop, a tree in shared memory, one atomicAdd a block. */
#include "run.h"

__global__ void sum(const int *in, int n, int *out)
{
    __shared__ int partial[BLOCK];
    int mine = 0;

    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    partial[threadIdx.x] = mine;
    __syncthreads();
    for (int active = BLOCK / 2; active >= 1; active /= 2) {
        if (threadIdx.x < active)
            partial[threadIdx.x] += partial[threadIdx.x + active];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, partial[0]);
}

extern "C" void run_sum(void)
{
    sum<<<SUM_BLOCKS, BLOCK>>>(bench.sum.in, SUM_N, bench.sum.out);
    finish_launch("sum");
}
