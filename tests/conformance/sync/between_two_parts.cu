// Between its arrival at a barrier in two parts and the wait a lane polls a word that another lane of its warp writes
// behind the wait: all have arrived, so nobody is held up there. (The cluster is one block.)
// NO-GPU: nothing is printed; that it ends is what is tested
#include "../conformance.h"

enum { THREADS = 64, POLLS = 3, WRITES = 9 };

__device__ volatile int flags[THREADS / 32];

__global__ void meet(int *out)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    if (lane == POLLS)
        while (!flags[warp])
            ;
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
    if (lane == WRITES)
        flags[warp] = 1;
    out[threadIdx.x] = (int)threadIdx.x + 1;
}

int main()
{
    int *out;
    EXPECT_EQ(cudaMallocManaged(&out, THREADS * sizeof *out), cudaSuccess);
    meet<<<1, THREADS>>>(out);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < THREADS; i++)
        EXPECT_EQ(out[i], i + 1);
    return finish();
}
