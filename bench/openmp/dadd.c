/* Doubles added into bins: private bins; and the atomic addition of the CUDA kernel (a compare-and-exchange loop,
 * which is what gcc makes of it). */
#include "../common/bench.h"

#include <string.h>

void run_dadd(void) {
    const double *value = bench.dadd.value;
    const int *bin = bench.dadd.bin;
    double *out = bench.dadd.out;

#pragma omp parallel
    {
        double mine[DADD_BINS];
        memset(mine, 0, sizeof mine);
#pragma omp for schedule(static) nowait
        for (int i = 0; i < DADD_N; i++)
            mine[bin[i]] += value[i];
#pragma omp critical
        for (int i = 0; i < DADD_BINS; i++)
            out[i] += mine[i];
    }
}

void run_dadd_same(void) {
    const double *value = bench.dadd.value;
    const int *bin = bench.dadd.bin;
    double *out = bench.dadd.out;

#pragma omp parallel for schedule(static)
    for (int i = 0; i < DADD_N; i++) {
#pragma omp atomic
        out[bin[i]] += value[i];
    }
}
