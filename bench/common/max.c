/* The largest of many floats. Few different values, so that most retry loops find nothing to do, as in practice. */
#include "workload.h"

#include <float.h>

static float expected = -FLT_MAX;

void make_max(void) {
    struct bench_random random = {99};

    if (bench.max.in)
        return;
    bench.max.in = bench_allocate(MAX_N * sizeof(float));
    bench.max.out = bench_allocate(sizeof(float));
    for (int i = 0; i < MAX_N; i++) {
        bench.max.in[i] = (float)(bench_random(&random) % 101);
        if (bench.max.in[i] > expected)
            expected = bench.max.in[i];
    }
}

void reset_max(void) {
    *bench.max.out = -FLT_MAX;
}

bool check_max(void) {
    float got = *bench.max.out;

    if (got != expected)
        bench_say("max %g, expected %g", got, expected);
    return got == expected;
}
