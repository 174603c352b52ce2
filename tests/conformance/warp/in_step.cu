// NO-GPU: GPUs since Volta do not promise that lanes run in step
/* Reductions from before __syncwarp: the lanes of a warp exchange values through volatile memory, without a
 * barrier, and trust that they run in step (CUDA programming guide before CUDA 9; "implicit warp-synchronous programming").
 * It has to hold at any number of lanes, in blocks of any size and shape, and whatever else the kernel does: loops that
 * wait, calls through pointers, recursion, barriers in both halves of a warp. */
#include "../conformance.h"

enum { MOST = 1024, BLOCKS = 7 };

template <class T> __device__ void reduce_warp(volatile T *v, int t) {
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
}

__device__ int linear() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ int count() { return blockDim.x * blockDim.y * blockDim.z; }

/* The part of a reduction that has barriers: sums for the first 64 places remain. */
template <class T> __device__ void reduce_block(T *v, const T *in) {
    int t = linear(), n = count();
    v[t] = in[blockIdx.x * n + t];
    if (t == 0)
        for (int i = n; i < n + 64; i++) v[i] = 0;
    __syncthreads();
    for (int k = MOST / 2; k > 32; k /= 2) {
        if (t < k && t + k < n) v[t] += v[t + k];
        __syncthreads();
    }
}

template <class T> __global__ void unrolled(const T *in, T *out) {
    __shared__ T v[MOST + 64];
    int t = linear();
    reduce_block(v, in);
    if (t < 32) reduce_warp(v, t);
    if (t == 0) out[blockIdx.x] = v[0];
}

template <class T> __global__ void in_a_loop(const T *in, T *out) {
    extern __shared__ __align__(8) unsigned char bytes[];
    T *v = (T *)bytes;
    int t = linear();
    reduce_block(v, in);
    volatile T *lanes = v;
    if (t < 32)
        for (int k = 32; k > 0; k /= 2) lanes[t] = lanes[t] + lanes[t + k];
    if (t == 0) out[blockIdx.x] = v[0];
}

template <class T> __global__ void fewer_each_time(const T *in, T *out) {
    __shared__ volatile T v[MOST + 64];
    int t = linear();
    reduce_block((T *)v, in);
    T sum = v[t];
    for (int k = 32; k > 0; k /= 2)
        if (t < k) v[t] = sum = sum + v[t + k];
    if (t == 0) out[blockIdx.x] = sum;
}

/* The same in global memory, with loops that wait for other warps. */
template <class T> __device__ T places[BLOCKS][MOST + 64];
template <class T> __global__ void in_global_memory(const T *in, T *out) {
    __shared__ T v[MOST + 64];
    __shared__ int ready;
    int t = linear();
    reduce_block(v, in);
    volatile T *lanes = places<T>[blockIdx.x];
    lanes[t] = v[t];
    if (t < 64) lanes[count() + t] = 0;
    __threadfence();
    atomicAdd(&ready, 1);
    while (t < 32 && atomicAdd(&ready, 0) < count()) {}
    __threadfence();
    if (t < 32) reduce_warp(lanes, t);
    if (t == 0) out[blockIdx.x] = lanes[0];
}

__device__ volatile int turn;

/* One block after the other, and a lock that each thread takes. */
template <class T> __global__ void waits(const T *in, T *out) {
    __shared__ T v[MOST + 64];
    __shared__ int lock;
    int t = linear();
    reduce_block(v, in);
    if (t < 32) reduce_warp(v, t);
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            if (t == 0) out[blockIdx.x] = v[0];
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    if (t == 0) {
        while (turn != blockIdx.x) {}
        __threadfence();
        turn = blockIdx.x + 1;
    }
}

/* Two places for barriers within a warp. */
template <class T> __global__ void two_barriers(const T *in, T *out) {
    __shared__ T v[MOST + 64];
    __shared__ volatile int besides;
    int t = linear();
    reduce_block(v, in);
    if (t < 32) reduce_warp(v, t);
    if (t == 0) out[blockIdx.x] = v[0];
    if (in[0] < T(1000) && t % 2) {
        __syncthreads();
    } else {
        besides = 1;
        __syncthreads();
    }
}

template <class T> using reduction = void (*)(volatile T *, int);
template <class T> __device__ reduction<T> by_number[2] = {reduce_warp<T>, reduce_warp<T>};

template <class T> __global__ void through_a_pointer(const T *in, T *out) {
    __shared__ T v[MOST + 64];
    int t = linear();
    reduce_block(v, in);
    if (t < 32) by_number<T>[blockIdx.x % 2](v, t);
    if (t == 0) out[blockIdx.x] = v[0];
}

template <class T> __device__ __noinline__ int reduce_step(volatile T *v, int t, int k) {
    v[t] += v[t + k];
    return k == 1 ? 1 : reduce_step(v, t, k / 2) * 2 + reduce_step(v + MOST, t, 1);
}

template <class T> __global__ void recursive(const T *in, T *out) {
    __shared__ T v[2 * MOST + 64];
    int t = linear();
    reduce_block(v, in);
    int steps = t < 32 ? reduce_step(v, t, 32) : 0;
    if (t == 0) out[blockIdx.x] = steps == 63 ? v[0] : T(-1);
}

/* The same tree on the CPU; lanes that a block does not have add nothing. */
template <class T> static T tree(const T *in, int n) {
    T v[MOST + 64] = {};
    for (int i = 0; i < n; i++) v[i] = in[i];
    for (int k = MOST / 2; k > 0; k /= 2) {
        T before[MOST + 64];
        memcpy(before, v, sizeof v);
        for (int t = 0; t < n && t < k + (k < 32) * 32; t++)
            if (k <= 32 ? t < 32 : t + k < n) v[t] = before[t] + before[t + k];
    }
    return v[0];
}

template <class T> static void try_block(const char *name, void (*kernel)(const T *, T *), dim3 block) {
    int n = block.x * block.y * block.z, zero = 0;
    std::vector<T> in(BLOCKS * n), out(BLOCKS);
    for (int i = 0; i < BLOCKS * n; i++) in[i] = T(i * 7 % 23) - T(5);
    T *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, in.size() * sizeof(T)));
    CHECK(cudaMalloc(&d_out, BLOCKS * sizeof(T)));
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(turn, &zero, sizeof zero));
    kernel<<<BLOCKS, block, (MOST + 64) * sizeof(T)>>>(d_in, d_out);
    CHECK(cudaMemcpy(out.data(), d_out, BLOCKS * sizeof(T), cudaMemcpyDeviceToHost));
    for (int b = 0; b < BLOCKS; b++)
        if (!(out[b] == tree(&in[b * n], n)))
            report(__FILE__, __LINE__, Words(name) + ", block of " + show(block.x) + " x " + show(block.y) +
                                           " x " + show(block.z) + ": " + show(tree(&in[b * n], n)) + ", got " + show(out[b]));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
}

template <class T> static void try_kernel(const char *name, void (*kernel)(const T *, T *)) {
    const dim3 blocks[] = {dim3(7),      dim3(32),     dim3(48),      dim3(64),     dim3(100),     dim3(128),
                           dim3(256),    dim3(1000),   dim3(1024),    dim3(16, 16), dim3(8, 8),    dim3(8, 8, 4),
                           dim3(32, 8),  dim3(10, 10), dim3(33, 3),   dim3(1, 64)};
    for (dim3 block : blocks) try_block(name, kernel, block);
}
#define TRY(kernel, T) try_kernel(#kernel, kernel<T>)

int main() {
    TRY(unrolled, int);
    TRY(unrolled, double);
    TRY(in_a_loop, float);
    TRY(fewer_each_time, int);
    TRY(fewer_each_time, float);
    TRY(in_global_memory, int);
    TRY(waits, int);
    TRY(two_barriers, int);
    TRY(through_a_pointer, int);
    TRY(recursive, int);
    return finish();
}
