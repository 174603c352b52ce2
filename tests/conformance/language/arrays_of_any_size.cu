/* Local arrays whose size is known at run time only (alloca; CUDA C++ Programming Guide, Dynamic Global Memory Allocation
 * and Operations): several in one function lie apart, in functions that call nobody and in those that do. */
// NO-GPU: it prints nothing
#include "../check.h"

enum { THREADS = 64, MOST = 40 };

__host__ __device__ inline unsigned value(unsigned seed, int i) { return (seed * 2654435761u + i * 40503u) >> 7; }

/* Two arrays, the second the first one backwards, and one of fixed size that is written at any index. */
__device__ __noinline__ unsigned leaf(int n, unsigned seed, const int *places) {
    unsigned fixed[8] = {};
    unsigned *a = static_cast<unsigned *>(alloca(n * sizeof *a));
    unsigned char *b = static_cast<unsigned char *>(alloca(n));
    for (int i = 0; i < n; i++) {
        a[i] = value(seed, i);
        b[n - 1 - i] = static_cast<unsigned char>(a[i]);
        fixed[places[i]] += a[i];
    }
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 31 + b[i] + a[n - 1 - i] + fixed[places[i]];
    return sum;
}

__device__ __noinline__ unsigned caller(int n, unsigned seed, const int *places) {
    unsigned *a = static_cast<unsigned *>(alloca(n * sizeof *a)), *b = static_cast<unsigned *>(alloca(n * sizeof *b));
    for (int i = 0; i < n; i++) a[i] = value(seed, i), b[i] = leaf(i + 1, seed + i, places);
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 31 + (a[i] ^ b[i]);
    return sum;
}

__global__ void run(unsigned *out, int n, const int *places) {
    int t = threadIdx.x;
    out[t] = leaf(n + t % 7, t, places);
    out[THREADS + t] = caller(n + t % 5, t, places);
}

static unsigned leaf_reference(int n, unsigned seed) {
    unsigned fixed[8] = {}, sum = 0;
    for (int i = 0; i < n; i++) fixed[i % 8] += value(seed, i);
    for (int i = 0; i < n; i++) {
        unsigned last = value(seed, n - 1 - i);
        sum = sum * 31 + (last & 255) + last + fixed[i % 8];
    }
    return sum;
}

static unsigned caller_reference(int n, unsigned seed) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 31 + (value(seed, i) ^ leaf_reference(i + 1, seed + i));
    return sum;
}

int main() {
    enum { SIZE = 20 };
    static unsigned got[2 * THREADS];
    static int places[MOST];
    for (int i = 0; i < MOST; i++) places[i] = i % 8;
    unsigned *out;
    int *where;
    CUDA(cudaMalloc(&out, sizeof got));
    CUDA(cudaMalloc(&where, sizeof places));
    CUDA(cudaMemcpy(where, places, sizeof places, cudaMemcpyHostToDevice));
    run<<<1, THREADS>>>(out, SIZE, where);
    CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++) {
        CHECK_AT(t, leaf_reference(SIZE + t % 7, t), got[t]);
        CHECK_AT(t, caller_reference(SIZE + t % 5, t), got[THREADS + t]);
    }
    return check_result();
}
