// Somebody who counts tries up to a number that another thread lowers, to send them home: between fences, counting to
// the largest number is no end of its own, as it never gets past that.
// NO-GPU: how often somebody tries is the scheduler's affair; that it ends is what is tested
#include "../conformance.h"

struct shop {
    unsigned most; // tries
    int is_open, has_left;
};

__device__ void come(shop *s)
{
    atomicExch(&s->is_open, 1);
    for (unsigned tries = 0; tries <= s->most; tries++)
        __threadfence();
    s->has_left = 1;
}

__device__ void close(shop *s)
{
    while (!atomicAdd(&s->is_open, 0))
        ;
    atomicExch(&s->most, 0u);
    __threadfence();
}

/* Two threads of one lockstep warp, of one block, or of two blocks. */
__global__ void day(shop *s, unsigned distance)
{
    unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
    if (me == 0)
        come(s);
    else if (me == distance)
        close(s);
}

static void test(shop *s, unsigned blocks, unsigned distance)
{
    *s = {~0u, 0, 0};
    day<<<blocks, 64>>>(s, distance);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(s->has_left, 1);
}

int main()
{
    shop *s;
    EXPECT_EQ(cudaMallocManaged(&s, sizeof *s), cudaSuccess);
    test(s, 1, 1);
    test(s, 1, 32);
    test(s, 2, 64);
    EXPECT_EQ(cudaFree(s), cudaSuccess);
    return finish();
}
