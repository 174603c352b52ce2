// Prefix sums: Hillis and Steele's and Blelloch's in a block, and a scan of any length in three kernels.
#include <stdio.h>
#include <stdlib.h>
#include <vector>

__global__ void scanHillisSteele(int *out, const int *in, int n)
{
    extern __shared__ int temp[];
    int t = threadIdx.x, pout = 0, pin = 1;
    temp[t] = t > 0 ? in[t - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset)
            temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
        else
            temp[pout * n + t] = temp[pin * n + t];
        __syncthreads();
    }
    out[t] = temp[pout * n + t];
}

__device__ int blellochBlock(int *temp, int n)
{
    int t = threadIdx.x, offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    int total = temp[n - 1];
    __syncthreads();
    if (t == 0)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
            int old = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += old;
        }
    }
    __syncthreads();
    return total;
}

__global__ void scanBlocks(int *out, const int *in, int *sums, int n)
{
    __shared__ int temp[512];
    int base = blockIdx.x * 512, a = base + 2 * threadIdx.x, b = a + 1;
    temp[2 * threadIdx.x] = a < n ? in[a] : 0;
    temp[2 * threadIdx.x + 1] = b < n ? in[b] : 0;
    int total = blellochBlock(temp, 512);
    if (a < n)
        out[a] = temp[2 * threadIdx.x];
    if (b < n)
        out[b] = temp[2 * threadIdx.x + 1];
    if (threadIdx.x == 0 && sums)
        sums[blockIdx.x] = total;
}

__global__ void addSums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < n)
        out[i] += sums[blockIdx.x];
}

void scan(int *out, const int *in, int n)
{
    int blocks = (n + 511) / 512, *sums;
    cudaMalloc(&sums, 2 * blocks * sizeof(int));
    scanBlocks<<<blocks, 256>>>(out, in, sums, n);
    if (blocks > 1) {
        scan(sums + blocks, sums, blocks);
        addSums<<<blocks, 512>>>(out, sums + blocks, n);
    }
    cudaDeviceSynchronize();
    cudaFree(sums);
}

int main()
{
    const int n = 600000;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++)
        in[i] = i * 31 % 17 - 5;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    scan(d_out, d_in, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0, sum = 0; i < n; sum += in[i++])
        wrong += out[i] != sum;

    scanHillisSteele<<<1, 700, 2 * 700 * sizeof(int)>>>(d_out, d_in, 700);
    cudaMemcpy(out.data(), d_out, 700 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0, sum = 0; i < 700; sum += in[i++])
        wrong += out[i] != sum;
    printf("%d wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
