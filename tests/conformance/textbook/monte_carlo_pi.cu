// Monte-Carlo pi: each thread has a linear congruential generator of its own; counts are exact and so comparable.
#include <cmath>
#include <cstdio>
#include <cstdint>

__host__ __device__ inline uint64_t next(uint64_t &state)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return state >> 33;
}

__host__ __device__ unsigned hits(unsigned thread, int trials)
{
    uint64_t state = thread * 7919ull + 1;
    unsigned inside = 0;
    for (int i = 0; i < trials; i++) {
        double x = next(state) * (1.0 / 2147483648.0);
        double y = next(state) * (1.0 / 2147483648.0);
        if (x * x + y * y < 1.0)
            inside++;
    }
    return inside;
}

__global__ void estimate(unsigned *total, int trials)
{
    __shared__ unsigned block;
    if (threadIdx.x == 0)
        block = 0;
    __syncthreads();
    atomicAdd(&block, hits(blockIdx.x * blockDim.x + threadIdx.x, trials));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, block);
}

int main()
{
    const int blocks = 16, threads = 128, trials = 200;
    unsigned *d_total, total, expected = 0;
    cudaMalloc(&d_total, sizeof total);
    cudaMemset(d_total, 0, sizeof total);
    estimate<<<blocks, threads>>>(d_total, trials);
    cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
    for (int t = 0; t < blocks * threads; t++)
        expected += hits(t, trials);
    double pi = 4.0 * total / (double(blocks) * threads * trials);
    printf("pi is about %.4f\n", pi);
    /* A point exactly on the circle may fall on either side when multiply and add are fused. */
    return !(std::fabs(double(total) - double(expected)) <= 2 && std::fabs(pi - M_PI) < 0.02);
}
