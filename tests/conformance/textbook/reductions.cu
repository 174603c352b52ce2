// The seven reductions that are always shown one after the other, from divergent to unrolled, templates included.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void reduce0(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce3(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize> __device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    int v = sdata[tid];
    if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 16) { v += sdata[tid + 8]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 8) { v += sdata[tid + 4]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 4) { v += sdata[tid + 2]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 2) { v += sdata[tid + 1]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
}

template <unsigned int blockSize> __global__ void reduce6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + blockSize < n)
            sdata[tid] += g_idata[i + blockSize];
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) sdata[tid] += sdata[tid + 64]; __syncthreads(); }
    if (tid < 32)
        warpReduce<blockSize>(sdata, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

static int total(int *d_out, int blocks)
{
    std::vector<int> out(blocks);
    cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < blocks; i++)
        sum += out[i];
    return sum;
}

int main()
{
    const int n = 1 << 18;
    std::vector<int> in(n);
    int expected = 0;
    for (int i = 0; i < n; i++)
        expected += in[i] = i % 19 - 7;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, (n / 128) * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    int results[6], threads = 128;
    reduce0<<<n / threads, threads, threads * sizeof(int)>>>(d_in, d_out);
    results[0] = total(d_out, n / threads);
    reduce1<<<n / threads, threads, threads * sizeof(int)>>>(d_in, d_out);
    results[1] = total(d_out, n / threads);
    reduce3<<<n / threads / 2, threads, threads * sizeof(int)>>>(d_in, d_out);
    results[2] = total(d_out, n / threads / 2);
    reduce6<512><<<20, 512, 512 * sizeof(int)>>>(d_in, d_out, n);
    results[3] = total(d_out, 20);
    reduce6<128><<<33, 128, 128 * sizeof(int)>>>(d_in, d_out, n);
    results[4] = total(d_out, 33);
    reduce6<64><<<7, 64, 96 * sizeof(int)>>>(d_in, d_out, n - 0);
    results[5] = total(d_out, 7);
    for (int i = 0; i < 6; i++) {
        printf("form %d: %d\n", i, results[i]);
        if (results[i] != expected) {
            printf("expected %d\n", expected);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
