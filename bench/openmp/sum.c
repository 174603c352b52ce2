/* Sums: a reduction, vectorised. */
#include "../common/bench.h"

void run_sum(void) {
    const int *in = bench.sum.in;
    unsigned sum = 0;

#pragma omp parallel for simd reduction(+ : sum) schedule(static)
    for (int i = 0; i < SUM_N; i++)
        sum += (unsigned)in[i];
    *bench.sum.out = (int)sum;
}

void run_floats(void) {
    const float *in = bench.floats.in;
    float sum = 0;

#pragma omp parallel for simd reduction(+ : sum) schedule(static)
    for (int i = 0; i < FLOATS_N; i++)
        sum += in[i];
    *bench.floats.out = sum;
}
