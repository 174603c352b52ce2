// Atomics whose results nobody uses may be gathered for a while: not so that anybody sees it. A thread's operations on one
// address keep their order, also where gathering does not pay; threads that exit let others go on, who may look; and
// operations of other types and sizes on the same bytes come in their turn.
// NO-GPU: prints no table
#include <cstdint>

#include "../conformance.h"

enum { WORDS = 16384 };

/* Own cell: 5 + 7, then many cells that come once, so that gathering is given up; then & 0, + value. */
__global__ void own_order(int *buf, const int *index, int scattered) {
    int t = index[threadIdx.x];
    int *own = buf + t;
    atomicAdd(own, 5);
    atomicAdd(own, 7);
    for (int i = 0; i < scattered; i++)
        atomicAdd(buf + 64 + t + 32 * i, 1);
    atomicAnd(own, 0);
    atomicAdd(own, 3);
}

__global__ void exit_first(int *sum, int *out) {
    int n = threadIdx.y * blockDim.x + threadIdx.x;
    if (n >= 32) {
        for (int i = 0; i < 8; i++)
            atomicAdd(sum, 1);
        return;
    }
    __syncthreads();
    out[n] = *sum;
}

/* The others are within the same warp. */
__global__ void exit_lanes(int *sum, int *out) {
    if (threadIdx.x % 32 >= 16) {
        atomicAdd(sum, 1);
        return;
    }
    __syncthreads();
    out[threadIdx.x] = *sum;
}

/* Some leave a loop of barriers early. */
__global__ void leave_loop(int *sum, int *out, int rounds) {
    for (int i = 0; i < rounds; i++) {
        if (threadIdx.x / 32 == i + 1) {
            atomicAdd(sum, 1);
            return;
        }
        __syncthreads();
        out[i] = *sum;
        __syncthreads();
    }
}

__global__ void through_copy(const int *in, int *sum, int *out) {
    if (threadIdx.x >= 64) {
        atomicAdd(sum, 2);
        return;
    }
    __syncthreads();
    memcpy(out + 4 * threadIdx.x, in, 16);
}

/* 64 bits over what 32-bit operations have done, and back. */
__global__ void sizes(unsigned long long *cell, const int *index) {
    unsigned long long *own = cell + index[threadIdx.x];
    unsigned *half = (unsigned *)own;
    atomicAdd(half, 0xffffffffu);
    atomicAdd(half, 1u);
    atomicAdd(half + 1, 2u);
    atomicAdd(own, 0xffffffffull);
    atomicAdd(own, 1ull);
    atomicMax(half + 1, 10u);
    atomicExch(half, 4u);
    atomicOr(half, 3u);
}

template <typename T> static T *zeros(unsigned n) {
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}

template <typename T> static T at(const T *p, unsigned i) {
    T value;
    EXPECT_EQ(cudaMemcpy(&value, p + i, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
    return value;
}

int main() {
    int host[32], *index = zeros<int>(32);
    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
    for (int scattered : {0, 20, 64, 200, 400}) {
        int *buf = zeros<int>(WORDS);
        own_order<<<1, 32>>>(buf, index, scattered);
        for (int i = 0; i < 32; i++)
            EXPECT_EQ(at(buf, i), 3);
        cudaFree(buf);
    }
    for (dim3 block : {dim3(256), dim3(64), dim3(128), dim3(16, 16), dim3(33), dim3(32, 4), dim3(1000)}) {
        int *sum = zeros<int>(1), *out = zeros<int>(1024), threads = block.x * block.y;
        exit_first<<<1, block>>>(sum, out);
        for (int i = 0; i < 32; i++)
            EXPECT_EQ(at(out, i), (threads - 32) * 8);
        cudaFree(sum);
        cudaFree(out);
    }
    for (int threads : {32, 64, 128, 256}) {
        int *sum = zeros<int>(1), *out = zeros<int>(1024);
        exit_lanes<<<1, threads>>>(sum, out);
        for (int i = 0; i < threads; i += 32)
            EXPECT_EQ(at(out, i), threads / 2);
        int *other = zeros<int>(1), *copy = zeros<int>(1024);
        through_copy<<<1, threads>>>(other, other, copy);
        EXPECT_EQ(at(copy, 0), threads > 64 ? 2 * (threads - 64) : 0);
        int *late = zeros<int>(1), *seen = zeros<int>(16);
        leave_loop<<<1, threads>>>(late, seen, 4);
        for (int i = 0; i < 4; i++)
            EXPECT_EQ(at(seen, i), i + 2 <= threads / 32 ? 32 * (i + 1) : threads - 32);
    }
    unsigned long long *cells = zeros<unsigned long long>(32);
    sizes<<<1, 32>>>(cells, index);
    for (int i = 0; i < 32; i++)
        EXPECT_EQ(at(cells, i), 0xa00000007ull);
    return finish();
}
