/* The most local memory that CUDA allows a thread (512 KiB), in kernels that a thread of the host may lend a hand with:
 * of a warp's threads at once it does not fit on a stack. */
#include "../conformance.h"

enum { BLOCKS = 4, THREADS = 64, SIZE = 130000, READS = 5 };

__host__ __device__ static inline int at(int i, int t)
{
    return (i * 7919 + t * 13) % SIZE;
}

template <bool waits> __global__ void fill(int *out, int n)
{
    int own[SIZE];
    for (int i = 0; i < SIZE; i++)
        own[i] = i * n + (int)threadIdx.x;
    if (waits)
        __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += own[at(i, threadIdx.x)];
    out[threadIdx.x] = sum;
}

template <bool waits> static void check(int *out)
{
    fill<waits><<<BLOCKS, THREADS>>>(out, READS);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int t = 0; t < THREADS; t++) {
        int expected = 0;
        for (int i = 0; i < READS; i++)
            expected += at(i, t) * READS + t;
        EXPECT_EQ(out[t], expected);
    }
}

int main()
{
    int *out;
    cudaMallocManaged(&out, THREADS * sizeof(int));
    check<false>(out);
    check<true>(out);
    return finish();
}
