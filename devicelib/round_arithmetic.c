/* Arithmetic in the four rounding modes: __nv_fadd_rd, __nv_dmul_ru, __nv_fma_rz, __nv_frcp_rn, ...
 *
 * CUDA C++ Programming Guide, "Intrinsic Functions": all of these are correctly rounded in the mode their name ends in,
 * denormals included. How a directed result comes about is told in round.h; here is one function per operation that
 * finds the nearest value and the sign of the rest.
 *
 * Single precision computes in double, which is exact for products; quotients and square roots of 24-bit numbers keep
 * a distance of at least 2^-49 (relative) from every 24-bit number they do not equal, so their own rounding to 53 bits
 * cannot cross one. Double precision finds the rest by a fused multiply-add, scaled by a power of two when the rest
 * would fall below the smallest denormal.
 */
#include "devicelib.h"
#include "round.h"

/* Products of residuals' last bits may lie at 2^-1180; operands that small are scaled by this before the residual. */
#define TINY 0x1p-900
#define SCALE 0x1p200

static struct near_float fadd_near(float a, float b) {
    struct pair sum = sum_exact(a, b);
    struct near_float n = float_near(sum.high, sum.low);
    n.zero_sign = is_negative_float(a) | is_negative_float(b);
    return n;
}

static struct near_float fsub_near(float a, float b) {
    return fadd_near(a, -b);
}

static struct near_float fmul_near(float a, float b) {
    return float_near((double)a * b, 0);
}

static struct near_float fdiv_near(float a, float b) {
    return float_near((double)a / b, 0);
}

static struct near_float fsqrt_near(float a) {
    return float_near(__builtin_sqrt(a), 0);
}

static struct near_float frcp_near(float a) {
    return float_near(1.0 / a, 0);
}

static struct near_float fmaf_near(float a, float b, float c) {
    double product = (double)a * b;
    struct pair sum = sum_exact(product, c);
    struct near_float n = float_near(sum.high, sum.low);
    n.zero_sign = is_negative_double(product) | is_negative_float(c);
    return n;
}

static struct near_float fmaf_ieee_near(float a, float b, float c) {
    return fmaf_near(a, b, c);
}

/* The residual of a sum whose nearest value overflowed points back at the finite numbers. */
static double residual_of_overflow(double value, double residual, int finite_operands) {
    return finite_operands && !is_finite_double(value) ? -value : residual;
}

static struct near_double dadd_near(double a, double b) {
    int swap = __builtin_fabs(a) < __builtin_fabs(b);
    struct pair sum = sum_exact_ordered(swap ? b : a, swap ? a : b);
    int finite = is_finite_double(a) & is_finite_double(b);
    int zero_sign = is_negative_double(a) | is_negative_double(b);
    return (struct near_double){sum.high, residual_of_overflow(sum.high, sum.low, finite), zero_sign};
}

static struct near_double dsub_near(double a, double b) {
    return dadd_near(a, -b);
}

static struct near_double dmul_near(double a, double b) {
    double value = a * b;
    int swap = __builtin_fabs(a) < __builtin_fabs(b);
    double large = swap ? b : a, small = swap ? a : b;
    double scale = __builtin_fabs(value) < TINY ? SCALE : 1;
    double residual = __builtin_fma(large, small * scale, -(value * scale));
    if (value == 0)
        residual = a != 0 && b != 0 ? __builtin_copysign(1, value) : 0;
    return (struct near_double){value, residual, is_negative_double(value)};
}

static struct near_double ddiv_near(double a, double b) {
    double value = a / b;
    double scale = __builtin_fabs(a) < TINY ? SCALE : 1;
    double rest = __builtin_fma(-(value * scale), b, a * scale);
    return (struct near_double){value, is_negative_double(b) ? -rest : rest, is_negative_double(value)};
}

static struct near_double drcp_near(double a) {
    return ddiv_near(1, a);
}

static struct near_double dsqrt_near(double a) {
    double value = __builtin_sqrt(a);
    double scale = a < TINY ? 0x1p100 : 1;
    double scaled = value * scale;
    return (struct near_double){value, __builtin_fma(-scaled, scaled, a * scale * scale), is_negative_double(value)};
}

/* x as mantissa * 2^*exponent with 1 <= |mantissa| < 2; zero keeps a very small exponent, so that it never counts as
 * the larger term. */
static double split(double x, int *exponent) {
    int tiny = __builtin_fabs(x) < 0x1p-1022;
    uint64_t bits = bits_of_double(tiny ? x * 0x1p54 : x);
    *exponent = x == 0 ? -10000 : (int)(bits >> 52 & 0x7ff) - 1023 - (tiny ? 54 : 0);
    return x == 0 ? x : double_of_bits((bits & 0x800fffffffffffffu) | 0x3ff0000000000000u);
}

/* x * 2^exponent for the terms of an fma scaled to about 1: what would be far below the rest stays a tiny number of
 * the same sign, which is all that matters there. */
static double scale_term(double x, int exponent) {
    return x * power_of_two(exponent < -400 ? -400 : exponent);
}

/* Sign of the exact sum of a nonoverlapping pair and two more numbers: Shewchuk's grow-expansion twice, after which
 * the largest nonzero component has the sum's sign. */
static double sign_of_sum(struct pair first, double c, double d) {
    struct pair s0 = sum_exact(first.low, c), s1 = sum_exact(first.high, s0.high);
    struct pair t0 = sum_exact(s0.low, d), t1 = sum_exact(s1.low, t0.high), t2 = sum_exact(s1.high, t1.high);
    return t2.high != 0 ? t2.high : t2.low != 0 ? t2.low : t1.low != 0 ? t1.low : t0.low;
}

/* Scales the product, the addend and the value by one power of two that brings the larger of the first two to about 1,
 * so that neither the product's low half nor the difference can underflow. */
static double fma_residual(double a, double b, double c, double value) {
    int ea, eb, ec;
    double ma = split(a, &ea), mb = split(b, &eb), mc = split(c, &ec);
    int top = ea + eb > ec ? ea + eb : ec;
    if (top < -5000)
        return 0;
    struct pair product = product_exact(ma, mb);
    double shift = power_of_two(ea + eb - top < -400 ? -400 : ea + eb - top);
    product.high *= shift;
    product.low *= shift;
    int lift = top < -1100 ? 1100 : -top; /* below that value is zero, and 2^-top is no double */
    double half = power_of_two(lift / 2), other_half = power_of_two(lift - lift / 2);
    return sign_of_sum(product, scale_term(mc, ec - top), -(value * half * other_half));
}

static struct near_double fma_near(double a, double b, double c) {
    double value = __builtin_fma(a, b, c);
    int finite = is_finite_double(a) & is_finite_double(b) & is_finite_double(c);
    int zero_sign = (is_negative_double(a) ^ is_negative_double(b)) | is_negative_double(c);
    double residual = 0;
    if (finite)
        residual = is_finite_double(value) ? fma_residual(a, b, c, value) : -value;
    return (struct near_double){value, residual, zero_sign};
}

/* nearest: the round-to-nearest form, where no second step is wanted. */
#define SW_DIRECTED(type, name, nearest, parameters, arguments)                                              \
    type __nv_##name##_rn parameters { return nearest; }                                                     \
    type __nv_##name##_rd parameters { return round_##type##_down(SW_NEAR(name) arguments); }                \
    type __nv_##name##_ru parameters { return round_##type##_up(SW_NEAR(name) arguments); }                  \
    type __nv_##name##_rz parameters { return round_##type##_to_zero(SW_NEAR(name) arguments); }
#define SW_NEAR(name) name##_near
#include "round_arithmetic.def"
