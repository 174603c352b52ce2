/* From words to numbers: what cuRAND's device API does with them (include/cuda/softwarp/random). Normal numbers of float
 * type are computed in double, in vectors.
 */
#include "lanes.h"

#include <math.h>
#include <string.h>

double __nv_erfcinv(double x);

/* 1 / (2^32 - 209), rounded down, and 2^32 / (2^32 - 210). */
#define MRG_NORM 2.3283065498378288e-10
#define MRG_BITS 1.000000048662

/* Halves are exact, and their sum is rounded once, as the whole would be; processors before AVX-512 convert no unsigned
 * numbers. */
static inline float to_unit(uint32_t x) {
    return (float)(int32_t)(x >> 16) * 0x1p-16f + (float)(int32_t)(x & 0xffff) * 0x1p-32f;
}
static inline float to_float(uint32_t x) {
    return to_unit(x) + 0x1p-33f;
}
static inline double to_double(uint32_t x) {
    return (double)x * 0x1p-32 + 0x1p-33;
}
static inline double two_to_double(uint32_t x, uint32_t y) {
    uint64_t z = x ^ (uint64_t)y << 21;
    return (double)(int64_t)z * 0x1p-53 + 0x1p-54;
}
static inline double wide_to_double(uint64_t x) {
    return (double)(int64_t)(x >> 11) * 0x1p-53 + 0x1p-54;
}

/* The natural logarithm of a float above 0, up to 1, to more digits than a float has: m in [sqrt(1/2), sqrt(2)), and
 * the series of log((1 + s) / (1 - s)). */
static inline double log_of(float x) {
    double value = x, scaled = value * 0x1.6a09e667f3bcdp+0;
    uint64_t bits;
    memcpy(&bits, &scaled, sizeof bits);
    int64_t exponent = (int64_t)(bits >> 52) - 1023;
    uint64_t power = (uint64_t)(1023 - exponent) << 52;
    double factor;
    memcpy(&factor, &power, sizeof factor);
    double m = value * factor, s = (m - 1) / (m + 1), z = s * s;
    double series = 1.0 / 15 + z * (1.0 / 17);
    series = 1.0 / 13 + z * series;
    series = 1.0 / 11 + z * series;
    series = 1.0 / 9 + z * series;
    series = 1.0 / 7 + z * series;
    series = 1.0 / 5 + z * series;
    series = 1.0 / 3 + z * series;
    return 2 * s * (1 + z * series) + (double)exponent * 0.69314718055994531;
}

/* Sine and cosine of an angle from 0 to 2 pi, likewise: the next quarter of the circle, and Taylor's series. */
static inline void sine_cosine(double angle, double *sine, double *cosine) {
    double quarters = angle * 0.63661977236758134 + 0x1.8p52, whole = quarters - 0x1.8p52;
    uint64_t quarter;
    memcpy(&quarter, &quarters, sizeof quarter);
    double r = angle - whole * 1.5707963267948966, z = r * r;
    double s = r *
               (1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 - z * (1.0 / 39916800))))));
    double c = 1 + z * (-1.0 / 2 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 +
                                                                                             z * (1.0 / 479001600))))));
    double a = quarter & 1 ? c : s, b = quarter & 1 ? s : c;
    *sine = quarter & 2 ? -a : a;
    *cosine = (quarter + 1) & 2 ? -b : b;
}

static inline void pair_of(float u, float v, float *out) {
    double sine, cosine, length = sqrt(-2 * log_of(u));
    sine_cosine(v, &sine, &cosine);
    out[0] = (float)(length * sine);
    out[1] = (float)(length * cosine);
}

static void pairs(const struct cr_tile *t, uint32_t units, float *restrict out) {
    const float circle = 6.2831855f;
    for (uint32_t i = 0; i < units; i++)
        pair_of(to_float(t->word[0][i]), to_unit(t->word[1][i]) * circle + circle * 0x1p-33f, out + 2 * i);
}

static void pairs_of_mrg(const struct cr_tile *t, uint32_t units, float *restrict out) {
    for (uint32_t i = 0; i < units; i++)
        pair_of((float)(t->word[0][i] * MRG_NORM), (float)(t->word[1][i] * MRG_NORM) * 6.2831855f, out + 2 * i);
}

/* v in halves of the circle. */
static void pair_of_doubles(double u, double v, double *out) {
    double length = sqrt(-2 * log(u)), quarters = rint(2 * v), r = (v - quarters / 2) * 3.141592653589793;
    double s = sin(r), c = cos(r);
    unsigned quarter = (unsigned)quarters;
    double a = quarter & 1 ? c : s, b = quarter & 1 ? s : c;
    out[0] = length * (quarter & 2 ? -a : a);
    out[1] = length * ((quarter + 1) & 2 ? -b : b);
}

static void pairs_of_doubles(const struct cr_job *job, const struct cr_tile *t, uint32_t units, double *out) {
    for (uint32_t i = 0; i < units; i++)
        if (job->words == CR_MRG)
            pair_of_doubles(t->word[0][i] * MRG_NORM, t->word[1][i] * MRG_NORM * 2, out + 2 * i);
        else
            pair_of_doubles(two_to_double(t->word[0][i], t->word[1][i]),
                            two_to_double(t->word[2][i], t->word[3][i]) * 2, out + 2 * i);
}

/* By the inverse of the distribution; the upper half mirrors the lower one. */
static double inverse(uint32_t x) {
    int is_upper = x > 0x80000000u;
    double result = 1.4142135623730951 * __nv_erfcinv(2 * to_double(is_upper ? ~x : x));
    return is_upper ? result : -result;
}
static double wide_inverse(uint64_t x) {
    int is_upper = x > 0x8000000000000000u;
    double result = 1.4142135623730951 * __nv_erfcinv(2 * wide_to_double(is_upper ? ~x : x));
    return is_upper ? result : -result;
}

static void inverses(const struct cr_job *job, const struct cr_tile *t, uint32_t units, double *out) {
    for (uint32_t i = 0; i < units; i++)
        out[i] = job->words == CR_SINGLE64 ? wide_inverse(t->wide[i]) : inverse(t->word[0][i]);
}

/* Numbers of normal distribution around 0, then of the one that is asked for. */
static void normal(const struct cr_job *job, const struct cr_tile *t, uint32_t units, float *restrict out) {
    uint32_t numbers = units * cr_numbers(job->words, job->form);
    float mean = (float)job->mean, stddev = (float)job->stddev;
    double wide[CR_TILE];
    if (job->words == CR_MRG)
        pairs_of_mrg(t, units, out);
    else if (job->words < CR_MRG || job->words == CR_QUADS)
        pairs(t, units, out);
    else
        inverses(job, t, units, wide);
    for (uint32_t i = 0; i < numbers && job->words > CR_QUADS; i++)
        out[i] = (float)wide[i];
    for (uint32_t i = 0; i < numbers; i++)
        out[i] = mean + stddev * out[i];
    for (uint32_t i = 0; i < numbers && job->form == CR_LOG_NORMAL; i++)
        out[i] = expf(out[i]);
}

static void normal_double(const struct cr_job *job, const struct cr_tile *t, uint32_t units, double *restrict out) {
    uint32_t numbers = units * cr_numbers(job->words, job->form);
    if (job->words <= CR_QUADS)
        pairs_of_doubles(job, t, units, out);
    else
        inverses(job, t, units, out);
    for (uint32_t i = 0; i < numbers; i++)
        out[i] = job->mean + job->stddev * out[i];
    for (uint32_t i = 0; i < numbers && job->form == CR_LOG_NORMAL_DOUBLE; i++)
        out[i] = exp(out[i]);
}

static void bits(const struct cr_job *job, const struct cr_tile *t, uint32_t units, uint32_t *restrict out) {
    if (job->words != CR_MRG)
        memcpy(out, t->word[0], units * sizeof *out);
    else
        for (uint32_t i = 0; i < units; i++)
            out[i] = (uint32_t)(t->word[0][i] * MRG_BITS);
}

static void uniform(const struct cr_job *job, const struct cr_tile *t, uint32_t units, float *restrict out) {
    if (job->words == CR_MRG)
        for (uint32_t i = 0; i < units; i++)
            out[i] = (float)(t->word[0][i] * MRG_NORM);
    else if (job->words == CR_SINGLE64)
        for (uint32_t i = 0; i < units; i++)
            out[i] = to_float((uint32_t)(t->wide[i] >> 32));
    else if (job->words == CR_MT)
        for (uint32_t i = 0; i < units; i++)
            out[i] = (float)to_double(t->word[0][i]);
    else
        for (uint32_t i = 0; i < units; i++)
            out[i] = to_float(t->word[0][i]);
}

static void uniform_double(const struct cr_job *job, const struct cr_tile *t, uint32_t units, double *restrict out) {
    if (job->words == CR_MRG)
        for (uint32_t i = 0; i < units; i++)
            out[i] = t->word[0][i] * MRG_NORM;
    else if (job->words == CR_SINGLE64)
        for (uint32_t i = 0; i < units; i++)
            out[i] = wide_to_double(t->wide[i]);
    else if (job->words == CR_SINGLE)
        for (uint32_t i = 0; i < units; i++)
            out[i] = (double)t->word[0][i] * 0x1p-32 + 0x1p-32;
    else if (job->words == CR_MT)
        for (uint32_t i = 0; i < units; i++)
            out[i] = to_double(t->word[0][i]);
    else
        for (uint32_t i = 0; i < units; i++)
            out[i] = two_to_double(t->word[0][i], t->word[1][i]);
}

static uint32_t poisson_of(const struct cr_poisson *p, double u) {
    uint32_t guide = (uint32_t)(u * CR_GUIDES), low = p->guide[guide < CR_GUIDES ? guide : CR_GUIDES - 1];
    while (low + 1 < p->length && p->sums[low] < u)
        low++;
    return p->shift + low;
}

static void poisson(const struct cr_job *job, const struct cr_tile *t, uint32_t units, uint32_t *restrict out) {
    double u[CR_TILE];
    for (uint32_t i = 0; i < units; i++)
        u[i] = job->words == CR_SINGLE64 ? wide_to_double(t->wide[i])
               : job->words == CR_MRG    ? t->word[0][i] * MRG_NORM
                                         : to_double(t->word[0][i]);
    for (uint32_t i = 0; i < units; i++)
        out[i] = poisson_of(job->poisson, u[i]);
}

void CR_NAME(cr_form_tile)(const struct cr_job *job, const struct cr_tile *tile, uint32_t units, void *out) {
    switch (job->form) {
    case CR_BITS:
        return bits(job, tile, units, out);
    case CR_BITS64:
        memcpy(out, tile->wide, units * sizeof *tile->wide);
        return;
    case CR_UNIFORM:
        return uniform(job, tile, units, out);
    case CR_UNIFORM_DOUBLE:
        return uniform_double(job, tile, units, out);
    case CR_NORMAL:
    case CR_LOG_NORMAL:
        return normal(job, tile, units, out);
    case CR_NORMAL_DOUBLE:
    case CR_LOG_NORMAL_DOUBLE:
        return normal_double(job, tile, units, out);
    default:
        return poisson(job, tile, units, out);
    }
}
