/* Sums and the maximum: eight accumulators of 16 lanes, one page of prefetch. That is the bandwidth of reading. */
#include "share.h"

#include <float.h>

enum { LANES = 16, ACCUMULATORS = 8, STEP = LANES * ACCUMULATORS, AHEAD = 4096 };

static inline void prefetch_step(const void *next) {
    for (int k = 0; k < ACCUMULATORS; k++)
        _mm_prefetch((const char *)next + AHEAD + 64 * k, _MM_HINT_T0);
}

static unsigned sum_ints(const int *in, struct share share) {
    __m512i sums[ACCUMULATORS] = {0};
    size_t i = share.first;

    for (; i + STEP <= share.end; i += STEP) {
        prefetch_step(in + i);
        for (int k = 0; k < ACCUMULATORS; k++)
            sums[k] = _mm512_add_epi32(sums[k], _mm512_loadu_si512(in + i + LANES * k));
    }
    for (int k = 1; k < ACCUMULATORS; k++)
        sums[0] = _mm512_add_epi32(sums[0], sums[k]);
    unsigned sum = (unsigned)_mm512_reduce_add_epi32(sums[0]);
    for (; i < share.end; i++)
        sum += (unsigned)in[i];
    return sum;
}

static float sum_floats(const float *in, struct share share) {
    __m512 sums[ACCUMULATORS] = {0};
    size_t i = share.first;

    for (; i + STEP <= share.end; i += STEP) {
        prefetch_step(in + i);
        for (int k = 0; k < ACCUMULATORS; k++)
            sums[k] = _mm512_add_ps(sums[k], _mm512_loadu_ps(in + i + LANES * k));
    }
    for (int k = 1; k < ACCUMULATORS; k++)
        sums[0] = _mm512_add_ps(sums[0], sums[k]);
    float sum = _mm512_reduce_add_ps(sums[0]);
    for (; i < share.end; i++)
        sum += in[i];
    return sum;
}

static float max_floats(const float *in, struct share share) {
    __m512 most[ACCUMULATORS];
    size_t i = share.first;

    for (int k = 0; k < ACCUMULATORS; k++)
        most[k] = _mm512_set1_ps(-FLT_MAX);
    for (; i + STEP <= share.end; i += STEP)
        for (int k = 0; k < ACCUMULATORS; k++)
            most[k] = _mm512_max_ps(most[k], _mm512_loadu_ps(in + i + LANES * k));
    for (int k = 1; k < ACCUMULATORS; k++)
        most[0] = _mm512_max_ps(most[0], most[k]);
    float max = _mm512_reduce_max_ps(most[0]);
    for (; i < share.end; i++)
        max = in[i] > max ? in[i] : max;
    return max;
}

void run_sum(void) {
    unsigned sum = 0;

#pragma omp parallel reduction(+ : sum)
    sum += sum_ints(bench.sum.in, my_share(SUM_N, STEP));
    *bench.sum.out = (int)sum;
}

void run_floats(void) {
    float sum = 0;

#pragma omp parallel reduction(+ : sum)
    sum += sum_floats(bench.floats.in, my_share(FLOATS_N, STEP));
    *bench.floats.out = sum;
}

void run_max(void) {
    float max = *bench.max.out;

#pragma omp parallel reduction(max : max)
    {
        float mine = max_floats(bench.max.in, my_share(MAX_N, STEP));
        max = mine > max ? mine : max;
    }
    *bench.max.out = max;
}
