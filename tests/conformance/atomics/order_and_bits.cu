/* Min, Max, And, Or, Xor of every integer type and scope: the result, and that returned values are ones the cell
 * had. */
#include "../check.h"

#define BLOCKS 7
#define THREADS 64

typedef unsigned long long ull;
typedef unsigned long ul;
typedef long long ll;

/* The same mixing on host and device; its top bit varies, so that signed and unsigned order differ. */
__host__ __device__ inline ull mix(ull i) {
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    return i ^ (i >> 29);
}
template <typename T> __host__ __device__ T operand(int i) { return (T)(mix(i) >> (64 - 8 * sizeof(T))); }

enum { MIN, MAX, AND, OR, XOR, OPERATIONS };

#define APPLY(suffix, op, cell, value)                                      \
    (op == MIN   ? atomicMin##suffix(cell, value)                           \
     : op == MAX ? atomicMax##suffix(cell, value)                           \
     : op == AND ? atomicAnd##suffix(cell, value)                           \
     : op == OR  ? atomicOr##suffix(cell, value)                            \
                 : atomicXor##suffix(cell, value))

template <typename T> __global__ void apply_device(int op, T *cell, T *returned) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    returned[i] = APPLY(, op, cell, operand<T>(i));
}
template <typename T> __global__ void apply_block(int op, T *cell, T *returned) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    returned[i] = APPLY(_block, op, cell, operand<T>(i));
}
template <typename T> __global__ void apply_system(int op, T *cell, T *returned) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    returned[i] = APPLY(_system, op, cell, operand<T>(i));
}
/* Into shared memory, where blocks do not meet. */
template <typename T> __global__ void apply_shared(int op, T first, T *results) {
    __shared__ T cell;
    if (threadIdx.x == 0) cell = first;
    __syncthreads();
    APPLY(, op, &cell, operand<T>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) results[blockIdx.x] = cell;
}

template <typename T> static T step(int op, T a, T b) {
    return op == MIN ? (a < b ? a : b) : op == MAX ? (a > b ? a : b) : op == AND ? a & b : op == OR ? a | b : a ^ b;
}
template <typename T> static T fold(int op, T first, int count) {
    for (int i = 0; i < count; i++) first = step(op, first, operand<T>(i));
    return first;
}

template <typename T> static void check(int op, void (*kernel)(int, T *, T *), int blocks, T first) {
    T *cell = managed<T>(1), *returned = managed<T>(BLOCKS * THREADS);
    *cell = first;
    kernel<<<blocks, THREADS>>>(op, cell, returned);
    FINISH();
    int n = blocks * THREADS, saw_first = 0;
    CHECK_AT(op, fold(op, first, n), *cell);
    for (int i = 0; i < n; i++) {
        /* Applying the operand to what a call returned gives a value on the way to the last one. */
        T next = step(op, returned[i], operand<T>(i));
        if (op != XOR) CHECK_AT(op, *cell, step(op, next, *cell));
        saw_first += returned[i] == first;
    }
    CHECK_AT(op, true, saw_first >= 1);
    CUDA(cudaFree(cell));
    CUDA(cudaFree(returned));
}

template <typename T> static void check_type() {
    const T firsts[OPERATIONS] = {(T)1 << (8 * sizeof(T) - 3), (T)12345, (T)~(T)0, (T)2, (T)77};
    for (int op = 0; op < OPERATIONS; op++) {
        check<T>(op, apply_device<T>, BLOCKS, firsts[op]);
        check<T>(op, apply_block<T>, 1, firsts[op]);
        check<T>(op, apply_system<T>, BLOCKS, firsts[op]);
        T *results = managed<T>(BLOCKS);
        apply_shared<T><<<BLOCKS, THREADS>>>(op, firsts[op], results);
        FINISH();
        for (int b = 0; b < BLOCKS; b++) CHECK_AT(op, fold(op, firsts[op], THREADS), results[b]);
        CUDA(cudaFree(results));
    }
}

int main() {
    check_type<int>();
    check_type<unsigned>();
    check_type<ll>();
    check_type<ull>();
#if defined(__clang__) && defined(__CUDA__)
    check_type<long>(); /* not in CUDA: size_t and ptrdiff_t on Linux */
    check_type<ul>();
#endif
    return check_result();
}
