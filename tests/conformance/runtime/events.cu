// Events: record, query, synchronise, wait in another stream, elapsed time.
#include "../conformance.h"
#include <chrono>

__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}
__global__ void set(int *at, int value) { *at = value; }
__global__ void copy(int *to, const int *from) { *to = *from; }
__global__ void work(volatile unsigned *at)
{
    for (int i = 0; i < 2000000; i++)
        *at = *at * 3 + 1;
}

static void check_order_between_streams()
{
    cudaStream_t first, second;
    cudaEvent_t event;
    int *flag;
    DeviceArray<int> cells(2);
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    *flag = 0;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamWaitEvent(second, event, 0)); /* never recorded: no wait */
    CHECK(cudaStreamSynchronize(second));
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);

    wait_for<<<1, 1, 0, first>>>(flag);
    set<<<1, 1, 0, first>>>(cells, 9);
    CHECK(cudaEventRecord(event, first));
    CHECK(cudaStreamWaitEvent(second, event, 0));
    copy<<<1, 1, 0, second>>>(cells.at + 1, cells);
    EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(second), cudaErrorNotReady);
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
    CHECK(cudaStreamSynchronize(second));
    EXPECT_EQ(cells.host()[1], 9);
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFreeHost(flag));
}

static void check_time()
{
    cudaEvent_t start, stop, untimed;
    float ms = -1;
    DeviceArray<unsigned> cell(1);
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    EXPECT_ERROR(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    work<<<1, 1>>>(cell.at); /* warm up */
    CHECK(cudaDeviceSynchronize());

    auto begin = std::chrono::steady_clock::now();
    CHECK(cudaEventRecord(start));
    work<<<1, 1>>>(cell.at);
    CHECK(cudaEventRecord(stop, 0));
    CHECK(cudaEventSynchronize(stop));
    double outside = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms > 1 && ms <= outside + 1);
    float back = 0;
    CHECK(cudaEventElapsedTime(&back, stop, start));
    EXPECT_NEAR(back, -ms, 1e-3);

    /* Nothing between two records takes little time, but a time. */
    CHECK(cudaEventRecord(start));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms >= 0 && ms < 50);
    CHECK(cudaEventRecord(untimed));
    CHECK(cudaDeviceSynchronize());
    EXPECT_ERROR(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(untimed));
}

/* Recording again moves the event. */
static void check_record_again()
{
    cudaEvent_t event;
    DeviceArray<int> cell(1);
    CHECK(cudaEventCreate(&event));
    for (int i = 0; i < 100; i++) {
        set<<<1, 1>>>(cell, i);
        CHECK(cudaEventRecord(event));
    }
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(cell.host()[0], 99);
    CHECK(cudaEventDestroy(event));
}

int main()
{
    check_order_between_streams();
    check_time();
    check_record_again();
    return finish();
}
