/* Loops that hang on volatile variables of the thread's own: counters, iterations, a stack, a structure, arguments. Each
 * thread takes its own number of turns.
 */
// NO-GPU: it prints nothing; the host computes what comes of it
#include "../check.h"

enum { THREADS = 96 };

struct steps { int left, by; };

__device__ __host__ int count(int n) {
    int turns = 0;
    for (volatile int i = 0; i < n; i = i + 1) turns += i;
    return turns;
}
__device__ __host__ float root(float a) {
    float x = a, error;
    do {
        volatile float y = 0.5f * (x + a / x);
        error = y - x;
        x = y;
    } while (error > 1e-4f * x || error < -1e-4f * x);
    return x;
}
__device__ __host__ int nodes(int n) {
    volatile int stack[16];
    volatile int top = 0;
    int seen = 0;
    stack[top] = n, top = top + 1;
    while (top) {
        top = top - 1;
        int at = stack[top];
        seen += at;
        if (at > 1) stack[top] = at / 2, stack[top + 1] = at - at / 2 - 1, top = top + 2;
    }
    return seen;
}
__device__ __host__ int down(volatile steps s) {
    int turns = 0;
    while (s.left > 0) s.left = s.left - s.by, turns++;
    return turns;
}
__device__ __host__ unsigned short narrow(volatile unsigned char c) {
    volatile unsigned short sum = 0;
    do sum = (unsigned short)(sum * 3 + c), c = (unsigned char)(c - 1);
    while (c);
    return sum;
}

__global__ void all(int *counts, float *roots, int *trees, int *steps_of, unsigned short *sums) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    counts[t] = count(t & 31);
    roots[t] = root(t + 2.f);
    trees[t] = nodes(t + 1);
    steps_of[t] = down({t, 1 + t % 3});
    sums[t] = narrow((unsigned char)(t + 1));
}

/* Others stop who waits, though its own variable is in the same condition. */
__global__ void stopped(volatile int *flag, int *tries) {
    volatile int i = 0;
    if (threadIdx.x == 0)
        *flag = 1;
    else
        while (!*flag && i >= 0) i = (i + 1) & 0xffff;
    tries[threadIdx.x] = i >= 0;
}

int main() {
    int *counts = managed<int>(2 * THREADS), *trees = managed<int>(2 * THREADS), *steps_of = managed<int>(2 * THREADS);
    float *roots = managed<float>(2 * THREADS);
    unsigned short *sums = managed<unsigned short>(2 * THREADS);
    all<<<2, THREADS>>>(counts, roots, trees, steps_of, sums);
    FINISH();
    for (int t = 0; t < 2 * THREADS; t++) {
        CHECK_AT(t, count(t & 31), counts[t]);
        CHECK_AT(t, root(t + 2.f), roots[t]);
        CHECK_AT(t, nodes(t + 1), trees[t]);
        CHECK_AT(t, down({t, 1 + t % 3}), steps_of[t]);
        CHECK_AT(t, narrow((unsigned char)(t + 1)), sums[t]);
    }
    int *flag = managed<int>(1);
    *flag = 0;
    stopped<<<1, THREADS>>>(flag, counts);
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, 1, counts[t]);
    return check_result();
}
