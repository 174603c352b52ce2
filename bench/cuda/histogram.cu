/* Histogram of bytes: each block counts in shared memory, then adds its counts to the global ones. */
#include "run.h"

template <typename T>
__global__ void histogram(const unsigned char *in, int n, T *bins)
{
    __shared__ T mine[HISTOGRAM_BINS];

    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[in[i]], T(1));
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

static_assert(BLOCK == HISTOGRAM_BINS, "a thread owns a bin");

template <typename T, typename Bins>
static void run(int blocks, Bins *bins)
{
    histogram<T><<<blocks, BLOCK>>>(bench.histogram.in, HISTOGRAM_N, reinterpret_cast<T *>(bins));
    finish_launch("histogram");
}

extern "C" void run_histogram32x4(void)
{
    run<unsigned>(4, bench.histogram.bins32);
}

extern "C" void run_histogram32x64(void)
{
    run<unsigned>(64, bench.histogram.bins32);
}

extern "C" void run_histogram64x4(void)
{
    run<unsigned long long>(4, bench.histogram.bins64);
}

extern "C" void run_histogram64x64(void)
{
    run<unsigned long long>(64, bench.histogram.bins64);
}
