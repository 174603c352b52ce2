/* histogram, the CUDA half: counts bytes with two levels of atomics.
 *
 * If all threads counted in one global array, they would queue up for the counters of the frequent values. So each
 * block counts in shared memory, which is close and contended only by its own threads, and adds its 256 counters to
 * the global ones at the end.
 */
#include "histogram.h"

#include "../check.h"

/* CUDA's 64-bit atomics are written for unsigned long long. On Linux size_t is unsigned long: another type with the
 * same bits, hence the cast (on Windows it is unsigned long long itself). */
__device__ void add(size_t *counter, size_t amount)
{
    static_assert(sizeof(size_t) == sizeof(unsigned long long), "64-bit counters");
    atomicAdd(reinterpret_cast<unsigned long long *>(counter), static_cast<unsigned long long>(amount));
}

__global__ void histogram(const unsigned char *bytes, size_t count, size_t *counts)
{
    __shared__ size_t block_counts[BINS];

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_counts[bin] = 0;
    __syncthreads(); /* nobody counts before every counter is zero */

    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        add(&block_counts[bytes[i]], 1);
    __syncthreads(); /* nobody reads the counters before everyone has counted */

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        add(&counts[bin], block_counts[bin]);
}

float histogram_on_device(const unsigned char *bytes, size_t count, size_t counts[BINS])
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    int blocks = device.multiProcessorCount * 2; /* enough to keep each multiprocessor busy */

    unsigned char *device_bytes;
    size_t *device_counts;
    CHECK(cudaMalloc(&device_bytes, count));
    CHECK(cudaMalloc(&device_counts, BINS * sizeof(size_t)));
    CHECK(cudaMemcpy(device_bytes, bytes, count, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(device_counts, 0, BINS * sizeof(size_t)));

    /* Events are marks in the stream of work; the time between two of them is what lay between took. */
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    histogram<<<blocks, BINS>>>(device_bytes, count, device_counts);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, start, stop));

    CHECK(cudaMemcpy(counts, device_counts, BINS * sizeof(size_t), cudaMemcpyDeviceToHost));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(device_bytes));
    CHECK(cudaFree(device_counts));
    return ms;
}
