// A local variable that is chosen by a condition known before a barrier, and begins behind it: clang computes its
// address before the barrier. It is the thread's own variable on both sides, at one lane, too.
#include <cstdio>

struct Half {
    __device__ virtual int of(int value) const { return value / 2; }
};
struct Twice : Half {
    __device__ int of(int value) const override { return value * 2; }
};

__device__ __noinline__ int apply(const Half *how, int value) { return how->of(value); }
__device__ int choose(int value, bool is_odd)
{
    Half half;
    Twice twice;
    return apply(is_odd ? &half : &twice, value);
}

__device__ __noinline__ void fill(int *at, int value)
{
    for (int i = 0; i < 16; i++)
        at[i] = value + i;
}
__device__ __noinline__ int sum(const int *at)
{
    int total = 0;
    for (int i = 0; i < 16; i++)
        total += at[i];
    return total;
}

__global__ void objects(int *out, int *even)
{
    int t = threadIdx.x;
    if (t % 2 == 0)
        atomicAdd(even, 1);
    int any = __syncthreads_or(t & 1);
    out[t] = choose(100 + t, t & 1) + any;
    __syncthreads();
}

__global__ void arrays(int *out, int *even, int turns)
{
    int t = threadIdx.x, total = 0;
    for (int turn = 0; turn < turns; turn++) {
        if (t % 2 == 0)
            atomicAdd(even, 1);
        int any = __syncthreads_or(t & 1);
        int first[16], second[16], *chosen = t & 1 ? first : second;
        fill(chosen, t + turn);
        total += sum(t & 1 ? first : second) + any;
        __syncthreads();
    }
    out[t] = total;
}

int main()
{
    enum { THREADS = 96, TURNS = 3 };
    int *out, *even, failures = 0;
    cudaMallocManaged(&out, THREADS * sizeof(int));
    cudaMallocManaged(&even, sizeof(int));
    objects<<<1, THREADS>>>(out, even);
    cudaError_t error = cudaDeviceSynchronize();
    for (int t = 0; t < THREADS; t++) {
        int expected = (t & 1 ? (100 + t) / 2 : (100 + t) * 2) + 1;
        if (error || out[t] != expected)
            printf("%s:%d: thread %d: expected %d, got %d (%s)\n", __FILE__, __LINE__, t, expected, out[t],
                   cudaGetErrorName(error)), failures++;
    }
    arrays<<<1, THREADS>>>(out, even, TURNS);
    error = cudaDeviceSynchronize();
    for (int t = 0; t < THREADS; t++) {
        int expected = 0;
        for (int turn = 0; turn < TURNS; turn++)
            expected += 16 * (t + turn) + 120 + 1;
        if (error || out[t] != expected)
            printf("%s:%d: thread %d: expected %d, got %d (%s)\n", __FILE__, __LINE__, t, expected, out[t],
                   cudaGetErrorName(error)), failures++;
    }
    return failures != 0;
}
