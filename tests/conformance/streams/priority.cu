// A kernel of a stream of higher priority overtakes the blocks that others have left, although the host waits for those.
// NO-GPU: when blocks of another stream get their turn is the GPU's affair
#include "../conformance.h"

__global__ void work(unsigned *tickets, unsigned *last, int turns)
{
    unsigned value = threadIdx.x;
    for (int i = 0; i < turns; i++)
        value = value * 1664525u + 1013904223u;
    if (value == 0 && turns < 0)
        *last = value;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(last, atomicAdd(tickets, 1u) + 1);
}

/* Blocks stay until the host says so. */
__global__ void hold(const volatile unsigned *go)
{
    while (threadIdx.x == 0 && !*go)
        ;
}

int main()
{
    int least, greatest;
    cudaStream_t low, high;
    unsigned *tickets = nullptr;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest < least);
    CHECK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
    CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
    CHECK(cudaMallocManaged(&tickets, 4 * sizeof(unsigned)));
    memset(tickets, 0, 4 * sizeof(unsigned));
    hold<<<200, 64, 0, low>>>(tickets + 3); // until the other stream's kernel is there, however late that is
    for (int i = 0; i < 20; i++)
        work<<<200, 64, 0, low>>>(tickets, tickets + 1, 2000);
    work<<<100, 64, 0, high>>>(tickets, tickets + 2, 2000);
    *(volatile unsigned *)(tickets + 3) = 1;
    CHECK(cudaStreamSynchronize(low));
    CHECK(cudaStreamSynchronize(high));
    EXPECT_EQ(tickets[1] > tickets[2] ? 4100u : 0u, 4100u);
    EXPECT_EQ(tickets[1], 4100u);
    EXPECT(tickets[2] < 3000u);
    return finish();
}
