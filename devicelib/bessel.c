/* Bessel functions: J and Y of any order through the C library, with CUDA's results outside their domain, and of
 * orders 0 and 1 with CUDA's error bounds (ulps, below 8) near their zeros, where the C library's are absolute; the
 * modified I0 and I1, which the C library lacks, from their power series (small arguments, fma keeps every step to half
 * a unit) and from exp(x) / sqrt(x) times a polynomial in 1 / x.
 */
#define _GNU_SOURCE
#include "bessel_zeros.h"
#include "coefficients.h"
#include "devicelib.h"
#include "number.h"

#include <math.h>

/* The function near the zero that x is close to, or the C library's value. */
static double near_zero(const struct zero *zeros, int n, double x, double (*elsewhere)(double)) {
    for (int i = 0; i < n; i++) {
        double distance = (x - zeros[i].high) - zeros[i].low;
        if (__builtin_fabs(distance) < zeros[i].reach)
            return distance * POLYNOMIAL(zeros[i].coefficients, distance);
    }
    return elsewhere(x);
}
#define NEAR_ZERO_OF(name, x) near_zero(name##_zeros, sizeof name##_zeros / sizeof *name##_zeros, x, name)

double __nv_j0(double a) {
    return NEAR_ZERO_OF(j0, __builtin_fabs(a));
}

double __nv_j1(double a) {
    double value = NEAR_ZERO_OF(j1, __builtin_fabs(a));
    return is_negative_double(a) ? -value : value;
}

/* Y is not defined for negative arguments; the C library answers -infinity there in some versions. */
double __nv_y0(double a) {
    return a < 0 ? __builtin_nan("") : NEAR_ZERO_OF(y0, a);
}

double __nv_y1(double a) {
    return a < 0 ? __builtin_nan("") : NEAR_ZERO_OF(y1, a);
}

#define SW_FLOAT_BESSEL(name) float __nv_##name##f(float a) { return (float)__nv_##name(a); }
SW_FLOAT_BESSEL(j0)
SW_FLOAT_BESSEL(j1)
SW_FLOAT_BESSEL(y0)
SW_FLOAT_BESSEL(y1)

/* CUDA defines no negative orders. */
double __nv_jn(int n, double a) {
    return n < 0 ? __builtin_nan("") : jn(n, a);
}

float __nv_jnf(int n, float a) {
    return (float)__nv_jn(n, a);
}

double __nv_yn(int n, double a) {
    return n < 0 || a < 0 ? __builtin_nan("") : yn(n, a);
}

float __nv_ynf(int n, float a) {
    return (float)__nv_yn(n, a);
}

/* exp(x) / sqrt(x) * factor, halves of the exponential apart: the quotient may be finite where exp(x) is not. */
static double scaled_exp(double x, double factor) {
    double half = __builtin_exp(x * 0.5);
    return half * (factor / __builtin_sqrt(x)) * half;
}

double __nv_cyl_bessel_i0(double a) {
    double x = __builtin_fabs(a);
    if (x <= 8)
        return POLYNOMIAL(i0_coefficients, x * x * 0.25);
    return is_finite_double(x) ? scaled_exp(x, POLYNOMIAL(i0_large_coefficients, 16 / x - 1)) : x;
}

double __nv_cyl_bessel_i1(double a) {
    double x = __builtin_fabs(a);
    if (x <= 8)
        return a * 0.5 * POLYNOMIAL(i1_coefficients, x * x * 0.25);
    double large = is_finite_double(x) ? scaled_exp(x, POLYNOMIAL(i1_large_coefficients, 16 / x - 1)) : x;
    return a < 0 ? -large : large;
}

float __nv_cyl_bessel_i0f(float a) {
    return (float)__nv_cyl_bessel_i0(a);
}

float __nv_cyl_bessel_i1f(float a) {
    return (float)__nv_cyl_bessel_i1(a);
}
