/* Sum of integers, modulo 2^32. */
#include "workload.h"

static uint32_t expected;

void make_sum(void) {
    struct bench_random random = {12345};

    if (bench.sum.in)
        return;
    bench.sum.in = bench_allocate(SUM_N * sizeof(int));
    bench.sum.out = bench_allocate(sizeof(int));
    for (int i = 0; i < SUM_N; i++) {
        bench.sum.in[i] = (int)(bench_random(&random) & 0x7fffffff);
        expected += (uint32_t)bench.sum.in[i];
    }
}

void reset_sum(void) {
    *bench.sum.out = 0;
}

bool check_sum(void) {
    uint32_t got = (uint32_t)*bench.sum.out;

    if (got != expected)
        bench_say("sum %u, expected %u", got, expected);
    return got == expected;
}
