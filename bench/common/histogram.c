/* How often each byte value occurs, counted in 32 or 64 bits. */
#include "workload.h"

#include <string.h>

static uint64_t expected[HISTOGRAM_BINS];

static void make(void) {
    struct bench_random random = {777};

    if (bench.histogram.in)
        return;
    bench.histogram.in = bench_allocate(HISTOGRAM_N);
    bench.histogram.bins32 = bench_allocate(HISTOGRAM_BINS * sizeof(uint32_t));
    bench.histogram.bins64 = bench_allocate(HISTOGRAM_BINS * sizeof(uint64_t));
    for (int i = 0; i < HISTOGRAM_N; i++) {
        bench.histogram.in[i] = (uint8_t)bench_random(&random);
        expected[bench.histogram.in[i]]++;
    }
}

static bool check_bin(int bin, uint64_t got) {
    if (got != expected[bin])
        bench_say("bin %d: %llu, expected %llu", bin, (unsigned long long)got, (unsigned long long)expected[bin]);
    return got == expected[bin];
}

void make_histogram32(void) {
    make();
}

void make_histogram64(void) {
    make();
}

void reset_histogram32(void) {
    memset(bench.histogram.bins32, 0, HISTOGRAM_BINS * sizeof(uint32_t));
}

void reset_histogram64(void) {
    memset(bench.histogram.bins64, 0, HISTOGRAM_BINS * sizeof(uint64_t));
}

bool check_histogram32(void) {
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        if (!check_bin(i, bench.histogram.bins32[i]))
            return false;
    return true;
}

bool check_histogram64(void) {
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        if (!check_bin(i, bench.histogram.bins64[i]))
            return false;
    return true;
}
