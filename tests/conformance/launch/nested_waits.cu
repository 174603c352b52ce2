/* Device functions that wait and cannot be inlined: a recursive one with barriers, and a virtual one with a shuffle beside
 * one of the same type without. */
#include <cstdio>

const int THREADS = 64;

__device__ __noinline__ int neighbours_sum(int n, int *cells)
{
    if (n == 0)
        return 0;
    cells[threadIdx.x] = n * (threadIdx.x + 1);
    __syncthreads();
    int value = cells[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    return value + neighbours_sum(n - 1, cells);
}

struct Step {
    __device__ virtual int apply(int x) = 0;
};
struct Swap : Step {
    __device__ int apply(int x) override { return __shfl_xor_sync(0xffffffffu, x, 1); }
};
struct Negate : Step {
    __device__ int apply(int x) override { return -x; }
};

__global__ void run(int *out, int n)
{
    __shared__ int cells[THREADS];
    Swap swap;
    Negate negate;
    Step *step = n & 1 ? static_cast<Step *>(&swap) : static_cast<Step *>(&negate);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += neighbours_sum(n, cells);
    out[threadIdx.x] = sum * 1000 + step->apply(threadIdx.x);
}

int main()
{
    int *out;
    if (cudaMallocManaged(&out, THREADS * sizeof(int)) != cudaSuccess)
        return 1;
    for (int n = 4; n < 6; n++) {
        run<<<1, THREADS>>>(out, n);
        cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess) {
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(error));
            return 1;
        }
        for (int t = 0; t < THREADS; t++) {
            int expected = 3 * (n * (n + 1) / 2) * ((t + 1) % THREADS + 1) * 1000 + (n & 1 ? t ^ 1 : -t);
            if (out[t] != expected) {
                printf("%s:%d: n %d, thread %d: expected %d, got %d\n", __FILE__, __LINE__, n, t, expected, out[t]);
                return 1;
            }
        }
    }
    printf("ok\n");
    return 0;
}
