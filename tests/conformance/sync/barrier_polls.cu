// Blocks that wait at a barrier in every turn of a loop, for what a block behind them writes: each turn gets further, so
// nothing looks like waiting, and still the last block must have its turn. The barrier orders the loads of a block's own
// threads; that the other block's store arrives is what GPUs do, not what CUDA promises.
#include "../conformance.h"

__global__ void wait_for_last(int *flag, int *passed)
{
    if (blockIdx.x == gridDim.x - 1) {
        if (threadIdx.x == 0)
            *flag = 1;
        return;
    }
    do {
        __syncthreads();
    } while (*flag == 0);
    if (threadIdx.x == 0)
        atomicAdd(passed, 1);
}

int main()
{
    int *memory;
    CHECK(cudaMallocManaged(&memory, 2 * sizeof(int)));
    memory[0] = memory[1] = 0;
    wait_for_last<<<4, 32>>>(memory, memory + 1);
    CHECK_LAUNCH();
    EXPECT_EQ(memory[1], 3);
    return finish();
}
