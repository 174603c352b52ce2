/* last_block_sum: a sum in one kernel, finished by whichever block happens to be the last.
 *
 * Each block writes its partial sum to global memory and then draws a ticket with atomicInc. The block that draws the
 * last ticket knows that all the others have written theirs, and adds them up. That needs fences: `__threadfence`
 * between writing and drawing makes the sum visible before the ticket is; the one after drawing keeps the last
 * block's reads behind its ticket. Without them another multiprocessor may see the ticket and not yet the sum.
 *
 * atomicInc(&tickets, limit) counts 0, 1, …, limit and wraps to 0: with limit = blocks - 1 the counter is ready
 * for the next launch by itself.
 */
#include "check.h"
#include <vector>

constexpr int THREADS = 128;
constexpr int MAX_BLOCKS = 256;

__device__ unsigned tickets;
__device__ volatile float partial_sums[MAX_BLOCKS]; /* volatile: never read from a register or a stale cache line */

/* The sum of `mine` over the block, in every thread. */
__device__ float block_sum(float mine)
{
    __shared__ float sums[THREADS];

    __syncthreads(); /* the array may still be in use from an earlier call */
    sums[threadIdx.x] = mine;
    for (int active = THREADS / 2; active > 0; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active)
            sums[threadIdx.x] += sums[threadIdx.x + active];
    }
    __syncthreads();
    return sums[0];
}

__global__ void sum(const float *array, int n, float *total)
{
    __shared__ bool is_last;
    float mine = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += array[i];
    float of_block = block_sum(mine);

    if (threadIdx.x == 0) {
        partial_sums[blockIdx.x] = of_block;
        __threadfence(); /* first the sum, then the ticket */
        unsigned ticket = atomicInc(&tickets, gridDim.x - 1);
        __threadfence(); /* first the ticket, then the others' sums */
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads(); /* thread 0 tells the others */
    if (!is_last)
        return;

    mine = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        mine += partial_sums[i];
    float all = block_sum(mine);
    if (threadIdx.x == 0)
        *total = all;
}

int main()
{
    constexpr int n = 1 << 20;
    std::vector<float> array(n);
    double expected = 0;
    float *device_array, *device_total, total;

    for (int i = 0; i < n; i++) {
        array[i] = static_cast<float>(i % 16); /* small whole numbers: their float sums are exact in any order */
        expected += array[i];
    }
    CHECK(cudaMalloc(&device_array, n * sizeof(float)));
    CHECK(cudaMalloc(&device_total, sizeof(float)));
    CHECK(cudaMemcpy(device_array, array.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    /* Several launches, of several sizes: the ticket counter resets itself. */
    for (int blocks : {1, 7, 64, MAX_BLOCKS, 64}) {
        CHECK(cudaMemset(device_total, 0, sizeof(float)));
        sum<<<blocks, THREADS>>>(device_array, n, device_total);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(&total, device_total, sizeof(float), cudaMemcpyDeviceToHost));
        printf("%3d blocks: %.0f\n", blocks, total);
        EXPECT(total == expected);
    }
    CHECK(cudaFree(device_array));
    CHECK(cudaFree(device_total));
    printf("all equal to the CPU's sum\n");
    return 0;
}
