// A launch returns before its kernel has ended: the host can do something that the kernel waits for.
#include "../conformance.h"
#include <thread>

__global__ void echo(volatile int *to_device, volatile int *to_host, int rounds)
{
    for (int i = 1; i <= rounds; i++) {
        while (*to_device != i) {
        }
        *to_host = i * 10;
    }
}

/* With many blocks, of which each waits: the blocks that do not wait must get their turn. */
__global__ void one_waits(volatile int *flag, int *done)
{
    if (blockIdx.x == 0)
        while (*flag == 0) {
        }
    if (threadIdx.x == 0)
        atomicAdd(done, 1);
}

int main()
{
    volatile int *cells;
    CHECK(cudaHostAlloc((void **)&cells, 4 * sizeof(int), cudaHostAllocMapped));
    cells[0] = cells[1] = cells[2] = cells[3] = 0;
    echo<<<1, 1>>>(cells, cells + 1, 100);
    CHECK(cudaGetLastError());
    for (int i = 1; i <= 100; i++) {
        cells[0] = i;
        while (cells[1] != i * 10)
            std::this_thread::yield();
    }
    CHECK(cudaDeviceSynchronize());

    one_waits<<<50, 32>>>(cells + 2, (int *)(cells + 3));
    CHECK(cudaGetLastError());
    while (cells[3] != 49)
        std::this_thread::yield();
    cells[2] = 1;
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(cells[3], 50);
    CHECK(cudaFreeHost((void *)cells));
    return finish();
}
