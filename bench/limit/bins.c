/* Many counters, and doubles added into bins: private tables. The counters' table is added to 16 at a time; the bins
 * have four tables, so that equal neighbours do not wait for each other's addition. */
#include "share.h"

#include <string.h>

enum { LANES = 16, TABLES = 4 };

/* As many rows of counts as the thread's share has; every row is really added. */
static void count(int *counts, struct share rows) {
    for (size_t row = rows.first; row < rows.end; row++) {
        __asm__ volatile("" ::: "memory");
        for (int i = 0; i < COUNTERS; i += LANES)
            _mm512_store_si512(counts + i, _mm512_add_epi32(_mm512_load_si512(counts + i), _mm512_set1_epi32(1)));
    }
}

void run_counters(void) {
#pragma omp parallel
    {
        int counts[COUNTERS] __attribute__((aligned(64))) = {0};
        count(counts, my_share(COUNTER_N / COUNTERS, 1));
        for (int i = 0; i < COUNTERS; i++)
            __atomic_fetch_add(&bench.counter.many[i], counts[i], __ATOMIC_RELAXED);
    }
}

static void add(double tables[TABLES][DADD_BINS], struct share share) {
    const double *value = bench.dadd.value;
    const int *bin = bench.dadd.bin;
    size_t i = share.first;

    for (; i + TABLES <= share.end; i += TABLES)
        for (int k = 0; k < TABLES; k++)
            tables[k][bin[i + k]] += value[i + k];
    for (; i < share.end; i++)
        tables[0][bin[i]] += value[i];
}

void run_dadd(void) {
#pragma omp parallel
    {
        double tables[TABLES][DADD_BINS] __attribute__((aligned(64)));
        memset(tables, 0, sizeof tables);
        add(tables, my_share(DADD_N, 64));
#pragma omp critical
        for (int i = 0; i < DADD_BINS; i++)
            bench.dadd.out[i] += tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
    }
}
