/* Roots and norms to within one unit in the last place: rsqrt, cbrt, rcbrt, norm3d, rhypot, ...
 *
 * Each takes the obvious first value and corrects it once by its residual, which fma makes exact. Sums of squares are
 * carried in two doubles and scaled by a power of two, so that nothing overflows or vanishes on the way. The float
 * forms need none of that: a double holds any sum of their squares.
 */
#include "devicelib.h"
#include "number.h"

double __nv_rsqrt(double a) {
    double value = 1 / __builtin_sqrt(a);
    struct pair product = product_exact(a, value);
    double error = __builtin_fma(-product.high, value, 1) - product.low * value;
    double corrected = __builtin_fma(value * 0.5, error, value);
    return value > 0 && is_finite_double(value) ? corrected : value;
}

float __nv_rsqrtf(float a) {
    return 1 / __builtin_sqrtf(a);
}

/* The double's error is far below the distance of any float's inverse root from the middle between two floats. */
float __nv_frsqrt_rn(float a) {
    return (float)(1 / __builtin_sqrt(a));
}

/* The cube root of a * 2^(3 * *exponent) as high + low: scaled so that neither the cube of a root that was rounded up
 * nor the parts of that cube leave the range of a double. */
static struct pair scaled_cbrt(double a, int *exponent) {
    double magnitude = __builtin_fabs(a);
    *exponent = magnitude < 0x1p-700 ? 200 : magnitude > 0x1p1000 ? -200 : 0;
    double scaled = a * power_of_two(3 * *exponent);
    double root = __builtin_cbrt(scaled);
    struct pair square = product_exact(root, root), cube = product_exact(square.high, root);
    double rest = ((scaled - cube.high) - cube.low) - square.low * root;
    return sum_exact_ordered(root, rest / (3 * square.high));
}

static int is_ordinary(double a) {
    return a != 0 && is_finite_double(a);
}

double __nv_cbrt(double a) {
    if (!is_ordinary(a))
        return a;
    int exponent;
    double root = scaled_cbrt(a, &exponent).high;
    return root * power_of_two(-exponent);
}

float __nv_cbrtf(float a) {
    return (float)__builtin_cbrt(a);
}

double __nv_rcbrt(double a) {
    if (!is_ordinary(a))
        return 1 / a;
    int exponent;
    struct pair root = scaled_cbrt(a, &exponent);
    double inverse = 1 / root.high;
    double error = __builtin_fma(-root.high, inverse, 1) - root.low * inverse;
    return __builtin_fma(inverse, error, inverse) * power_of_two(exponent);
}

float __nv_rcbrtf(float a) {
    return (float)(1 / __builtin_cbrt(a));
}

/* Sum of squares of n numbers, each multiplied by scale, in two doubles. */
static struct pair sum_of_squares(int n, const double *a, double scale) {
    struct pair sum = {0, 0};
    for (int i = 0; i < n; i++) {
        double x = a[i] * scale;
        struct pair square = product_exact(x, x), high = sum_exact(sum.high, square.high);
        sum = sum_exact_ordered(high.high, high.low + sum.low + square.low);
    }
    return sum;
}

static double largest(int n, const double *a) {
    double top = 0;
    for (int i = 0; i < n; i++)
        top = __builtin_fabs(a[i]) > top ? __builtin_fabs(a[i]) : top;
    return top;
}

/* Whether the sum of squares is a number: an infinity wins over a NaN, as in hypot. */
static int any_nan(int n, const double *a) {
    int found = 0;
    for (int i = 0; i < n; i++)
        found |= a[i] != a[i];
    return found;
}

/* The power of two that brings top to the middle of the range, as two factors' exponents would not fit one double for
 * denormals: 2^600 up, 2^-600 down, or nothing. */
static double scale_for(double top) {
    return top > 0x1p400 ? 0x1p-600 : top < 0x1p-400 ? 0x1p600 : 1;
}

static double norm_of(int n, const double *a) {
    double top = largest(n, a);
    if (!is_finite_double(top))
        return top;
    if (any_nan(n, a))
        return __builtin_nan("");
    if (top == 0)
        return 0;
    double scale = scale_for(top);
    struct pair sum = sum_of_squares(n, a, scale);
    double root = __builtin_sqrt(sum.high);
    double rest = __builtin_fma(-root, root, sum.high) + sum.low;
    return (root + rest / (2 * root)) / scale;
}

static double inverse_norm_of(int n, const double *a) {
    double top = largest(n, a);
    if (!is_finite_double(top))
        return 0;
    if (any_nan(n, a))
        return __builtin_nan("");
    if (top == 0)
        return __builtin_inf();
    double scale = scale_for(top);
    struct pair sum = sum_of_squares(n, a, scale);
    double inverse = 1 / __builtin_sqrt(sum.high);
    struct pair product = product_exact(sum.high, inverse);
    double error = __builtin_fma(-product.high, inverse, 1) - (product.low + sum.low * inverse) * inverse;
    return __builtin_fma(inverse * 0.5, error, inverse) * scale;
}

double __nv_norm(int n, const double *a) {
    return norm_of(n, a);
}

double __nv_rnorm(int n, const double *a) {
    return inverse_norm_of(n, a);
}

double __nv_norm3d(double a, double b, double c) {
    const double all[] = {a, b, c};
    return norm_of(3, all);
}

double __nv_rnorm3d(double a, double b, double c) {
    const double all[] = {a, b, c};
    return inverse_norm_of(3, all);
}

double __nv_norm4d(double a, double b, double c, double d) {
    const double all[] = {a, b, c, d};
    return norm_of(4, all);
}

double __nv_rnorm4d(double a, double b, double c, double d) {
    const double all[] = {a, b, c, d};
    return inverse_norm_of(4, all);
}

double __nv_rhypot(double a, double b) {
    const double all[] = {a, b};
    return inverse_norm_of(2, all);
}

/* The root of a float's sum of squares; infinite where any term is, though another be NaN. */
static double norm_of_floats(double sum, int infinite) {
    return infinite ? __builtin_inf() : __builtin_sqrt(sum);
}

static double square_of(float a) {
    return (double)a * a;
}

static double norm_of_array(int n, const float *a) {
    double sum = 0;
    int infinite = 0;
    for (int i = 0; i < n; i++) {
        sum += square_of(a[i]);
        infinite |= __nv_isinff(a[i]);
    }
    return norm_of_floats(sum, infinite);
}

float __nv_normf(int n, const float *a) {
    return (float)norm_of_array(n, a);
}

float __nv_rnormf(int n, const float *a) {
    return (float)(1 / norm_of_array(n, a));
}

static double norm_of_three(float a, float b, float c) {
    return norm_of_floats(square_of(a) + square_of(b) + square_of(c), __nv_isinff(a) | __nv_isinff(b) | __nv_isinff(c));
}

static double norm_of_four(float a, float b, float c, float d) {
    return norm_of_floats(square_of(a) + square_of(b) + square_of(c) + square_of(d),
                          __nv_isinff(a) | __nv_isinff(b) | __nv_isinff(c) | __nv_isinff(d));
}

float __nv_norm3df(float a, float b, float c) {
    return (float)norm_of_three(a, b, c);
}

float __nv_rnorm3df(float a, float b, float c) {
    return (float)(1 / norm_of_three(a, b, c));
}

float __nv_norm4df(float a, float b, float c, float d) {
    return (float)norm_of_four(a, b, c, d);
}

float __nv_rnorm4df(float a, float b, float c, float d) {
    return (float)(1 / norm_of_four(a, b, c, d));
}

float __nv_rhypotf(float a, float b) {
    return (float)(1 / norm_of_three(a, b, 0));
}

/* The high word of 1 / a, computed from a's high word; denormals count as zero. */
double __nv_rcp64h(double a) {
    double truncated = double_of_bits(bits_of_double(a) & 0xffffffff00000000u);
    double flushed = __builtin_fabs(truncated) < 0x1p-1022 ? __builtin_copysign(0, a) : truncated;
    double inverse = double_of_bits(bits_of_double(1 / flushed) & 0xffffffff00000000u);
    return __builtin_fabs(inverse) < 0x1p-1022 ? __builtin_copysign(0, a) : inverse;
}
