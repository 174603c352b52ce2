// The legacy default stream: it waits for the blocking streams and they for it; non-blocking streams take no part.
#include "../conformance.h"

__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}
__global__ void copy(int *to, const int *from) { *to = *from; }
__global__ void set(int *at, int value) { *at = value; }
__global__ void slow_set(int *at, int value)
{
    for (int i = 0; i < 200; i++)
        __nanosleep(5000);
    *at = value;
}

int main()
{
    cudaStream_t blocking, other, non_blocking;
    int *flag;
    CHECK(cudaStreamCreate(&blocking));
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));

    /* blocking -> default -> other, without a word of synchronisation. */
    for (int round = 1; round <= 10; round++) {
        DeviceArray<int> cells(3);
        slow_set<<<1, 1, 0, blocking>>>(cells, round);
        copy<<<1, 1>>>(cells.at + 1, cells);
        copy<<<1, 1, 0, other>>>(cells.at + 2, cells.at + 1);
        CHECK(cudaStreamSynchronize(other));
        EXPECT_EQ(cells.host()[2], round);
    }

    set<<<1, 1>>>(flag, 0); /* a GPU loads a kernel at its first launch, and may wait for running ones to do so */

    /* The default stream waits behind a blocked blocking stream, a non-blocking stream does not. */
    DeviceArray<int> cells(3);
    *flag = 0;
    CHECK(cudaDeviceSynchronize());
    wait_for<<<1, 1, 0, blocking>>>(flag);
    set<<<1, 1>>>(cells, 1);
    set<<<1, 1, 0, non_blocking>>>(cells.at + 1, 2);
    CHECK(cudaStreamSynchronize(non_blocking));
    EXPECT_EQ(cudaStreamQuery(0), cudaErrorNotReady);
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaStreamSynchronize(0));
    EXPECT_EQ(cells.host()[0], 1);
    EXPECT_EQ(cells.host()[1], 2);

    CHECK(cudaStreamDestroy(blocking));
    CHECK(cudaStreamDestroy(other));
    CHECK(cudaStreamDestroy(non_blocking));
    CHECK(cudaFreeHost(flag));
    return finish();
}
