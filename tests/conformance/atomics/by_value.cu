// Pointers in structures that are passed by value: a function's, or a kernel's own copy, may lead to shared memory. What
// atomics do there is done before the block looks, and floats keep their denormals.
// NO-GPU: prints no table
#include "../conformance.h"

struct places { int *at[4]; };
struct bins { int *count; float *sum; double *total; int n; };

__device__ __noinline__ void count(bins b, int at, int v) {
    if (at < b.n)
        atomicAdd(&b.count[at], v);
}

__device__ __noinline__ void sum(bins b, int at, float v) {
    if (at < b.n)
        atomicAdd(&b.sum[at], v);
}

/* The kernel puts a shared variable's address into its own copy. */
__global__ void replaced(places p, int i, int j, int *out) {
    __shared__ int here;
    if (threadIdx.x == 0) {
        here = 0;
        p.at[i] = &here;
        for (int n = 0; n < 3; n++)
            atomicAdd(p.at[j], 5);
        atomicAdd(out, here);
    }
}

/* The same by a function that has the copy's address. */
__device__ __noinline__ void redirect(places *p, int i, int *to) { p->at[i] = to; }
__global__ void redirected(places p, int i, int j, int *out) {
    __shared__ int here;
    if (threadIdx.x == 0) {
        here = 0;
        redirect(&p, i, &here);
        for (int n = 0; n < 3; n++)
            atomicAdd(p.at[j], 5);
        atomicAdd(out, here);
    }
}

__global__ void own_bins(const int *index, int *out, float *sums) {
    __shared__ int counts[64];
    __shared__ float floats[64];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 64; i++)
            counts[i] = 0, floats[i] = 0;
        bins b = {counts, floats, nullptr, 64};
        for (int i = 0; i < 5; i++)
            count(b, index[i], 5);
        for (int i = 0; i < 5; i++)
            sum(b, index[i], 1e-45f);
        for (int i = 0; i < 4; i++)
            out[i] = counts[i], sums[i] = floats[i];
    }
}

/* In global memory denormals are zero. */
__global__ void global_bins(bins b, const int *index) {
    sum(b, index[threadIdx.x % 5], 1e-45f);
    count(b, index[threadIdx.x % 5], 5);
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
    static const int indices[] = {1, 2, 1, 3, 1}, expected[] = {0, 15, 5, 5};
    int *out = zeros<int>(64), *index = zeros<int>(5), *total = zeros<int>(1);
    float *sums = zeros<float>(64);
    cudaMemcpy(index, indices, sizeof indices, cudaMemcpyHostToDevice);
    replaced<<<1, 32>>>(places(), 2, 2, total);
    EXPECT_EQ(at(total, 0), 15);
    redirected<<<1, 64>>>(places(), 1, 1, total);
    EXPECT_EQ(at(total, 0), 30);
    own_bins<<<1, 32>>>(index, out, sums);
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(at(out, i), expected[i]);
        EXPECT_EQ(at(sums, i), expected[i] / 5 * 1e-45f);
    }
    int *counts = zeros<int>(64);
    float *floats = zeros<float>(64);
    global_bins<<<1, 5>>>(bins{counts, floats, nullptr, 64}, index);
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(at(counts, i), expected[i]);
        EXPECT_EQ(at(floats, i), 0.0f);
    }
    return finish();
}
