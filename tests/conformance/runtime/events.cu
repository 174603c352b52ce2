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
__global__ void run_until(volatile int *flags) /* says that it runs, and goes on until it is told to stop */
{
    flags[0] = 1;
    __threadfence_system();
    while (flags[1] == 0) {
    }
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

using Clock = std::chrono::steady_clock;
static double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/* However slow and busy the machine is: what lies within a time takes no longer, and what encloses it no less. GPUs
 * have a clock of their own, which may be off a little. */
static void check_time()
{
    cudaEvent_t start, stop, untimed;
    float ms = -1;
    enum { MS_INSIDE = 5 };
    constexpr double off = 1;
    int *flags;
    CHECK(cudaHostAlloc(&flags, 2 * sizeof *flags, cudaHostAllocMapped));
    volatile int *runs = flags, *stops = flags + 1;
    *runs = *stops = 0;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    EXPECT_ERROR(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);

    Clock::time_point begin = Clock::now();
    CHECK(cudaEventRecord(start));
    run_until<<<1, 1>>>(flags);
    CHECK(cudaEventRecord(stop, 0));
    while (*runs == 0) {
    }
    Clock::time_point running = Clock::now();
    while (since(running) < MS_INSIDE) {
    }
    double inside = since(running);
    *stops = 1;
    CHECK(cudaEventSynchronize(stop));
    double outside = since(begin);
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms >= inside - off && ms <= outside + off);
    float back = 0;
    CHECK(cudaEventElapsedTime(&back, stop, start));
    EXPECT_NEAR(back, -ms, 1e-3);

    /* Nothing between two records takes no time from before or after. */
    begin = Clock::now();
    CHECK(cudaEventRecord(start));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());
    outside = since(begin);
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    EXPECT(ms >= 0 && ms <= outside + off);
    CHECK(cudaEventRecord(untimed));
    CHECK(cudaDeviceSynchronize());
    EXPECT_ERROR(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(untimed));
    CHECK(cudaFreeHost(flags));
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
