/* How the cost grows with the data, up to 1 GiB of it: a grid-stride sum, and saxpy with a thread per element. Bytes
 * are those that the kernel has to move (saxpy: two reads and a write). */
#include "micro.h"

enum { THREADS = 256, SUM_BLOCKS = 64 };

__global__ void sum(const float *in, size_t n, float *out)
{
    __shared__ float partial[THREADS];
    float mine = 0;

    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    partial[threadIdx.x] = mine;
    __syncthreads();
    for (int active = THREADS / 2; active > 0; active /= 2) {
        if (threadIdx.x < active)
            partial[threadIdx.x] += partial[threadIdx.x + active];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, partial[0]);
}

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void answer_rate(const char *kernel, size_t bytes, double moved, double time)
{
    char what[80];

    if (bytes >= 1 << 20)
        snprintf(what, sizeof what, "%s of %zu MiB", kernel, bytes >> 20);
    else
        snprintf(what, sizeof what, "%s of %zu KiB", kernel, bytes >> 10);
    answer("growth", what, moved / time, "GB/s");
}

void measure_growth()
{
    const size_t largest = 1 << 30;
    float *data = device_array<float>(largest / sizeof(float)), *total = device_array<float>(1);

    for (size_t bytes = 64 << 10; bytes <= largest; bytes *= 4) {
        size_t n = bytes / sizeof(float), half = n / 2;
        answer_rate("sum", bytes, bytes, nanoseconds([=] {
            sum<<<SUM_BLOCKS, THREADS>>>(data, n, total);
            wait_for_device("sum");
        }));
        answer_rate("saxpy", bytes, 1.5 * bytes, nanoseconds([=] {
            saxpy<<<(half + THREADS - 1) / THREADS, THREADS>>>(int(half), 0.5f, data, data + half);
            wait_for_device("saxpy");
        }));
    }
    check(cudaFree(data), "cudaFree");
    check(cudaFree(total), "cudaFree");
}
