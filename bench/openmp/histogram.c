/* Histogram of bytes: a private table per thread. */
#include "../common/bench.h"

#include <string.h>

#define HISTOGRAM(bits, type)                                 \
    void run_histogram##bits(void)                            \
    {                                                         \
        const uint8_t *in = bench.histogram.in;               \
        type *bins = bench.histogram.bins##bits;              \
                                                              \
        _Pragma("omp parallel")                               \
        {                                                     \
            type mine[HISTOGRAM_BINS];                        \
            memset(mine, 0, sizeof mine);                     \
            _Pragma("omp for schedule(static) nowait")        \
            for (int i = 0; i < HISTOGRAM_N; i++)             \
                mine[in[i]]++;                                \
            _Pragma("omp critical")                           \
            for (int i = 0; i < HISTOGRAM_BINS; i++)          \
                bins[i] += mine[i];                           \
        }                                                     \
    }

HISTOGRAM(32, uint32_t)
HISTOGRAM(64, uint64_t)
