// FEW-WAYS
// TIMEOUT: 60
// Threads that waste time until a clock says so do it all at once, as far as a GPU holds them: the threads of a block, the
// blocks of a kernel, the kernels of several streams. One after the other they would take minutes.
#include "../conformance.h"
#include <chrono>

enum { CLOCK, CLOCK64, GLOBALTIMER, WAYS };

__device__ long long now(int way)
{
    unsigned long long nanoseconds;
    if (way == CLOCK)
        return static_cast<unsigned>(clock());
    if (way == CLOCK64)
        return clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return static_cast<long long>(nanoseconds);
}

template <int Way> __global__ void waste(long long ticks, unsigned *count)
{
    long long start = now(Way), passed = 0;
    while (passed < ticks)
        passed = Way == CLOCK ? static_cast<unsigned>(now(Way) - start) : now(Way) - start;
    atomicAdd(count, 1);
}

/* Lanes that waste different times, and a loop that works meanwhile. */
__global__ void differently(long long ticks, unsigned *count)
{
    long long start = clock64();
    unsigned turns = 0;
    while (clock64() - start < ticks * (threadIdx.x % 3))
        turns++;
    if (turns || threadIdx.x % 3 == 0)
        atomicAdd(count, 1);
}

static void check(const char *what, unsigned *count, unsigned expected, double least, double most,
                  std::chrono::steady_clock::time_point start)
{
    CHECK(cudaDeviceSynchronize());
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    unsigned got;
    CHECK(cudaMemcpy(&got, count, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(count, 0, sizeof got));
    EXPECT_EQ(got, expected);
    if (seconds < least || seconds > most)
        report(__FILE__, __LINE__, std::string(what) + " took " + std::to_string(seconds) + " s");
}

int main()
{
    unsigned *count;
    int khz;
    CHECK(cudaMalloc(&count, sizeof *count));
    CHECK(cudaMemset(count, 0, sizeof *count));
    CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    long long tenth = khz * 100ll; /* of a second */
    for (int way = 0; way < WAYS; way++) {
        auto start = std::chrono::steady_clock::now();
        if (way == CLOCK)
            waste<CLOCK><<<16, 512>>>(tenth, count);
        else if (way == CLOCK64)
            waste<CLOCK64><<<16, 512>>>(tenth, count);
        else
            waste<GLOBALTIMER><<<16, 512>>>(100000000, count);
        check("a kernel", count, 16 * 512, 0.09, 10, start); /* 13 s with 256 warps and two workers */
    }
    auto start = std::chrono::steady_clock::now();
    differently<<<16, 512>>>(tenth / 2, count);
    check("lanes", count, 16 * 512, 0.09, 10, start);
    cudaStream_t streams[32];
    for (cudaStream_t &stream : streams)
        CHECK(cudaStreamCreate(&stream));
    start = std::chrono::steady_clock::now();
    for (cudaStream_t stream : streams)
        waste<CLOCK64><<<1, 256, 0, stream>>>(tenth, count);
    check("streams", count, 32 * 256, 0.09, 10, start);
    for (cudaStream_t stream : streams)
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(count));
    return finish();
}
