/* Histogram of bytes, two at a time: a table of 65,536 pairs stays in the second-level cache, and equal neighbours
 * seldom wait for each other's increment. */
#include "share.h"

#include <string.h>

enum { PAIRS = 1 << 16, STEP = 8 };

static void add_pairs(const uint32_t *pairs, uint32_t *counts) {
    for (int high = 0; high < HISTOGRAM_BINS; high++) {
        uint32_t sum = 0;
        for (int low = 0; low < HISTOGRAM_BINS; low++) {
            uint32_t pair = pairs[high * HISTOGRAM_BINS + low];
            sum += pair;
            counts[low] += pair;
        }
        counts[high] += sum;
    }
}

static void count(const uint8_t *in, struct share share, uint32_t *counts) {
    static _Thread_local uint32_t pairs[PAIRS];
    size_t i = share.first;

    memset(pairs, 0, sizeof pairs);
    for (; i + STEP <= share.end; i += STEP) {
        uint64_t bytes;
        memcpy(&bytes, in + i, sizeof bytes);
        pairs[bytes & 0xffff]++;
        pairs[bytes >> 16 & 0xffff]++;
        pairs[bytes >> 32 & 0xffff]++;
        pairs[bytes >> 48]++;
    }
    memset(counts, 0, HISTOGRAM_BINS * sizeof counts[0]);
    for (; i < share.end; i++)
        counts[in[i]]++;
    add_pairs(pairs, counts);
}

void run_histogram32(void) {
#pragma omp parallel
    {
        uint32_t counts[HISTOGRAM_BINS];
        count(bench.histogram.in, my_share(HISTOGRAM_N, STEP), counts);
        for (int i = 0; i < HISTOGRAM_BINS; i++)
            __atomic_fetch_add(&bench.histogram.bins32[i], counts[i], __ATOMIC_RELAXED);
    }
}

void run_histogram64(void) {
#pragma omp parallel
    {
        uint32_t counts[HISTOGRAM_BINS];
        count(bench.histogram.in, my_share(HISTOGRAM_N, STEP), counts);
        for (int i = 0; i < HISTOGRAM_BINS; i++)
            __atomic_fetch_add(&bench.histogram.bins64[i], counts[i], __ATOMIC_RELAXED);
    }
}
