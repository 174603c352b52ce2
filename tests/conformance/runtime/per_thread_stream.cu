// SWCC: --default-stream=per-thread
// With --default-stream=per-thread each host thread has a default stream of its own, and does not wait for the others'.
#include "../conformance.h"
#include <thread>

__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}
__global__ void set(int *at, int value) { *at = value; }

int main()
{
    int *flag;
    DeviceArray<int> cells(2);
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    *flag = 0;
    set<<<1, 1>>>(cells, 0); /* a GPU loads a kernel at its first launch, and may wait for running ones to do so */
    CHECK(cudaDeviceSynchronize());
    wait_for<<<1, 1>>>(flag);
    set<<<1, 1>>>(cells, 1);
    CHECK(cudaGetLastError());
    std::thread other([&] {
        set<<<1, 1>>>(cells.at + 1, 2);
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    });
    other.join(); /* it did not wait for this thread's stream, which still waits for the flag */
    EXPECT_EQ(cudaStreamQuery(0), cudaErrorNotReady);
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(cells.host()[0], 1);
    EXPECT_EQ(cells.host()[1], 2);
    CHECK(cudaFreeHost(flag));
    return finish();
}
