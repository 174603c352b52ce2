/* Accuracy of the math functions against CUDA's documented bounds (CUDA C++ Programming Guide, "Mathematical
 * Functions", tables of maximum errors), and their special values.
 *
 * References: the C library's long double functions on random arguments, and for functions that it lacks the values in
 * devicelib_math_values.def. Single precision is measured against the same functions at the float's value.
 */
#define _GNU_SOURCE
#include "devicelib.h"
#include "devicelib_numbers.h"

#include <limits.h>

enum { ROUNDS = 20000 };

/* What the error of a result is measured in. */
struct format {
    int precision, smallest; /* bits, exponent of the smallest denormal */
    long double largest;
};
static const struct format single_format = {24, -149, 0x1.fffffep127L};
static const struct format double_format = {53, -1074, 0x1.fffffffffffffp1023L};

/* Error of got in units in the last place of a number as large as expected. */
static long double error_in_ulps(double got, long double expected, const struct format *format) {
    const long double wrong = 1e30L;
    if (got != got || expected != expected)
        return (got != got) == (expected != expected) ? 0 : wrong;
    if (isinf(got))
        return (expected < 0) == (got < 0) && fabsl(expected) > format->largest ? 0 : wrong;
    if (isinf(expected))
        return wrong;
    int exponent = expected == 0 ? format->smallest : ilogbl(expected) - format->precision + 1;
    return fabsl(got - expected) / ldexpl(1, exponent < format->smallest ? format->smallest : exponent);
}

static void check_value(const char *name, double a, double b, double got, long double expected, double bound,
                        const struct format *format) {
    long double error = error_in_ulps(got, expected, format);
    if (error > bound + 0.5)
        fail_msg("%s(%a, %a): expected %.20Lg, got %.17g: %.2Lf ulp, allowed %g, %d bits", name, a, b, expected, got,
                 error, bound, format->precision);
}

static void check_double_value(const char *name, double a, double b, double got, long double expected, double bound) {
    check_value(name, a, b, got, expected, bound, &double_format);
}

static void check_float_value(const char *name, float a, float b, float got, long double expected, double bound) {
    check_value(name, a, b, got, expected, bound, &single_format);
}

static double random_between(double low, double high) {
    return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

/* name, long double reference, range in which random arguments are drawn, bounds for double and float */
#define UNARY_ROWS(ROW)                        \
    ROW(acos, acosl, -1, 1, 2, 2)              \
    ROW(acosh, acoshl, 1, 100, 3, 4)           \
    ROW(asin, asinl, -1, 1, 2, 2)              \
    ROW(asinh, asinhl, -100, 100, 3, 3)        \
    ROW(atan, atanl, -100, 100, 2, 2)          \
    ROW(atanh, atanhl, -1, 1, 2, 3)            \
    ROW(cbrt, cbrtl, -1000, 1000, 1, 1)        \
    ROW(cos, cosl, -1000, 1000, 2, 2)          \
    ROW(cosh, coshl, -85, 85, 1, 2)            \
    ROW(erf, erfl, -4, 4, 2, 2)                \
    ROW(erfc, erfcl, -5, 9, 5, 4)              \
    ROW(exp, expl, -86, 88, 1, 2)              \
    ROW(exp10, exp10l, -37, 38, 1, 2)          \
    ROW(exp2, exp2l, -125, 127, 1, 2)          \
    ROW(expm1, expm1l, -5, 5, 1, 1)            \
    ROW(lgamma, lgammal, 0, 100, 4, 6)         \
    ROW(log, logl, 0, 1000, 1, 1)              \
    ROW(log10, log10l, 0, 1000, 2, 2)          \
    ROW(log1p, log1pl, -0.99, 10, 1, 1)        \
    ROW(log2, log2l, 0, 1000, 2, 1)            \
    ROW(sin, sinl, -1000, 1000, 2, 2)          \
    ROW(sinh, sinhl, -85, 85, 2, 3)            \
    ROW(sqrt, sqrtl, 0, 1000, 0, 0)            \
    ROW(tan, tanl, -100, 100, 2, 4)            \
    ROW(tanh, tanhl, -5, 5, 2, 2)              \
    ROW(tgamma, tgammal, 0.1, 34, 10, 5)       \
    ROW(logb, logbl, -1000, 1000, 0, 0)        \
    ROW(rint, rintl, -1000, 1000, 0, 0)        \
    ROW(nearbyint, rintl, -1000, 1000, 0, 0)   \
    ROW(round, roundl, -1000, 1000, 0, 0)      \
    ROW(floor, floorl, -1000, 1000, 0, 0)      \
    ROW(ceil, ceill, -1000, 1000, 0, 0)        \
    ROW(trunc, truncl, -1000, 1000, 0, 0)      \
    ROW(fabs, fabsl, -1000, 1000, 0, 0)        \
    ROW(rsqrt, 1 / sqrtl, 0, 1000, 1, 2)       \
    ROW(rcbrt, 1 / cbrtl, 0, 1000, 1, 1)

#define CHECK_UNARY(name, reference, low, high, bound, bound_float)                                          \
    for (int i = 0; i < ROUNDS; i++) {                                                                       \
        double a = random_between(low, high);                                                                \
        float f = (float)a;                                                                                  \
        check_double_value(#name, a, 0, __nv_##name(a), reference((long double)a), bound);                   \
        check_float_value(#name, f, 0, __nv_##name##f(f), reference((long double)f), bound_float);           \
    }

static void test_unary(void **state) {
    (void)state;
    UNARY_ROWS(CHECK_UNARY)
}

/* The same functions on every special value: the C standard's annex F is what CUDA follows. */
static int is_pole_of_gamma(double a) {
    return a < 0;
}

#define CHECK_SPECIAL(name, reference, low, high, bound, bound_float)                                        \
    for (int i = 0; i < NUM_SPECIAL_DOUBLES; i++) {                                                          \
        double a = special_double(i);                                                                        \
        if (!is_pole_of_gamma(a) || strstr(#name, "gamma") == NULL)                                          \
            check_double_value(#name, a, 0, __nv_##name(a), reference((long double)a), bound);               \
    }

static void test_unary_special(void **state) {
    (void)state;
    UNARY_ROWS(CHECK_SPECIAL)
}

#define BINARY_ROWS(ROW)                                     \
    ROW(atan2, atan2l, -100, 100, -100, 100, 2, 3)           \
    ROW(copysign, copysignl, -100, 100, -100, 100, 0, 0)     \
    ROW(fdim, fdiml, -100, 100, -100, 100, 0, 0)             \
    ROW(fmod, fmodl, -1000, 1000, -10, 10, 0, 0)             \
    ROW(hypot, hypotl, -1000, 1000, -1000, 1000, 2, 3)       \
    ROW(pow, powl, 0, 30, -10, 10, 2, 4)                     \
    ROW(remainder, remainderl, -1000, 1000, -10, 10, 0, 0)   \
    ROW(fmin, fminl, -10, 10, -10, 10, 0, 0)                 \
    ROW(fmax, fmaxl, -10, 10, -10, 10, 0, 0)                 \
    ROW(rhypot, 1 / hypotl, -1000, 1000, -1000, 1000, 1, 2)

#define CHECK_BINARY(name, reference, alow, ahigh, blow, bhigh, bound, bound_float)                          \
    for (int i = 0; i < ROUNDS; i++) {                                                                       \
        double a = random_between(alow, ahigh), b = random_between(blow, bhigh);                             \
        float f = (float)a, g = (float)b;                                                                    \
        check_double_value(#name, a, b, __nv_##name(a, b), reference((long double)a, (long double)b), bound); \
        check_float_value(#name, f, g, __nv_##name##f(f, g), reference((long double)f, (long double)g),      \
                          bound_float);                                                                      \
    }

static void test_binary(void **state) {
    (void)state;
    BINARY_ROWS(CHECK_BINARY)
}

static void test_values(void **state) {
    (void)state;
#define SW_VALUE(name, argument, value, bound)                                                               \
    check_double_value(#name, argument, 0, __nv_##name(argument), value, bound);
#include "devicelib_math_values.def"
}

/* The float forms of the same functions, at the nearest float, against the double ones just checked. */
static void test_float_values(void **state) {
    (void)state;
#define SW_VALUE(name, argument, value, bound)                                                               \
    if (fabs((double)(argument)) < 1e38 && fabs((double)(argument)) > 1e-37)                                 \
        check_float_value(#name, (float)(argument), 0, __nv_##name##f((float)(argument)),                    \
                          __nv_##name((float)(argument)), name##_float_bound);
    enum {
        erfcx_float_bound = 4,
        erfinv_float_bound = 2,
        erfcinv_float_bound = 4,
        normcdf_float_bound = 5,
        normcdfinv_float_bound = 5,
        cyl_bessel_i0_float_bound = 6,
        cyl_bessel_i1_float_bound = 6,
        sinpi_float_bound = 1,
        cospi_float_bound = 1,
        exp10_float_bound = 2,
        rcbrt_float_bound = 1,
        rsqrt_float_bound = 2
    };
#include "devicelib_math_values.def"
}

/* Correctly rounded for every float: two binades of mantissas stand for all of them. */
static void test_frsqrt_rn(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 2u << 23; i++) {
        float a = float_from(0x3f800000u + i);
        long double exact = 1 / sqrtl(a);
        float got = __nv_frsqrt_rn(a);
        long double half_ulp = fabsl((long double)got - nextafterf(got, exact > got ? 2 : 0)) / 2;
        if (fabsl(got - exact) > half_ulp * (1 + 0x1p-30L))
            fail_msg("frsqrt_rn(%a) = %a is not the nearest", a, got);
    }
    assert_true(__nv_frsqrt_rn(0x1p-149f) == (float)(1 / sqrtl(0x1p-149L)));
    assert_true(isinf(__nv_frsqrt_rn(0)) && __nv_frsqrt_rn(INFINITY) == 0 && isnan(__nv_frsqrt_rn(-1)));
}

static void check_same(const char *what, double got, double expected) {
    if (!same_double(got, expected))
        fail_msg("%s: expected %a, got %a", what, expected, got);
}
#define SAME(got, expected) check_same(#got, got, expected)

static void test_statistics_special(void **state) {
    (void)state;
    SAME(__nv_erfinv(1), INFINITY), SAME(__nv_erfinv(-1), -INFINITY), SAME(__nv_erfinv(2), NAN);
    SAME(__nv_erfinv(-0.0), -0.0), SAME(__nv_erfinv(NAN), NAN);
    SAME(__nv_erfcinv(0), INFINITY), SAME(__nv_erfcinv(2), -INFINITY), SAME(__nv_erfcinv(1), 0.0);
    SAME(__nv_erfcinv(-1), NAN), SAME(__nv_erfcinv(3), NAN);
    SAME(__nv_normcdf(INFINITY), 1), SAME(__nv_normcdf(-INFINITY), 0), SAME(__nv_normcdf(NAN), NAN);
    SAME(__nv_normcdf(0), 0.5), SAME(__nv_normcdf(1e300), 1), SAME(__nv_normcdf(-1e300), 0);
    SAME(__nv_normcdfinv(0), -INFINITY), SAME(__nv_normcdfinv(1), INFINITY), SAME(__nv_normcdfinv(2), NAN);
    SAME(__nv_normcdfinv(0.5), 0.0);
    SAME(__nv_erfcx(INFINITY), 0), SAME(__nv_erfcx(-INFINITY), INFINITY), SAME(__nv_erfcx(0), 1);
    SAME(__nv_erfcx(-30), INFINITY), SAME(__nv_erfcx(NAN), NAN);
}

static void test_roots_special(void **state) {
    (void)state;
    SAME(__nv_rsqrt(0), INFINITY), SAME(__nv_rsqrt(-0.0), -INFINITY), SAME(__nv_rsqrt(INFINITY), 0);
    SAME(__nv_rsqrt(-1), NAN), SAME(__nv_rcbrt(-0.0), -INFINITY), SAME(__nv_rcbrt(-INFINITY), -0.0);
    SAME(__nv_cbrt(-27), -3), SAME(__nv_cbrt(-0.0), -0.0), SAME(__nv_cbrt(INFINITY), INFINITY);
    SAME(__nv_norm3d(3, 4, 12), 13), SAME(__nv_norm4d(1, 1, 1, 1), 2), SAME(__nv_norm3d(INFINITY, NAN, 1), INFINITY);
    SAME(__nv_norm3d(1, NAN, 1), NAN), SAME(__nv_norm3d(3e300, 4e300, 0), 5e300), SAME(__nv_norm3d(0, 0, -0.0), 0);
    SAME(__nv_norm3d(3 * 0x1p-1074, 4 * 0x1p-1074, 0), 5 * 0x1p-1074), SAME(__nv_rnorm3d(0, 0, 0), INFINITY);
    SAME(__nv_rnorm3d(NAN, -INFINITY, 0), 0), SAME(__nv_rhypot(3, 4), 0.2), SAME(__nv_rnorm4d(1, 1, 1, 1), 0.5);
    SAME(__nv_norm3df(3e30f, 4e30f, 0), 5e30f), SAME(__nv_rnorm4df(INFINITY, NAN, 0, 0), 0);
    const double numbers[] = {1, 2, 2, 4, 2, 2, 4};
    const float floats[] = {1, 2, 2, 4, 2, 2, 4};
    SAME(__nv_norm(7, numbers), 7), SAME(__nv_rnorm(4, numbers), 0.2);
    SAME(__nv_normf(7, floats), 7), SAME(__nv_rnormf(4, floats), 0.2f), SAME(__nv_norm(0, numbers), 0);
    SAME(__nv_rcp64h(2), 0.5), SAME(__nv_rcp64h(0x1p-1030), INFINITY), SAME(__nv_rcp64h(-0.0), -INFINITY);
}

static void test_half_turns_special(void **state) {
    (void)state;
    SAME(__nv_sinpi(0.5), 1), SAME(__nv_sinpi(1.5), -1), SAME(__nv_sinpi(3), 0.0), SAME(__nv_sinpi(-3), -0.0);
    SAME(__nv_cospi(0.5), 0), SAME(__nv_cospi(1), -1), SAME(__nv_cospi(-2), 1), SAME(__nv_cospi(1e17), 1);
    SAME(__nv_sinpi(INFINITY), NAN), SAME(__nv_cospi(-INFINITY), NAN), SAME(__nv_sinpi(NAN), NAN);
    SAME(__nv_sinpi(0x1p52 + 1), 0), SAME(__nv_cospi(0x1p52 + 1), -1), SAME(__nv_sinpi(-0.0), -0.0);
    double sine, cosine;
    __nv_sincospi(0.25, &sine, &cosine);
    check_double_value("sincospi", 0.25, 0, sine, sqrtl(0.5L), 2);
    check_double_value("sincospi", 0.25, 0, cosine, sqrtl(0.5L), 2);
    float sinef, cosinef;
    __nv_sincospif(1.0f, &sinef, &cosinef);
    SAME(sinef, 0.0), SAME(cosinef, -1);
    __nv_sincos(1, &sine, &cosine);
    SAME(sine, sin(1)), SAME(cosine, cos(1));
}

static void test_pow_special(void **state) {
    (void)state;
    SAME(__nv_pow(0, -1), INFINITY), SAME(__nv_pow(-0.0, -3), -INFINITY), SAME(__nv_pow(-8, 1.0 / 3), NAN);
    SAME(__nv_pow(1, NAN), 1), SAME(__nv_pow(NAN, 0), 1), SAME(__nv_pow(-1, INFINITY), 1);
    SAME(__nv_pow(-2, 3), -8), SAME(__nv_powi(2, -3), 0.125), SAME(__nv_powif(-3, 3), -27);
    SAME(__nv_powi(-2, 31), -2147483648.0), SAME(__nv_powif(1.0000001f, 16777217), (float)pow(1.0000001f, 16777217));
    SAME(__nv_fast_powf(2, 10), 1024), SAME(__nv_fast_powf(-2, 2), NAN);
    SAME(__nv_fast_fdividef(6, 3), 2), SAME(__nv_fast_fdividef(6, 0x1.8p126f), 0);
    SAME(__nv_fast_fdividef(INFINITY, 0x1p127f), NAN), SAME(__nv_fast_fdividef(1, 0), INFINITY);
}

static void test_min_max_special(void **state) {
    (void)state;
    SAME(__nv_fmin(NAN, 1), 1), SAME(__nv_fmin(1, NAN), 1), SAME(__nv_fmax(NAN, -1), -1);
    SAME(__nv_fmax(NAN, NAN), NAN);
    SAME(__nv_fmin(-0.0, 0.0), -0.0), SAME(__nv_fmin(0.0, -0.0), -0.0), SAME(__nv_fmax(-0.0, 0.0), 0.0);
    SAME(__nv_fmaxf(0.0f, -0.0f), 0.0), SAME(__nv_fminf(-INFINITY, NAN), -INFINITY);
    SAME(__nv_saturatef(NAN), 0), SAME(__nv_saturatef(-0.0f), 0), SAME(__nv_saturatef(2), 1);
    SAME(__nv_saturatef(0.5f), 0.5);
    SAME(__nv_fdim(NAN, 1), NAN), SAME(__nv_fdim(1, 2), 0), SAME(__nv_fdim(INFINITY, 1), INFINITY);
}

static void test_parts(void **state) {
    (void)state;
    int exponent, quotient;
    double whole;
    float wholef;
    SAME(__nv_frexp(-12, &exponent), -0.75);
    assert_int_equal(exponent, 4);
    SAME(__nv_frexpf(0x1p-149f, &exponent), 0.5);
    assert_int_equal(exponent, -148);
    SAME(__nv_modf(-3.25, &whole), -0.25), SAME(whole, -3);
    SAME(__nv_modf(-INFINITY, &whole), -0.0), SAME(whole, -INFINITY);
    SAME(__nv_modff(-2, &wholef), -0.0), SAME(wholef, -2);
    SAME(__nv_remquo(7, 2, &quotient), -1);
    assert_int_equal(quotient & 7, 4);
    SAME(__nv_remquof(-7, 2, &quotient), 1), SAME(__nv_fmod(-5, 3), -2), SAME(__nv_fmodf(5, 0), NAN);
    SAME(__nv_ldexp(3, -1074), 3 * 0x1p-1074), SAME(__nv_ldexpf(1, 200), INFINITY), SAME(__nv_scalbn(1, -2000), 0);
    SAME(__nv_scalbnf(0x1p-149f, 149), 1), SAME(__nv_nextafter(1, 2), 0x1.0000000000001p0);
    SAME(__nv_nextafterf(0, -1), -0x1p-149f), SAME(__nv_logb(0), -INFINITY), SAME(__nv_logbf(0x1p-149f), -149);
    assert_int_equal(__nv_ilogb(0), INT_MIN);
    assert_int_equal(__nv_ilogb(NAN), INT_MIN);
    assert_int_equal(__nv_ilogbf(-INFINITY), INT_MAX);
    assert_int_equal(__nv_ilogbf(0x1p-149f), -149);
    assert_int_equal(__nv_ilogb(0x1p-1074), -1074);
}

/* Every exponent, with mantissas of every length, against the C library. */
static void test_frexp(void **state) {
    (void)state;
    for (uint32_t sign = 0; sign < 2; sign++)
        for (uint32_t field = 0; field < 0x800; field++)
            for (unsigned bit = 0; bit < 53; bit++) {
                uint64_t mantissa = (1ull << bit) - (bit & 1);
                uint64_t bits = (uint64_t)sign << 63 | (uint64_t)field << 52 | (mantissa & 0xfffffffffffffull);
                uint32_t narrow = sign << 31 | (field & 0xff) << 23 | ((uint32_t)mantissa & 0x7fffff);
                double a;
                float b;
                int got, expected;
                memcpy(&a, &bits, sizeof a);
                memcpy(&b, &narrow, sizeof b);
                SAME(__nv_frexp(a, &got), frexp(a, &expected));
                assert_int_equal(got, isfinite(a) ? expected : 0);
                SAME(__nv_frexpf(b, &got), frexpf(b, &expected));
                assert_int_equal(got, isfinite(b) ? expected : 0);
            }
}

static void test_rounding_to_integers(void **state) {
    (void)state;
    SAME(__nv_rint(2.5), 2), SAME(__nv_rintf(3.5f), 4), SAME(__nv_round(2.5), 3), SAME(__nv_roundf(-0.5f), -1);
    SAME(__nv_round(0.49999999999999994), 0), SAME(__nv_nearbyint(-0.2), -0.0);
    assert_true(__nv_llrint(2.5) == 2 && __nv_llround(2.5) == 3 && __nv_llroundf(-2.5f) == -3);
    assert_true(__nv_llrint(1e300) == LLONG_MAX && __nv_llrintf(-1e30f) == LLONG_MIN && __nv_llround(NAN) == LLONG_MIN);
}

static void test_classification(void **state) {
    (void)state;
    assert_true(__nv_isnand(NAN) && !__nv_isnand(1) && __nv_isnanf(NAN) && !__nv_isnanf(INFINITY));
    assert_true(__nv_isinfd(-INFINITY) && !__nv_isinfd(NAN) && __nv_isinff(INFINITY) && !__nv_isinff(1));
    assert_true(__nv_isfinited(1) && !__nv_isfinited(NAN) && __nv_finitef(0) && !__nv_finitef(-INFINITY));
    assert_true(__nv_signbitd(-0.0) && !__nv_signbitd(1) && __nv_signbitf(-1) && !__nv_signbitf(0));
    SAME(__nv_nan((const signed char *)""), NAN), SAME(__nv_nanf((const signed char *)"1"), NAN);
}

static void test_bessel(void **state) {
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        double a = random_between(0.01, 50), bound = 5e-12;
        float f = (float)a;
        int n = (int)(random_bits() % 8);
        assert_true(fabsl(__nv_j0(a) - j0l(a)) < bound && fabsl(__nv_j1(a) - j1l(a)) < bound);
        assert_true(fabsl(__nv_jn(n, a) - jnl(n, a)) < bound);
        assert_true(fabsl(__nv_y0(a) - y0l(a)) < bound && fabsl(__nv_y1(a) / y1l(a) - 1) < 1e-9);
        check_float_value("j0", f, 0, __nv_j0f(f), j0l(f), 1);
        check_float_value("j1", f, 0, __nv_j1f(f), j1l(f), 1);
        check_float_value("y0", f, 0, __nv_y0f(f), y0l(f), 1);
        check_float_value("y1", f, 0, __nv_y1f(f), y1l(f), 1);
        check_float_value("jn", f, 0, __nv_jnf(n, f), jnl(n, f), 1);
        check_float_value("yn", f, 0, __nv_ynf(n, f), ynl(n, f), 1);
    }
    SAME(__nv_j0(0), 1), SAME(__nv_j1(0), 0), SAME(__nv_y0(0), -INFINITY), SAME(__nv_y1(0), -INFINITY);
    SAME(__nv_y0(-1), NAN), SAME(__nv_y1f(-1), NAN), SAME(__nv_yn(2, -1), NAN), SAME(__nv_jn(-1, 1), NAN);
    SAME(__nv_yn(-1, 1), NAN), SAME(__nv_j0(INFINITY), 0), SAME(__nv_jn(0, 0.5), __nv_j0(0.5));
    SAME(__nv_cyl_bessel_i0(0), 1), SAME(__nv_cyl_bessel_i1(-0.0), -0.0), SAME(__nv_cyl_bessel_i0(-INFINITY), INFINITY);
    SAME(__nv_cyl_bessel_i1(-INFINITY), -INFINITY), SAME(__nv_cyl_bessel_i1(NAN), NAN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unary),
        cmocka_unit_test(test_unary_special),
        cmocka_unit_test(test_binary),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_float_values),
        cmocka_unit_test(test_frsqrt_rn),
        cmocka_unit_test(test_statistics_special),
        cmocka_unit_test(test_roots_special),
        cmocka_unit_test(test_half_turns_special),
        cmocka_unit_test(test_pow_special),
        cmocka_unit_test(test_min_max_special),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_frexp),
        cmocka_unit_test(test_rounding_to_integers),
        cmocka_unit_test(test_classification),
        cmocka_unit_test(test_bessel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
