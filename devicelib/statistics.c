/* The error function's relatives: erfcx, erfinv, erfcinv, normcdf, normcdfinv.
 *
 * Everything hangs on erfcx(x) = exp(x^2) erfc(x), a tame function of (x - 4) / (x + 4) on the positive side. The
 * inverse tail solves y^2 - log(erfcx(y)) = -log(q) by Newton's method: in this form neither side loses digits however
 * small q is.
 */
#include "coefficients.h"
#include "devicelib.h"
#include "number.h"

#define TWO_OVER_SQRT_PI 1.1283791670955126
#define SQRT_TWO 1.4142135623730951
#define SQRT_HALF 0.7071067811865476
#define SQRT_HALF_LOW -4.833646656726457e-17

static double erfcx_positive(double x) {
    if (x > 0x1p60)
        return TWO_OVER_SQRT_PI * 0.5 / x;
    return POLYNOMIAL(erfcx_coefficients, (x - 4) / (x + 4)) / (2 * x + 1);
}

/* exp(x^2), with the rounding error of x^2 multiplied back in. */
static double exp_of_square(double x) {
    struct pair square = product_exact(x, x);
    double result = __builtin_exp(square.high);
    return is_finite_double(result) ? __builtin_fma(result, square.low, result) : result;
}

/* Near 0 the quotient in erfcx_positive loses digits. */
double __nv_erfcx(double a) {
    if (__builtin_fabs(a) < 1)
        return exp_of_square(a) * __builtin_erfc(a);
    if (!(a < 0))
        return erfcx_positive(a);
    return 2 * exp_of_square(a) - erfcx_positive(-a);
}

float __nv_erfcxf(float a) {
    return (float)__nv_erfcx(a);
}

/* erfinv for |x| <= 1/2. */
static double erfinv_middle(double x) {
    return x * POLYNOMIAL(erfinv_coefficients, x * x);
}

/* The y with erfc(y) = q, for 0 < q <= 1/2. */
static double erfcinv_tail(double q) {
    double level = -__builtin_log(q), w = __builtin_sqrt(level);
    double y = w * POLYNOMIAL(erfcinv_tail_coefficients, 1 / w);
    for (int i = 0; i < 2; i++) {
        double scaled = erfcx_positive(y);
        double error = __builtin_fma(y, y, -level) - __builtin_log(scaled);
        y -= error * scaled / TWO_OVER_SQRT_PI;
    }
    return y;
}

/* sign times the y with erfc(y) = q, for 0 <= q <= 1/2. */
static double signed_tail(double q, double sign) {
    return __builtin_copysign(q > 0 ? erfcinv_tail(q) : __builtin_inf(), sign);
}

double __nv_erfinv(double a) {
    double magnitude = __builtin_fabs(a);
    if (!(magnitude <= 1))
        return __builtin_nan("");
    return magnitude <= 0.5 ? erfinv_middle(a) : signed_tail(1 - magnitude, a);
}

double __nv_erfcinv(double a) {
    if (!(a >= 0 && a <= 2))
        return __builtin_nan("");
    if (a < 0.5)
        return signed_tail(a, 1);
    return a <= 1.5 ? erfinv_middle(1 - a) : signed_tail(2 - a, -1);
}

float __nv_erfinvf(float a) {
    return (float)__nv_erfinv(a);
}

float __nv_erfcinvf(float a) {
    return (float)__nv_erfcinv(a);
}

/* erfc(z) / 2 at z = -a / sqrt(2), where z's own rounding error would cost as many digits as z^2 has bits: the error
 * is carried along and enters through the derivative. */
double __nv_normcdf(double a) {
    double bounded = a < -40 ? -40 : a > 40 ? 40 : a;
    struct pair z = product_exact(-bounded, SQRT_HALF);
    z.low = __builtin_fma(-bounded, SQRT_HALF_LOW, z.low);
    if (z.high < 1)
        return 0.5 * (__builtin_erfc(z.high) - TWO_OVER_SQRT_PI * __builtin_exp(-z.high * z.high) * z.low);
    struct pair square = product_exact(z.high, z.high);
    double value = 0.5 * erfcx_positive(z.high) * __builtin_exp(-square.high);
    return __builtin_fma(value, -2 * z.high * z.low - square.low, value);
}

float __nv_normcdff(float a) {
    return (float)__nv_normcdf(a);
}

double __nv_normcdfinv(double a) {
    return 0 - SQRT_TWO * __nv_erfcinv(2 * a); /* not -SQRT_TWO: +0 at a = 1/2 */
}

float __nv_normcdfinvf(float a) {
    return (float)__nv_normcdfinv(a);
}
