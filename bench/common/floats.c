/* Sum of floats: the inputs of the last-block sum and of the warp-shuffle sum. */
#include "workload.h"

#include <math.h>

static const double TOLERANCE = 1e-4; /* relative; any sensible order of additions is far better */
static double expected;

void make_floats(void) {
    struct bench_random random = {4242};

    if (bench.floats.in)
        return;
    bench.floats.in = bench_allocate(FLOATS_N * sizeof(float));
    bench.floats.partial = bench_allocate(FLOATS_BLOCKS * sizeof(float));
    bench.floats.ticket = bench_allocate(sizeof(unsigned));
    bench.floats.out = bench_allocate(sizeof(float));
    for (int i = 0; i < FLOATS_N; i++) {
        bench.floats.in[i] = bench_random_float(&random);
        expected += bench.floats.in[i];
    }
}

void reset_floats(void) {
    *bench.floats.ticket = 0;
    *bench.floats.out = 0;
}

bool check_floats(void) {
    double error = fabs(*bench.floats.out - expected) / expected;

    bench_say("relative error %.1e", error);
    return error < TOLERANCE;
}
