/* Doubles added into bins. */
#include "workload.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-9; /* relative, for any order of additions */
static double expected[DADD_BINS];

void make_dadd(void) {
    struct bench_random random = {31337};

    if (bench.dadd.value)
        return;
    bench.dadd.value = bench_allocate(DADD_N * sizeof(double));
    bench.dadd.bin = bench_allocate(DADD_N * sizeof(int));
    bench.dadd.out = bench_allocate(DADD_BINS * sizeof(double));
    for (int i = 0; i < DADD_N; i++) {
        bench.dadd.value[i] = bench_random_float(&random);
        bench.dadd.bin[i] = (int)(bench_random(&random) % DADD_BINS);
        expected[bench.dadd.bin[i]] += bench.dadd.value[i];
    }
}

void reset_dadd(void) {
    memset(bench.dadd.out, 0, DADD_BINS * sizeof(double));
}

bool check_dadd(void) {
    for (int i = 0; i < DADD_BINS; i++)
        if (!(fabs(bench.dadd.out[i] - expected[i]) <= TOLERANCE * expected[i])) {
            bench_say("bin %d: %g, expected %g", i, bench.dadd.out[i], expected[i]);
            return false;
        }
    return true;
}
