// Recursion in device code: single, double and mutual, with results that differ between threads, and with local arrays.
// NVCC: -Xptxas -O0
#include "../conformance.h"

__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__host__ __device__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__host__ __device__ bool is_odd(int n);
__host__ __device__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__host__ __device__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }

__host__ __device__ int sort_and_probe(int *values, int n, int probe)
{
    if (n > 1) {
        int pivot = values[n / 2], left = 0, right = n - 1;
        while (left <= right) {
            while (values[left] < pivot)
                left++;
            while (values[right] > pivot)
                right--;
            if (left <= right) {
                int t = values[left];
                values[left++] = values[right];
                values[right--] = t;
            }
        }
        sort_and_probe(values, right + 1, 0);
        sort_and_probe(values + left, n - left, 0);
    }
    return values[probe];
}

__host__ __device__ int probe_of(int seed)
{
    int values[32];
    for (int i = 0; i < 32; i++)
        values[i] = (i * 37 + seed * 11) % 101;
    return sort_and_probe(values, 32, seed % 32);
}

__global__ void compute(int *out)
{
    int i = threadIdx.x;
    out[i * 4] = fibonacci(i % 15);
    out[i * 4 + 1] = ackermann(2, i % 8);
    out[i * 4 + 2] = is_even(i);
    out[i * 4 + 3] = probe_of(i);
}

/* Recursion between barriers. (On an H200 this kernel is right only with nvcc -Xptxas -O0: above, CUDA 13 does not bring
 * the threads of a warp together again between the recursion and the barrier.) */
__global__ void around_barriers(int *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = fibonacci(threadIdx.x % 10);
    __syncthreads();
    int other = values[63 - threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = fibonacci(other % 12);
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

int main()
{
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 32 << 10)); /* more than a GPU gives a thread by itself */
    DeviceArray<int> out(64 * 4), barriers(64);
    compute<<<1, 64>>>(out);
    around_barriers<<<1, 64>>>(barriers);
    CHECK_LAUNCH();
    std::vector<int> got = out.host(), got_barriers = barriers.host();
    for (int i = 0; i < 64; i++) {
        EXPECT_EQ(got[i * 4], fibonacci(i % 15));
        EXPECT_EQ(got[i * 4 + 1], ackermann(2, i % 8));
        EXPECT_EQ(got[i * 4 + 2], int(is_even(i)));
        EXPECT_EQ(got[i * 4 + 3], probe_of(i));
        EXPECT_EQ(got_barriers[i], fibonacci(fibonacci(i % 10) % 12));
    }
    return finish();
}
