/* Functions that ask for nothing but their arguments, called directly and through a table, have local arrays that are
 * indexed by what is computed. */
// NO-GPU: it prints nothing
#include "../check.h"

enum { THREADS = 96, SIZE = 12 };

__host__ __device__ __noinline__ unsigned leaf(unsigned x, unsigned count) {
    unsigned own[SIZE], sum = 0;
    for (unsigned i = 0; i < count; i++) own[(i + 1) % count] = i + x;
    for (unsigned i = 0; i < count; i++) sum = sum * 3 + own[(i + x) % count];
    return sum;
}

__host__ __device__ __noinline__ unsigned above(unsigned x, unsigned count) {
    unsigned own[9], sum = leaf(x + 1, count);
    for (unsigned i = 0; i < 9; i++) own[(i + count) % 9] = i;
    sum += leaf(x, count - 1);
    for (unsigned i = 0; i < 9; i++) sum += own[i * count % 9] * (i + 1);
    return sum;
}

typedef unsigned (*function)(unsigned, unsigned);
__device__ function table[] = {leaf, above};

__global__ void run(unsigned *out) {
    unsigned t = threadIdx.x;
    out[t] = above(t, 3 + t % 9) + table[t % 2](t, 5);
}

int main() {
    unsigned *out = managed<unsigned>(THREADS);
    run<<<1, THREADS>>>(out);
    FINISH();
    for (unsigned t = 0; t < THREADS; t++) CHECK_AT(t, above(t, 3 + t % 9) + (t % 2 ? above(t, 5) : leaf(t, 5)), out[t]);
    return check_result();
}
