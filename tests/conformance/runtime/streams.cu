// Streams: work of one stream in order, streams independent of each other, queries, priorities, the flags of creation.
#include "../conformance.h"

__global__ void append(unsigned *state, unsigned value) { *state = *state * 31 + value; }
__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}

static void check_order()
{
    constexpr int streams = 4, rounds = 200;
    cudaStream_t stream[streams];
    DeviceArray<unsigned> states(streams);
    unsigned expected[streams] = {};
    for (int s = 0; s < streams; s++)
        CHECK(s % 2 ? cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking) : cudaStreamCreate(&stream[s]));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < rounds; i++)
        for (int s = 0; s < streams; s++) {
            append<<<1, 1, 0, stream[s]>>>(states.at + s, i * (s + 1));
            expected[s] = expected[s] * 31 + i * (s + 1);
        }
    for (int s = 0; s < streams; s++) {
        unsigned got;
        CHECK(cudaMemcpyAsync(&got, states.at + s, sizeof got, cudaMemcpyDeviceToHost, stream[s]));
        CHECK(cudaStreamSynchronize(stream[s]));
        EXPECT_EQ(got, expected[s]);
        EXPECT_EQ(cudaStreamQuery(stream[s]), cudaSuccess);
        CHECK(cudaStreamDestroy(stream[s]));
    }
}

/* A kernel that waits for the host: its stream is busy, the launch has returned, and another stream goes on. */
static void check_independence()
{
    cudaStream_t blocked, free_stream;
    int *flag;
    DeviceArray<unsigned> state(2);
    CHECK(cudaStreamCreateWithFlags(&blocked, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    *flag = 0;
    CHECK(cudaDeviceSynchronize());
    wait_for<<<1, 1, 0, blocked>>>(flag);
    append<<<1, 1, 0, blocked>>>(state, 5);
    CHECK(cudaGetLastError());
    EXPECT_EQ(cudaStreamQuery(blocked), cudaErrorNotReady);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess); /* not being ready is no error to remember */
    append<<<1, 1, 0, free_stream>>>(state.at + 1, 7);
    CHECK(cudaStreamSynchronize(free_stream));
    EXPECT_EQ(cudaStreamQuery(blocked), cudaErrorNotReady);
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaStreamSynchronize(blocked));
    EXPECT_EQ(state.host()[0], 5u);
    EXPECT_EQ(state.host()[1], 7u);
    CHECK(cudaStreamDestroy(blocked));
    CHECK(cudaStreamDestroy(free_stream));
    CHECK(cudaFreeHost(flag));
}

/* Destroying a busy stream returns at once; its work is done all the same. */
static void check_destroy_when_busy()
{
    cudaStream_t stream;
    int *flag;
    DeviceArray<unsigned> state(1);
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    *flag = 0;
    CHECK(cudaDeviceSynchronize());
    wait_for<<<1, 1, 0, stream>>>(flag);
    append<<<1, 1, 0, stream>>>(state, 3);
    CHECK(cudaStreamDestroy(stream));
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(state.host()[0], 3u);
    CHECK(cudaFreeHost(flag));
}

static void check_properties()
{
    int least, greatest, priority;
    unsigned flags;
    cudaStream_t stream;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest <= least);
    CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
    CHECK(cudaStreamGetPriority(stream, &priority));
    EXPECT_EQ(priority, greatest);
    CHECK(cudaStreamGetFlags(stream, &flags));
    EXPECT_EQ(flags, unsigned(cudaStreamNonBlocking));
    CHECK(cudaStreamDestroy(stream));
    EXPECT_ERROR(cudaStreamCreateWithFlags(&stream, 0x80), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamQuery(0), cudaSuccess);
    CHECK(cudaStreamSynchronize(0));
}

int main()
{
    check_order();
    check_independence();
    check_destroy_when_busy();
    check_properties();
    return finish();
}
