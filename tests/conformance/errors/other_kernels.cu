// A fault breaks the device: kernels of other streams end with it, though they wait for what never comes, in blocks that
// have not started and at a grid barrier, too. Then the device can be used again.
// NO-GPU: after such an error a process cannot use the device any more
// STDERR: Assertion `!flag` failed
#include "../conformance.h"

#include <cassert>
#include <cooperative_groups.h>

__global__ void wait(unsigned *flag, unsigned *started)
{
    atomicAdd(started, 1);
    while (atomicAdd(flag, 0) == 0)
        ;
}

__global__ void meet(unsigned *flag, unsigned *started)
{
    atomicAdd(started, 1);
    if (blockIdx.x == 0)
        while (atomicAdd(flag, 0) == 0)
            ;
    cooperative_groups::this_grid().sync();
    *flag = 2;
}

__global__ void fail(unsigned *flag, unsigned *started, unsigned count)
{
    while (atomicAdd(started, 0) < count)
        ;
    assert(!flag);
}

int main()
{
    unsigned *words;
    cudaStream_t waiting, meeting, failing;
    EXPECT_EQ(cudaMallocManaged(&words, 2 * sizeof *words), cudaSuccess);
    EXPECT_EQ(cudaStreamCreate(&waiting), cudaSuccess);
    EXPECT_EQ(cudaStreamCreate(&meeting), cudaSuccess);
    EXPECT_EQ(cudaStreamCreate(&failing), cudaSuccess);
    memset(words, 0, 2 * sizeof *words);
    unsigned *flag = words, *started = words + 1;
    void *args[] = {&flag, &started};
    wait<<<100, 64, 0, waiting>>>(flag, started);
    EXPECT_EQ(cudaLaunchCooperativeKernel((const void *)meet, dim3(2), dim3(32), args, 0, meeting), cudaSuccess);
    fail<<<1, 1, 0, failing>>>(flag, started, 128);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
    EXPECT_EQ(*flag, 0u);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);

    EXPECT_EQ(cudaMallocManaged(&words, 2 * sizeof *words), cudaSuccess);
    words[0] = 1, words[1] = 0;
    wait<<<2, 32>>>(words, words + 1);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(words[1], 64u);
    return finish();
}
