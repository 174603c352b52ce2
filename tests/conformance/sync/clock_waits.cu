// FEW-WAYS
// TIMEOUT: 60
// Threads that waste time until a clock says so do it all at once, as far as a GPU holds them: the threads of a block, the
// blocks of a kernel, the kernels of several streams. One after the other they would take minutes. That is seen by what the
// warps' times add up to, beside the time from the first beginning to the last end: however busy the machine is.
#include "../conformance.h"

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

struct Tally {
    unsigned count; /* of threads */
    unsigned long long first, last, sum; /* of warps, in nanoseconds */
};

__device__ void add(Tally *tally, unsigned long long begin)
{
    unsigned long long end = now(GLOBALTIMER);
    atomicAdd(&tally->count, 1);
    if (threadIdx.x % warpSize != 0)
        return;
    atomicMin(&tally->first, begin);
    atomicMax(&tally->last, end);
    atomicAdd(&tally->sum, end - begin);
}

template <int Way> __global__ void waste(long long ticks, Tally *tally)
{
    unsigned long long begin = now(GLOBALTIMER);
    long long start = now(Way), passed = 0;
    while (passed < ticks)
        passed = Way == CLOCK ? static_cast<unsigned>(now(Way) - start) : now(Way) - start;
    add(tally, begin);
}

/* Lanes that waste different times, and a loop that works meanwhile. */
__global__ void differently(long long ticks, Tally *tally)
{
    unsigned long long begin = now(GLOBALTIMER);
    long long start = clock64();
    unsigned turns = 0;
    while (clock64() - start < ticks * (threadIdx.x % 3))
        turns++;
    if (turns || threadIdx.x % 3 == 0)
        add(tally, begin);
}

enum { AT_ONCE = 8 }; /* more than the workers of a test, of which each has one warp after the other */

static void start(Tally *tally)
{
    Tally none = {0, ~0ull, 0, 0};
    CHECK(cudaMemcpy(tally, &none, sizeof none, cudaMemcpyHostToDevice));
}

static void check(const char *what, Tally *tally, unsigned expected)
{
    Tally got;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&got, tally, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got.count, expected);
    unsigned long long span = got.last - got.first;
    if (span < 90000000 || got.sum < AT_ONCE * span)
        report(__FILE__, __LINE__, Words(what) + ": " + show(span) + " ns, of warps " +
                                       show(got.sum));
}

int main()
{
    Tally *tally;
    int khz;
    CHECK(cudaMalloc(&tally, sizeof *tally));
    CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    long long tenth = khz * 100ll; /* of a second */
    for (int way = 0; way < WAYS; way++) {
        start(tally);
        if (way == CLOCK)
            waste<CLOCK><<<16, 512>>>(tenth, tally);
        else if (way == CLOCK64)
            waste<CLOCK64><<<16, 512>>>(tenth, tally);
        else
            waste<GLOBALTIMER><<<16, 512>>>(100000000, tally);
        check("a kernel", tally, 16 * 512);
    }
    start(tally);
    differently<<<16, 512>>>(tenth / 2, tally);
    check("lanes", tally, 16 * 512);
    cudaStream_t streams[32];
    for (cudaStream_t &stream : streams)
        CHECK(cudaStreamCreate(&stream));
    start(tally);
    for (cudaStream_t stream : streams)
        waste<CLOCK64><<<1, 256, 0, stream>>>(tenth, tally);
    check("streams", tally, 32 * 256);
    for (cudaStream_t stream : streams)
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(tally));
    return finish();
}
