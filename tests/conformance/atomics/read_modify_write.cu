/* Every atomic operation, type and scope, from many threads on few addresses: the final values, and that what the calls
 * returned are the values that a sequence of such operations passes through. */
#include "../check.h"

#define BLOCKS 9
#define THREADS 96
#define ALL (BLOCKS * THREADS)

/* --- Add: distinct addends, so that the returned values show any lost or doubled update ----------------------- */

#define ADD_KERNEL(name, T, function, operand)                                          \
    __global__ void name(T *cell, T *returned) {                                        \
        int i = threadIdx.x + blockIdx.x * blockDim.x;                                  \
        returned[i] = function(cell, operand);                                          \
    }
#define SCOPES(K, stem, T, function, operand)                                           \
    K(stem##_device, T, function, operand)                                              \
    K(stem##_block, T, function##_block, operand)                                       \
    K(stem##_system, T, function##_system, operand)

typedef unsigned long long ull;
typedef unsigned long ul;
typedef long long ll;

SCOPES(ADD_KERNEL, add_int, int, atomicAdd, 1)
SCOPES(ADD_KERNEL, add_unsigned, unsigned, atomicAdd, 1)
SCOPES(ADD_KERNEL, add_ull, ull, atomicAdd, 1)
SCOPES(ADD_KERNEL, add_float, float, atomicAdd, 1)
SCOPES(ADD_KERNEL, add_double, double, atomicAdd, 1.0f)
SCOPES(ADD_KERNEL, sub_int, int, atomicSub, 1)
SCOPES(ADD_KERNEL, sub_unsigned, unsigned, atomicSub, 1)
SCOPES(ADD_KERNEL, inc, unsigned, atomicInc, 99)
SCOPES(ADD_KERNEL, dec, unsigned, atomicDec, 99)
SCOPES(ADD_KERNEL, exch_int, int, atomicExch, i + 1)
SCOPES(ADD_KERNEL, exch_unsigned, unsigned, atomicExch, i + 1)
SCOPES(ADD_KERNEL, exch_ull, ull, atomicExch, (ull)(i + 1) << 32)
SCOPES(ADD_KERNEL, exch_float, float, atomicExch, i + 1)
#if defined(__clang__) && defined(__CUDA__)
#define OURS 1
#endif
#ifdef OURS
SCOPES(ADD_KERNEL, add_ul, ul, atomicAdd, 1)
SCOPES(ADD_KERNEL, sub_ul, ul, atomicSub, 1)
#endif

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A block-scoped operation is only atomic within a block: one block then. */
template <typename T>
static void run(void (*kernel)(T *, T *), int blocks, T first, T *last, double *sorted) {
    T *cell = managed<T>(1), *returned = managed<T>(ALL);
    *cell = first;
    kernel<<<blocks, THREADS>>>(cell, returned);
    FINISH();
    for (int i = 0; i < blocks * THREADS; i++) sorted[i] = (double)returned[i];
    qsort(sorted, blocks * THREADS, sizeof(double), compare);
    *last = *cell;
    CUDA(cudaFree(cell));
    CUDA(cudaFree(returned));
}

/* The calls returned first, first + step, first + 2 step, ... in some order. */
template <typename T> static void check_steps(void (*kernel)(T *, T *), int blocks, T first, int step) {
    static double sorted[ALL];
    T last;
    int n = blocks * THREADS;
    run(kernel, blocks, first, &last, sorted);
    CHECK_EQUAL((T)(first + (T)n * (T)step), last);
    for (int i = 0; i < n; i++)
        CHECK_AT(i, (double)(T)(first + (T)(step > 0 ? i : i - (n - 1))), sorted[i]);
}

/* atomicInc and atomicDec walk through 0 .. 99 in turn. */
static void check_turns(void (*kernel)(unsigned *, unsigned *), int blocks, bool up) {
    static double sorted[ALL];
    unsigned last;
    int n = blocks * THREADS;
    run(kernel, blocks, 0u, &last, sorted);
    CHECK_EQUAL(up ? (unsigned)(n % 100) : (unsigned)((100 - n % 100) % 100), last);
    int counts[100] = {0};
    for (int i = 0; i < n; i++) counts[(int)sorted[i]]++;
    for (int v = 0; v < 100; v++) {
        int place = up ? v : (100 - v) % 100;
        CHECK_AT(v, n / 100 + (place < n % 100), counts[v]);
    }
}

/* Each value that was put in comes out once, except the one that stays. */
template <typename T> static void check_exchanges(void (*kernel)(T *, T *), int blocks, double unit) {
    static double seen[ALL + 1];
    T last;
    int n = blocks * THREADS;
    run(kernel, blocks, (T)0, &last, seen);
    seen[n] = (double)last;
    qsort(seen, n + 1, sizeof(double), compare);
    for (int i = 0; i <= n; i++) CHECK_AT(i, i * unit, seen[i]);
}

#define IN_SCOPES(check, stem, ...)               \
    check(stem##_device, BLOCKS, __VA_ARGS__);    \
    check(stem##_block, 1, __VA_ARGS__);          \
    check(stem##_system, BLOCKS, __VA_ARGS__);

int main() {
    IN_SCOPES(check_steps<int>, add_int, -100, 1)
    IN_SCOPES(check_steps<unsigned>, add_unsigned, 0u, 1)
    IN_SCOPES(check_steps<ull>, add_ull, 1ull << 40, 1)
    IN_SCOPES(check_steps<float>, add_float, 0.5f, 1)
    IN_SCOPES(check_steps<double>, add_double, 0.25, 1)
    IN_SCOPES(check_steps<int>, sub_int, 10, -1)
    IN_SCOPES(check_steps<unsigned>, sub_unsigned, 5000u, -1)
#ifdef OURS
    IN_SCOPES(check_steps<ul>, add_ul, 1ul << 40, 1)
    IN_SCOPES(check_steps<ul>, sub_ul, 1ul << 40, -1)
#endif
    IN_SCOPES(check_turns, inc, true)
    IN_SCOPES(check_turns, dec, false)
    IN_SCOPES(check_exchanges<int>, exch_int, 1.0)
    IN_SCOPES(check_exchanges<unsigned>, exch_unsigned, 1.0)
    IN_SCOPES(check_exchanges<ull>, exch_ull, 4294967296.0)
    IN_SCOPES(check_exchanges<float>, exch_float, 1.0)
    return check_result();
}
