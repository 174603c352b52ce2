// NO-GPU: a barrier is missing in each kernel, and only a GPU's timing makes up for it
/* What all threads read from one place in shared memory right after a barrier, and some overwrite without another
 * barrier: sums of a block one after the other, values that one thread hands to all. GPUs get these right because all
 * warps leave a barrier together; here everybody reads before the first one writes (docs/differences.md). */
#include "../conformance.h"

enum { MOST_WARPS = 32, ROUNDS = 5, BLOCKS = 3 };

__device__ float sum_of_warp(float value) {
    for (int k = 16; k > 0; k /= 2) value += __shfl_xor_sync(~0u, value, k);
    return value;
}

/* The usual sum of a block, with the usual mistake: nobody waits behind the last read. */
__device__ float sum_of_block(float value) {
    __shared__ float sums[MOST_WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    value = sum_of_warp(value);
    if (lane == 0) sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = sum_of_warp(lane < warps ? sums[lane] : 0.0f);
        if (lane == 0) sums[0] = value;
    }
    __syncthreads();
    return sums[0];
}

__global__ void twice(float *first, float *second) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    first[i] = sum_of_block(threadIdx.x);
    second[i] = sum_of_block(threadIdx.x * 2 + first[i]);
}

__global__ void in_a_loop(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;
    for (int round = 0; round < ROUNDS; round++) value += sum_of_block(threadIdx.x + round);
    out[i] = value;
}

/* One thread says which round it is, a structure in dynamic shared memory. */
struct piece { int number, weight; };
__global__ void one_tells_all(int *out) {
    extern __shared__ piece next[];
    int total = 0, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 1; round <= ROUNDS; round++) {
        if (threadIdx.x == 0) next->number = round, next->weight = 10 * round;
        __syncthreads();
        total += next->number * 1000 + next->weight;
    }
    out[i] = total;
}

/* Everybody writes a place of their own, the one that was read among them. */
__global__ void shifted(int *out) {
    __shared__ int values[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, total = 0;
    values[t] = t + 7;
    __syncthreads();
    int round = 0;
    do {
        int first = values[0], third = values[2];
        total += first * 3 + third;
        values[t] = total + t;
        __syncthreads();
    } while (++round < ROUNDS);
    out[i] = total;
}

static int shifted_on_cpu() {
    int total = 0, first = 7, third = 9;
    for (int round = 0; round < ROUNDS; round++) {
        total += first * 3 + third;
        first = total, third = total + 2;
    }
    return total;
}

template <class T> struct results {
    T *at;
    int count;
    results(int threads) : count(BLOCKS * threads) { cudaMallocManaged(&at, count * sizeof(T)); }
    ~results() { cudaFree(at); }
    void expect(double value) {
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int i = 0; i < count; i++) EXPECT_EQ(at[i], (T)value);
    }
};

static void run(int threads) {
    double sum = threads * (threads - 1.0) / 2;
    results<float> first(threads), second(threads), loop(threads);
    results<int> told(threads), moved(threads);
    twice<<<BLOCKS, threads>>>(first.at, second.at);
    first.expect(sum);
    second.expect(2 * sum + threads * sum);
    in_a_loop<<<BLOCKS, threads>>>(loop.at);
    loop.expect(ROUNDS * sum + threads * (ROUNDS * (ROUNDS - 1) / 2));
    one_tells_all<<<BLOCKS, threads, sizeof(piece)>>>(told.at);
    told.expect(1010 * (ROUNDS * (ROUNDS + 1) / 2));
    shifted<<<BLOCKS, threads>>>(moved.at);
    moved.expect(shifted_on_cpu());
}

int main() {
    for (int threads : {32, 64, 128, 256, 1024}) run(threads);
    return finish();
}
