/* Conversions against the processor's rounding modes and against CUDA's saturation rules. */
#include "devicelib.h"
#include "devicelib_numbers.h"

#include <fenv.h>
#include <limits.h>

enum { ROUNDS = 1000000 };
static const int fenv_modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

/* Changing the rounding mode takes longer than what is checked: references change it once for all types.
 *
 * x rounded to a whole number in each mode. */
struct whole_numbers {
    long double in_mode[4];
};
static struct whole_numbers whole_numbers(double x) {
    struct whole_numbers whole;
    for (int mode = 0; mode < 4; mode++) {
        fesetround(fenv_modes[mode]);
        volatile long double in = x;
        volatile long double out = rintl(in);
        whole.in_mode[mode] = out;
    }
    fesetround(FE_TONEAREST);
    return whole;
}

static __int128 saturated(long double whole, __int128 lowest, __int128 highest, __int128 nan) {
    if (whole != whole)
        return nan;
    if (whole >= 0x1p65L)
        return highest;
    if (whole <= -0x1p65L)
        return lowest;
    __int128 value = (__int128)whole;
    return value < lowest ? lowest : value > highest ? highest : value;
}

#define CHECK_TO(from, to, type, mode, index, x, lowest, highest, nan)                                       \
    do {                                                                                                     \
        type got = __nv_##from##2##to##_##mode(x);                                                           \
        type expected = (type)saturated(whole.in_mode[index], lowest, highest, nan);                         \
        if (got != expected)                                                                                 \
            fail_msg("%s2%s_%s(%a): expected %llx, got %llx", #from, #to, #mode, (double)(x),                \
                     (unsigned long long)expected, (unsigned long long)got);                                 \
    } while (0)
#define CHECK_TO_ALL(from, to, type, x, lowest, highest, nan)                                                \
    do {                                                                                                     \
        CHECK_TO(from, to, type, rn, 0, x, lowest, highest, nan);                                            \
        CHECK_TO(from, to, type, rz, 1, x, lowest, highest, nan);                                            \
        CHECK_TO(from, to, type, rd, 2, x, lowest, highest, nan);                                            \
        CHECK_TO(from, to, type, ru, 3, x, lowest, highest, nan);                                            \
    } while (0)

static void check_float_to_integers(float x) {
    struct whole_numbers whole = whole_numbers(x);
    CHECK_TO_ALL(float, int, int, x, INT_MIN, INT_MAX, 0);
    CHECK_TO_ALL(float, uint, unsigned, x, 0, UINT_MAX, 0);
    CHECK_TO_ALL(float, ll, long long, x, LLONG_MIN, LLONG_MAX, LLONG_MIN);
    CHECK_TO_ALL(float, ull, unsigned long long, x, 0, ULLONG_MAX, 1ull << 63);
}

static void check_double_to_integers(double x) {
    struct whole_numbers whole = whole_numbers(x);
    CHECK_TO_ALL(double, int, int, x, INT_MIN, INT_MAX, INT_MIN);
    CHECK_TO_ALL(double, uint, unsigned, x, 0, UINT_MAX, 1u << 31);
    CHECK_TO_ALL(double, ll, long long, x, LLONG_MIN, LLONG_MAX, LLONG_MIN);
    CHECK_TO_ALL(double, ull, unsigned long long, x, 0, ULLONG_MAX, 1ull << 63);
}

/* Numbers around n + 1/2 and around the limits of the integer types, besides the usual ones. */
static double near_an_integer(void) {
    uint64_t r = random_bits();
    double half = (double)(int64_t)(r >> (r & 63)) * 0.5;
    return double_from(double_bits(r & 64 ? half : -half) + (r >> 8 & 3) - 1);
}

static void test_to_integers(void **state) {
    (void)state;
    for (int i = 0; i < NUM_SPECIAL_FLOATS; i++)
        check_float_to_integers(special_float(i));
    for (int i = 0; i < NUM_SPECIAL_DOUBLES; i++)
        check_double_to_integers(special_double(i));
    for (int i = 0; i < ROUNDS / 4; i++) {
        double x = near_an_integer();
        check_double_to_integers(x);
        check_double_to_integers(random_double(1));
        check_float_to_integers((float)x);
        check_float_to_integers(random_float(1));
    }
}

/* The reference converts in the mode itself: the processor's own instruction from a long double, which holds every
 * 64-bit integer exactly. */
struct from_integer {
    float float_int, float_uint, float_ll, float_ull;
    double double_ll, double_ull;
};
static struct from_integer from_integer(uint64_t bits, int mode) {
    volatile long double as_int = (int)bits, as_uint = (unsigned)bits, as_ll = (long long)bits, as_ull = bits;
    fesetround(fenv_modes[mode]);
    volatile struct from_integer converted = {(float)as_int, (float)as_uint, (float)as_ll,
                                              (float)as_ull, (double)as_ll,  (double)as_ull};
    fesetround(FE_TONEAREST);
    return converted;
}

#define CHECK_FROM(to, from, mode, x)                                                                        \
    do {                                                                                                     \
        to got = __nv_##from##2##to##_##mode(x);                                                             \
        if (!same_double(got, expected.to##_##from))                                                         \
            fail_msg("%s2%s_%s(%Lg): expected %a, got %a", #from, #to, #mode, (long double)(x),              \
                     (double)expected.to##_##from, (double)got);                                             \
    } while (0)
#define CHECK_FROM_ALL(mode, index)                                                                          \
    do {                                                                                                     \
        struct from_integer expected = from_integer(bits, index);                                            \
        CHECK_FROM(float, int, mode, (int)bits);                                                             \
        CHECK_FROM(float, uint, mode, (unsigned)bits);                                                       \
        CHECK_FROM(float, ll, mode, (long long)bits);                                                        \
        CHECK_FROM(float, ull, mode, bits);                                                                  \
        CHECK_FROM(double, ll, mode, (long long)bits);                                                       \
        CHECK_FROM(double, ull, mode, bits);                                                                 \
    } while (0)

static void check_from_integers(uint64_t bits) {
    CHECK_FROM_ALL(rn, 0);
    CHECK_FROM_ALL(rz, 1);
    CHECK_FROM_ALL(rd, 2);
    CHECK_FROM_ALL(ru, 3);
}

static void test_from_integers(void **state) {
    (void)state;
    for (int shift = 0; shift < 64; shift++)
        for (int offset = -3; offset <= 3; offset++) {
            check_from_integers((1ull << shift) + (uint64_t)(int64_t)offset);
            check_from_integers(~0ull << shift);
            check_from_integers((0x1000001ull << shift) + (uint64_t)(int64_t)offset);
        }
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t bits = random_bits();
        check_from_integers(bits >> (random_bits() & 63));
    }
}

static void check_double_to_float(double x) {
    static float (*const ours[4])(double) = {__nv_double2float_rn, __nv_double2float_rz, __nv_double2float_rd,
                                             __nv_double2float_ru};
    for (int mode = 0; mode < 4; mode++) {
        volatile double in = x;
        fesetround(fenv_modes[mode]);
        volatile float expected = (float)in;
        fesetround(FE_TONEAREST);
        float got = ours[mode](x);
        if (!same_float(expected, got))
            fail_msg("double2float mode %d (%a): expected %a, got %a", mode, x, expected, got);
    }
}

static void test_double_to_float(void **state) {
    (void)state;
    for (int i = 0; i < NUM_SPECIAL_DOUBLES; i++)
        check_double_to_float(special_double(i));
    for (int i = 0; i < ROUNDS; i++) {
        float near = random_float(1);
        check_double_to_float(random_double(1));
        check_double_to_float(double_from(double_bits(near) + (random_bits() & 0x3fffffff) - 0x1fffffff));
    }
}

/* All halves to float and back; every float between two neighbouring halves goes to the nearer one, ties to even. */
static void test_half(void **state) {
    (void)state;
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        int exponent = (int)(bits >> 10 & 31), mantissa = (int)(bits & 0x3ff);
        double magnitude = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
        float got = __nv_half2float((unsigned short)bits);
        if (exponent == 31 && mantissa) {
            assert_true(got != got);
            continue;
        }
        double expected = exponent == 31 ? INFINITY : magnitude;
        assert_true(same_float(got, (float)(bits & 0x8000 ? -expected : expected)));
        assert_int_equal(__nv_float2half_rn(got), bits);
        if (exponent == 31 || (bits & 0x7fff) == 0x7bff)
            continue;
        float next = __nv_half2float((unsigned short)(bits + 1)), middle = (got + next) / 2;
        assert_int_equal(__nv_float2half_rn(nextafterf(middle, got)), bits);
        assert_int_equal(__nv_float2half_rn(nextafterf(middle, next)), bits + 1);
        assert_int_equal(__nv_float2half_rn(middle), bits & 1 ? bits + 1 : bits);
    }
    assert_int_equal(__nv_float2half_rn(65519.996f), 0x7bff);
    assert_int_equal(__nv_float2half_rn(65520.0f), 0x7c00);
}

static void test_views(void **state) {
    (void)state;
    assert_int_equal(__nv_float_as_int(-1.5f), (int)0xbfc00000);
    assert_int_equal(__nv_float_as_uint(1.0f), 0x3f800000);
    assert_true(__nv_int_as_float(0x40490fdb) == 3.14159274f);
    assert_true(__nv_uint_as_float(0x80000000u) == 0 && signbit(__nv_uint_as_float(0x80000000u)));
    assert_true(__nv_double_as_longlong(-2.0) == 0xc000000000000000u);
    assert_true(__nv_longlong_as_double(0x3ff8000000000000) == 1.5);
    assert_int_equal(__nv_double2hiint(-2.0), (int)0xc0000000);
    assert_int_equal(__nv_double2loint(double_from(0x3ff0000012345678)), 0x12345678);
    assert_true(__nv_hiloint2double(0x3ff80000, -1) == double_from(0x3ff80000ffffffff));
    assert_true(__nv_int2double_rn(INT_MIN) == -2147483648.0 && __nv_uint2double_rn(UINT_MAX) == 4294967295.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_to_integers),     cmocka_unit_test(test_from_integers),
        cmocka_unit_test(test_double_to_float), cmocka_unit_test(test_half),
        cmocka_unit_test(test_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
