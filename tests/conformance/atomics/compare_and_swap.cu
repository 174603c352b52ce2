/* atomicCAS of every type and scope: as a lock-free counter, and as a test that fails when the value differs. */
#include "../check.h"

#define BLOCKS 5
#define THREADS 64

typedef unsigned long long ull;
typedef unsigned long ul;

#define COUNTER(scope, suffix)                                                          \
    template <typename T> __global__ void count##scope(T *cell, T *tries) {             \
        T old = *cell, seen;                                                            \
        while ((seen = atomicCAS##suffix(cell, old, (T)(old + 1))) != old) old = seen;  \
        tries[threadIdx.x + blockIdx.x * blockDim.x] = old;                             \
    }
COUNTER(_device, )
COUNTER(_block, _block)
COUNTER(_system, _system)

template <typename T> __global__ void fails(T *cell, T *returned) {
    returned[0] = atomicCAS(cell, (T)7, (T)8);
    returned[1] = atomicCAS(cell, (T)5, (T)9);
    returned[2] = atomicCAS(cell, (T)5, (T)10);
}

template <typename T> static void check_counter(void (*kernel)(T *, T *), int blocks) {
    T *cell = managed<T>(1), *tries = managed<T>(BLOCKS * THREADS);
    kernel<<<blocks, THREADS>>>(cell, tries);
    FINISH();
    int n = blocks * THREADS, seen[BLOCKS * THREADS] = {0};
    CHECK_EQUAL((T)n, *cell);
    for (int i = 0; i < n; i++) seen[(int)tries[i]]++;
    for (int i = 0; i < n; i++) CHECK_AT(i, 1, seen[i]);
    CUDA(cudaFree(cell));
    CUDA(cudaFree(tries));
}

template <typename T> static void check_type() {
    check_counter<T>(count_device<T>, BLOCKS);
    T *cell = managed<T>(4);
    *cell = 5;
    fails<T><<<1, 1>>>(cell, cell + 1);
    FINISH();
    CHECK_EQUAL((T)9, cell[0]);
    CHECK_EQUAL((T)5, cell[1]);
    CHECK_EQUAL((T)5, cell[2]);
    CHECK_EQUAL((T)9, cell[3]);
}

template <typename T> static void check_scopes() {
    check_counter<T>(count_block<T>, 1);
    check_counter<T>(count_system<T>, BLOCKS);
}

/* 16 bytes at once: no mixture of two writers' halves may appear. */
struct alignas(16) pair {
    ull low, high;
};
__global__ void exchange_pairs(pair *cell, pair *returned) {
    ull i = threadIdx.x + blockIdx.x * blockDim.x + 1;
    returned[i - 1] = atomicExch(cell, pair{i, i * 3});
}
__global__ void count_pairs(pair *cell) {
    pair old = *cell, seen;
    for (;;) {
        seen = atomicCAS(cell, old, pair{old.low + 1, old.high - 1});
        if (seen.low == old.low && seen.high == old.high) break;
        old = seen;
    }
}

int main() {
    check_type<int>();
    check_type<unsigned>();
    check_type<ull>();
    check_type<unsigned short>();
    check_scopes<int>();
    check_scopes<unsigned>();
    check_scopes<ull>();
#if defined(__clang__) && defined(__CUDA__)
    /* Not in CUDA: size_t on Linux, and the scoped forms on 16 bits. */
    check_type<ul>();
    check_scopes<ul>();
    check_scopes<unsigned short>();
#endif
    pair *pairs = managed<pair>(BLOCKS * THREADS + 2);
    exchange_pairs<<<BLOCKS, THREADS>>>(pairs, pairs + 2);
    FINISH();
    ull sum = pairs[0].low;
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        CHECK_AT(i, pairs[i + 2].low * 3, pairs[i + 2].high);
        sum += pairs[i + 2].low;
    }
    CHECK_EQUAL((ull)BLOCKS * THREADS * (BLOCKS * THREADS + 1) / 2, sum);
    count_pairs<<<BLOCKS, THREADS>>>(pairs + 1);
    FINISH();
    CHECK_EQUAL((ull)BLOCKS * THREADS, pairs[1].low);
    CHECK_EQUAL(0 - (ull)BLOCKS * THREADS, pairs[1].high);
    return check_result();
}
