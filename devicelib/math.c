/* The math functions that are the C library's, with CUDA's results where the two differ on special values.
 *
 * CUDA C++ Programming Guide, "Mathematical Functions" (error bounds) and CUDA Math API. The families are in math.def.
 */
#define _GNU_SOURCE
#include "coefficients.h"
#include "devicelib.h"
#include "large_angle.h"
#include "number.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

static double any_sin(double a) {
    return __builtin_fabs(a) < LARGE_ANGLE ? __builtin_sin(a) : sine_of_large_angle(a, 0);
}

static double any_cos(double a) {
    return __builtin_fabs(a) < LARGE_ANGLE ? __builtin_cos(a) : sine_of_large_angle(a, 1);
}

static double any_tan(double a) {
    return __builtin_fabs(a) < LARGE_ANGLE ? __builtin_tan(a) : tangent_of_large_angle(a);
}

/* Before exp overflows: e^a / 2 = 2^1023 e^(a - 1024 ln 2), where the head of ln 2 is so short that the difference is
 * exact. */
static double any_cosh(double a) {
    double size = __builtin_fabs(a);
    if (!(size > 709 && size < 711))
        return __builtin_cosh(a);
    double value = __builtin_exp(size - 1024 * 0x1.62e42fefa0000p-1);
    return __builtin_fma(value, -1024 * 0x1.cf79abc9e3b3ap-40, value) * 0x1p1023;
}

static double any_tanh(double a) {
    double size = __builtin_fabs(a), square = a * a;
    if (size < 0.55)
        return __builtin_copysign(__builtin_fma(a * square, POLYNOMIAL(tanh_coefficients, square), a), a); /* -0 */
    return __builtin_copysign(1 - 2 / (__builtin_exp(2 * size) + 1), a);
}

/* a = 2^n (1 + f), -1/4 <= f < 1/2. The larger parts of the sum are exact, as they may cancel. */
static double any_log10(double a) {
    if (!(a > 0 && a < __builtin_inf()))
        return __builtin_log10(a);
    int is_tiny = a < 0x1p-1022;
    uint64_t bits = bits_of_double(is_tiny ? a * 0x1p52 : a), above = bits - 0x3fe8000000000000u;
    double n = (double)((int64_t)above >> 52) - (is_tiny ? 52 : 0);
    double f = double_of_bits(bits - (above & 0xfff0000000000000u)) - 1;
    double low = POLYNOMIAL(log10_coefficients, f) * (f * f) - f * 0x1.0d213ab646bc7p-4; /* 1/2 - log10(e) */
    low = n * 0x1.e7fbcc47c4acdp-40 + low;
    double whole = n * 0x1.34413509f0000p-2;
    struct pair sum = sum_exact_ordered(whole, f * 0.5);
    return sum.high + (low + sum.low);
}

#define SW_UNARY(name, for_double, for_float)                                                                \
    double __nv_##name(double a) { return for_double(a); }                                                   \
    float __nv_##name##f(float a) { return for_float(a); }
#define SW_BINARY(name, for_double, for_float)                                                               \
    double __nv_##name(double a, double b) { return for_double(a, b); }                                      \
    float __nv_##name##f(float a, float b) { return for_float(a, b); }
#define SW_FAST(name, expression) float __nv_fast_##name##f(float a) { return expression; }
#include "math.def"

double __nv_fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}

float __nv_fmaf(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}

/* A NaN loses against a number, and -0 counts as less than +0 (PTX ISA, min and max): where a and b compare equal
 * their bits differ in the sign at most, so joining the bits decides. */
#define SW_EXTREME(name, type, builtin, integer, join)                                                       \
    type __nv_##name(type a, type b)                                                                         \
    {                                                                                                        \
        type joined = type##_of_bits(integer(a) join integer(b));                                            \
        return a == b ? joined : builtin(a, b);                                                              \
    }
SW_EXTREME(fmin, double, __builtin_fmin, bits_of_double, |)
SW_EXTREME(fmax, double, __builtin_fmax, bits_of_double, &)
SW_EXTREME(fminf, float, __builtin_fminf, bits_of_float, |)
SW_EXTREME(fmaxf, float, __builtin_fmaxf, bits_of_float, &)

/* exp(a ln 10) with the product carried in two doubles; large arguments would overflow the low part's product. */
double __nv_exp10(double a) {
    double bounded = a > 400 ? 400 : a < -400 ? -400 : a;
    struct pair product = product_exact(bounded, 0x1.26bb1bbb55516p+1);
    product.low = __builtin_fma(bounded, -0x1.f48ad494ea3e9p-53, product.low);
    double result = __builtin_exp(product.high);
    return result < __builtin_inf() ? __builtin_fma(result, product.low, result) : result;
}

float __nv_exp10f(float a) {
    return (float)__builtin_exp(a * 0x1.26bb1bbb55516p+1);
}

/* Not lgamma, which writes to a variable that all threads share. */
double __nv_lgamma(double a) {
    int sign;
    return lgamma_r(a, &sign);
}

float __nv_lgammaf(float a) {
    return (float)__nv_lgamma(a);
}

/* By bits: what is less than normal is made normal first. Zeros, infinities and NaNs stay, with exponent 0. */
double __nv_frexp(double a, int *exponent) {
    bool is_tiny = __builtin_fabs(a) < 0x1p-1022;
    uint64_t bits = bits_of_double(is_tiny ? a * 0x1p54 : a);
    int field = (int)(bits >> 52 & 0x7ff);
    bool stays = a == 0 || field == 0x7ff;
    *exponent = stays ? 0 : field - 1022 - (is_tiny ? 54 : 0);
    return stays ? a : double_of_bits((bits & 0x800fffffffffffffu) | 0x3fe0000000000000u);
}

float __nv_frexpf(float a, int *exponent) {
    bool is_tiny = __builtin_fabsf(a) < 0x1p-126f;
    uint32_t bits = bits_of_float(is_tiny ? a * 0x1p25f : a);
    int field = (int)(bits >> 23 & 0xff);
    bool stays = a == 0 || field == 0xff;
    *exponent = stays ? 0 : field - 126 - (is_tiny ? 25 : 0);
    return stays ? a : float_of_bits((bits & 0x807fffffu) | 0x3f000000u);
}

double __nv_modf(double a, double *whole) {
    *whole = __builtin_trunc(a);
    return __builtin_copysign(__builtin_isinf(a) ? 0 : a - *whole, a);
}

float __nv_modff(float a, float *whole) {
    *whole = __builtin_truncf(a);
    return __builtin_copysignf(__builtin_isinf(a) ? 0 : a - *whole, a);
}

/* The C library sets no quotient where the result is a NaN. */
double __nv_remquo(double a, double b, int *quotient) {
    *quotient = 0;
    return __builtin_remquo(a, b, quotient);
}

float __nv_remquof(float a, float b, int *quotient) {
    *quotient = 0;
    return __builtin_remquof(a, b, quotient);
}

double __nv_ldexp(double a, int exponent) {
    return __builtin_ldexp(a, exponent);
}

float __nv_ldexpf(float a, int exponent) {
    return __builtin_ldexpf(a, exponent);
}

double __nv_scalbn(double a, int exponent) {
    return __builtin_ldexp(a, exponent);
}

float __nv_scalbnf(float a, int exponent) {
    return __builtin_ldexpf(a, exponent);
}

/* Zero and NaN give INT_MIN, infinities INT_MAX. */
int __nv_ilogb(double a) {
    if (a == 0 || a != a)
        return INT_MIN;
    return is_finite_double(a) ? __builtin_ilogb(a) : INT_MAX;
}

int __nv_ilogbf(float a) {
    return __nv_ilogb(a);
}

long long __nv_llrint(double a) {
    return __nv_double2ll_rn(a);
}

long long __nv_llrintf(float a) {
    return __nv_float2ll_rn(a);
}

long long __nv_llround(double a) {
    return __nv_double2ll_rz(__builtin_round(a));
}

long long __nv_llroundf(float a) {
    return __nv_float2ll_rz(__builtin_roundf(a));
}

double __nv_powi(double a, int b) {
    return __builtin_pow(a, b);
}

float __nv_powif(float a, int b) {
    return (float)__builtin_pow(a, b);
}

void __nv_sincos(double a, double *sine, double *cosine) {
    *sine = any_sin(a);
    *cosine = any_cos(a);
}

void __nv_sincosf(float a, float *sine, float *cosine) {
    *sine = __builtin_sinf(a);
    *cosine = __builtin_cosf(a);
}

void __nv_fast_sincosf(float a, float *sine, float *cosine) {
    *sine = __builtin_sinf(a);
    *cosine = __builtin_cosf(a);
}

/* Documented as 2^(b log2 a): a negative base gives NaN whatever the exponent. */
float __nv_fast_powf(float a, float b) {
    return __builtin_exp2f(b * __builtin_log2f(a));
}

/* Documented: 0 for divisors above 2^126 (NaN for an infinite dividend). */
float __nv_fast_fdividef(float a, float b) {
    float magnitude = __builtin_fabsf(b);
    return magnitude > 0x1p126f && magnitude < __builtin_inff() ? a * __builtin_copysignf(0, b) : a / b;
}

/* a clamped to [0, 1]; a NaN becomes 0. */
float __nv_saturatef(float a) {
    return a > 0 ? (a < 1 ? a : 1) : 0;
}

double __nv_nan(const signed char *tag) {
    (void)tag;
    return __builtin_nan("");
}

float __nv_nanf(const signed char *tag) {
    (void)tag;
    return __builtin_nanf("");
}

int __nv_finitef(float a) {
    return __builtin_fabsf(a) < __builtin_inff();
}

int __nv_isfinited(double a) {
    return is_finite_double(a);
}

int __nv_isinff(float a) {
    return __builtin_fabsf(a) == __builtin_inff();
}

int __nv_isinfd(double a) {
    return __builtin_fabs(a) == __builtin_inf();
}

int __nv_isnanf(float a) {
    return a != a;
}

int __nv_isnand(double a) {
    return a != a;
}

int __nv_signbitf(float a) {
    return is_negative_float(a);
}

int __nv_signbitd(double a) {
    return is_negative_double(a);
}
