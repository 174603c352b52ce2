/* Counters: one, or a table. By hand: private counts; gcc folds each thread's loop over one counter into one
 * addition, so that row is only the cost of a parallel region. With the same atomics: every count is an atomic
 * addition. */
#include "../common/bench.h"

#include <string.h>

void run_counter(void) {
    int count = 0;

#pragma omp parallel for reduction(+ : count) schedule(static)
    for (int i = 0; i < COUNTER_N; i++)
        count++;
    *bench.counter.one += count;
}

void run_counters(void) {
    int *counters = bench.counter.many;

#pragma omp parallel
    {
        int mine[COUNTERS];
        memset(mine, 0, sizeof mine);
#pragma omp for schedule(static) nowait
        for (unsigned i = 0; i < COUNTER_N; i++)
            mine[i % COUNTERS]++;
#pragma omp critical
        for (int i = 0; i < COUNTERS; i++)
            counters[i] += mine[i];
    }
}

void run_counter_same(void) {
    int *counter = bench.counter.one;

#pragma omp parallel for schedule(static)
    for (int i = 0; i < COUNTER_N; i++) {
#pragma omp atomic
        (*counter)++;
    }
}

void run_counters_same(void) {
    int *counters = bench.counter.many;

#pragma omp parallel for schedule(static)
    for (unsigned i = 0; i < COUNTER_N; i++) {
#pragma omp atomic
        counters[i % COUNTERS]++;
    }
}
