/* CUDA's own math functions, with references in long double. */
#ifndef CUDA_FUNCTIONS_H
#define CUDA_FUNCTIONS_H

#include "near.h"

static const long double pi_l = 3.141592653589793238462643383279502884L;

static long double ref_rsqrt(long double x) { return 1 / sqrtl(x); }
static long double ref_rcbrt(long double x) { return 1 / cbrtl(x); }
static long double ref_exp10(long double x) { return powl(10, x); }
/* Exact reduction to within a quarter of a turn's quarter first. */
static long double turned(long double x, int quarters) {
    long double turn = fmodl(x, 2), nearest = rintl(2 * turn), rest = (turn - nearest / 2) * pi_l;
    switch (((int)nearest + quarters) & 3) {
    case 0: return sinl(rest);
    case 1: return cosl(rest);
    case 2: return -sinl(rest);
    default: return -cosl(rest);
    }
}
static long double ref_sinpi(long double x) { return turned(x, 0); }
static long double ref_cospi(long double x) { return turned(x, 1); }
static long double ref_normcdf(long double x) { return 0.5L * erfcl(-x / sqrtl(2)); }
static long double ref_erfinv(long double x);
/* The root of erfc(y) = x between -11 and 27, by bisection; near 1, where it is small, through erf. */
static long double ref_erfcinv(long double x) {
    if (x > 0.5L && x < 1.5L) return ref_erfinv(1 - x);
    long double low = -11, high = 27;
    for (int i = 0; i < 90; i++) {
        long double middle = (low + high) / 2;
        (erfcl(middle) > x ? low : high) = middle;
    }
    return (low + high) / 2;
}
static long double ref_erfinv(long double x) {
    if (x == 0) return 0;
    if (fabsl(x) > 0.5L) return x > 0 ? ref_erfcinv(1 - x) : -ref_erfcinv(1 + x);
    long double low = -1, high = 1;
    for (int i = 0; i < 90; i++) {
        long double middle = (low + high) / 2;
        (erfl(middle) < x ? low : high) = middle;
    }
    return (low + high) / 2;
}
static long double ref_normcdfinv(long double x) { return -sqrtl(2) * ref_erfcinv(2 * x); }
/* exp(x^2) erfc(x); its continued fraction where erfc vanishes. */
static long double ref_erfcx(long double x) {
    if (x < 6) return expl(x * x) * erfcl(x);
    long double fraction = 0;
    for (int k = 60; k > 0; k--) fraction = k / 2.0L / (x + fraction);
    return 1 / (sqrtl(pi_l) * (x + fraction));
}
inline long double bessel_i(int order, long double x) {
    long double term = order ? x / 2 : 1, sum = term;
    for (int k = 1; k < 200; k++) sum += term *= x * x / 4 / k / (k + order);
    return sum;
}
inline long double ref_cyl_bessel_i0(long double x) { return bessel_i(0, x); }
inline long double ref_cyl_bessel_i1(long double x) { return bessel_i(1, x); }
static long double ref_j0(long double x) { return j0l(x); }
static long double ref_j1(long double x) { return j1l(x); }
static long double ref_y0(long double x) { return y0l(x); }
static long double ref_y1(long double x) { return y1l(x); }

/* Those of host and device, and those of the device only.
 * F(name, from, to, float bound in ulps, double bound): the CUDA guide's bounds; those of Bessel functions are absolute
 * there, so the range keeps off their zeros. */
#define HOST_FUNCTIONS(F)                    \
    F(rsqrt, 1e-6, 1e6, 2, 2)                \
    F(rcbrt, 1e-6, 1e6, 1, 1)                \
    F(exp10, -30, 30, 2, 2)                  \
    F(sinpi, -50, 50, 2, 2)                  \
    F(cospi, -50, 50, 2, 2)                  \
    F(erfinv, -0.998, 0.998, 2, 5)           \
    F(erfcinv, 0.002, 1.998, 4, 6)           \
    F(erfcx, -4, 30, 4, 4)                   \
    F(normcdf, -5, 5, 5, 5)                  \
    F(normcdfinv, 0.001, 0.999, 5, 8)        \
    F(j0, 0, 2, 4, 7)                        \
    F(j1, 0.25, 3, 4, 7)                     \
    F(y0, 1.25, 3, 6, 7)                     \
    F(y1, 0.25, 1.75, 6, 7)
#define CUDA_FUNCTIONS(F)                    \
    HOST_FUNCTIONS(F)                        \
    F(cyl_bessel_i0, -20, 20, 6, 6)          \
    F(cyl_bessel_i1, 0.5, 20, 6, 6)

#define COUNT 129
enum {
#define NAME(name, ...) of_##name,
    CUDA_FUNCTIONS(NAME) FUNCTION_COUNT
};

__host__ __device__ inline double sample(double from, double to, int i) {
    return i == COUNT - 1 ? to : from + (to - from) * i / (COUNT - 1);
}

#define CALL_ALL(name, from, to, float_bound, double_bound)              \
    {                                                                    \
        double x = sample(from, to, i);                                  \
        single[of_##name * COUNT + i] = name##f((float)x);               \
        overloaded[of_##name * COUNT + i] = name((float)x);              \
        wide[of_##name * COUNT + i] = name(x);                           \
    }
#define COMPARE_ALL(name, from, to, float_bound, double_bound)                               \
    for (int i = 0; i < COUNT; i++) {                                                        \
        int k = of_##name * COUNT + i;                                                       \
        double x = sample(from, to, i);                                                      \
        CHECK_ULPS(#name "f", i, (float)x, ref_##name((float)x), single[k], float_bound);    \
        CHECK_AT(k, single[k], overloaded[k]);                                               \
        CHECK_ULPS(#name, i, x, ref_##name(x), wide[k], double_bound);                       \
    }

#endif
