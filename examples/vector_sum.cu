/* vector_sum: adds up ten million integers, the "hello, world" of parallel programming.
 *
 * The work is divided three times:
 *   1. over all threads: thread i takes elements i, i + T, i + 2T, … where T is the number of threads in the grid
 *      (a grid-stride loop: it fits any number of elements, and neighbouring threads read neighbouring elements);
 *   2. within a block: the threads' sums meet in shared memory, halving the number of partial sums at each step;
 *   3. over the blocks: either one atomicAdd per block, or a second, tiny kernel that adds the blocks' sums.
 */
#include "check.h"
#include <chrono>

constexpr int N = 10 * 1000 * 1000;
constexpr int BLOCKS = 32;
constexpr int THREADS = 256; /* per block; a power of two, because the tree halves it */

/* A managed variable is one object that host and device both use by its name; no copying back and forth. */
__managed__ int numbers[N];
__managed__ int atomic_total;
__managed__ int block_totals[BLOCKS];
__managed__ int two_kernel_total;

/* Adds up `mine` over the threads of the block. The result is valid in thread 0. */
__device__ int block_sum(int mine)
{
    __shared__ int sums[THREADS];

    sums[threadIdx.x] = mine;
    for (unsigned active = blockDim.x / 2; active > 0; active /= 2) {
        __syncthreads(); /* everyone's entry of the step before has been written */
        if (threadIdx.x < active)
            sums[threadIdx.x] += sums[threadIdx.x + active];
    }
    return sums[threadIdx.x]; /* of the others a part; to read sums[0] they would have to wait for it */
}

__device__ int strided_sum(const int *array, int n)
{
    int sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += array[i];
    return sum;
}

/* Form 1: the blocks add their sums to one total. They do so at the same time, so the addition has to be atomic. */
__global__ void sum_with_atomics(const int *array, int n, int *total)
{
    int sum = block_sum(strided_sum(array, n));

    if (threadIdx.x == 0)
        atomicAdd(total, sum);
}

/* Form 2: each block writes its sum into a place of its own. Launched first with many blocks over the numbers, then with
 * one block over the blocks' sums. Kernels of one stream run one after the other, so the second one sees them all. */
__global__ void sum_per_block(const int *array, int n, int *totals)
{
    int sum = block_sum(strided_sum(array, n));

    if (threadIdx.x == 0)
        totals[blockIdx.x] = sum;
}

/* Runs `work` and waits for the device; milliseconds. */
template <class Work> static double time_ms(Work work)
{
    auto start = std::chrono::steady_clock::now();
    work();
    CHECK_LAUNCH();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    printf("device: %s, %d multiprocessors\n", device.name, device.multiProcessorCount);

    for (int i = 0; i < N; i++)
        numbers[i] = i % 7 - 2;
    sum_per_block<<<1, THREADS>>>(numbers, THREADS, block_totals); /* warm up: the first launch also starts the device */
    CHECK_LAUNCH();

    int cpu_total = 0;
    double cpu_ms = time_ms([&] {
        for (int i = 0; i < N; i++)
            cpu_total += numbers[i];
    });
    double atomic_ms = time_ms([] { sum_with_atomics<<<BLOCKS, THREADS>>>(numbers, N, &atomic_total); });
    double two_kernel_ms = time_ms([] {
        sum_per_block<<<BLOCKS, THREADS>>>(numbers, N, block_totals);
        sum_per_block<<<1, THREADS>>>(block_totals, BLOCKS, &two_kernel_total);
    });

    printf("sum of %d integers\n", N);
    printf("  by a kernel, one atomicAdd a block: %d\n", atomic_total);
    printf("  by two kernels, without atomics:    %d\n", two_kernel_total);
    printf("  by the CPU, one loop:               %d\n", cpu_total);
    printf("times: kernel with atomics %.2f ms, two kernels %.2f ms, CPU loop %.2f ms\n", atomic_ms, two_kernel_ms, cpu_ms);

    EXPECT(atomic_total == cpu_total);
    EXPECT(two_kernel_total == cpu_total);
    printf("all three agree\n");
    return 0;
}
