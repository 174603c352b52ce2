// TIMEOUT: 20
// One thread of a block polls and tells the others through shared memory; a plain load polls in a loop with a fence, or
// with empty assembly, which holds the compiler back alone.
#include "../conformance.h"

__global__ void told(int *flag)
{
    __shared__ int seen;
    if (blockIdx.x == gridDim.x - 1) {
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
        return;
    }
    for (;;) {
        if (threadIdx.x == 0)
            seen = atomicAdd(flag, 0);
        __syncthreads();
        int done = seen;
        __syncthreads();
        if (done)
            break;
    }
}

__global__ void fenced(int *flag, bool by_assembly)
{
    if (threadIdx.x != 0)
        atomicExch(flag, 1);
    else if (by_assembly)
        while (*flag == 0)
            asm volatile("" ::: "memory");
    else
        while (*flag == 0)
            __threadfence();
}

int main()
{
    int *flag;
    CHECK(cudaMallocManaged(&flag, sizeof *flag));
    *flag = 0;
    told<<<8, 64>>>(flag);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(*flag, 1);
    for (int way = 0; way < 2; way++) {
        *flag = 0;
        fenced<<<1, 64>>>(flag, way);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(*flag, 1);
    }
    return finish();
}
