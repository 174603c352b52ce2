/* Structures passed by value and read by an index: each thread its own element, and under __grid_constant__ at one
 * address for the whole grid. What a kernel writes to its parameter is a thread's own. */
#include "../check.h"
#include "../rows.h"

#define ELEMENTS 200
#define BLOCKS 3
#define THREADS 70
struct table {
    int scale;
    short factors[ELEMENTS];
    double offsets[ELEMENTS];
};

__device__ double value_at(const table &t, int i) { return t.scale * t.factors[i] + t.offsets[i]; }
__device__ __noinline__ double sum_of(const table *t, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += value_at(*t, i);
    return sum;
}

__global__ void indexed(const table t, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = value_at(t, i % ELEMENTS) + sum_of(&t, i % 7);
}

__device__ const void *seen;
__global__ void keep(const __grid_constant__ table t, double *out, int *same, int again) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = value_at(t, (i * 5) % ELEMENTS);
    if (!again && i == 0) seen = &t;
    __shared__ const void *first;
    if (threadIdx.x == 0) first = &t;
    __syncthreads();
    same[i] = first == &t;
}

__global__ void written(table t, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t.factors[i % ELEMENTS] = (short)i;
    t.scale += i % 3;
    out[i] = value_at(t, i % ELEMENTS) + value_at(t, (i + 1) % ELEMENTS);
}

static double expected_at(const table &t, int i) { return t.scale * t.factors[i] + t.offsets[i]; }

int main() {
    static table t;
    const int n = BLOCKS * THREADS;
    t.scale = 3;
    for (int i = 0; i < ELEMENTS; i++) t.factors[i] = (short)(i * 7 - 300), t.offsets[i] = i * 0.25;
    double *out = managed<double>(n);
    int *same = managed<int>(n);
    indexed<<<BLOCKS, THREADS>>>(t, out);
    FINISH();
    for (int i = 0; i < n; i++) {
        double sum = expected_at(t, i % ELEMENTS);
        for (int k = 0; k < i % 7; k++) sum += expected_at(t, k);
        CHECK_AT(i, sum, out[i]);
    }
    print_row("read by an index", out, n);
    keep<<<BLOCKS, THREADS>>>(t, out, same, 0);
    FINISH();
    for (int i = 0; i < n; i++) {
        CHECK_AT(i, expected_at(t, i * 5 % ELEMENTS), out[i]);
        CHECK_AT(i, 1, same[i]);
    }
    print_row("__grid_constant__", out, n);
    print_row("one address", same, n);
    written<<<BLOCKS, THREADS>>>(t, out);
    FINISH();
    for (int i = 0; i < n; i++) {
        table own = t;
        own.factors[i % ELEMENTS] = (short)i;
        own.scale += i % 3;
        CHECK_AT(i, expected_at(own, i % ELEMENTS) + expected_at(own, (i + 1) % ELEMENTS), out[i]);
    }
    print_row("written", out, n);
    return check_result();
}
