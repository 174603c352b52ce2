/* Directed rounding against the processor's own rounding modes, bit for bit: all special operands in all combinations
 * and millions of random ones.
 */
#include "devicelib.h"
#include "devicelib_numbers.h"

#include <fenv.h>

enum { RN, RD, RU, RZ, MODES };
static const int fenv_modes[MODES] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const char *const mode_names[MODES] = {"rn", "rd", "ru", "rz"};

/* Every form takes three operands, so that one loop serves all; the reference computes in the current mode. */
struct float_case {
    const char *name;
    int operands;
    float (*ours[MODES])(float, float, float);
    float (*reference)(float, float, float);
};

struct double_case {
    const char *name;
    int operands;
    double (*ours[MODES])(double, double, double);
    double (*reference)(double, double, double);
};

/* volatile keeps the compiler from computing at another time than when the mode is set. */
#define CASE(type, name, count, call, expression)                                                            \
    static type name##_0(type a, type b, type c) { (void)b, (void)c; return __nv_##name##_rn call; }         \
    static type name##_1(type a, type b, type c) { (void)b, (void)c; return __nv_##name##_rd call; }         \
    static type name##_2(type a, type b, type c) { (void)b, (void)c; return __nv_##name##_ru call; }         \
    static type name##_3(type a, type b, type c) { (void)b, (void)c; return __nv_##name##_rz call; }         \
    static type name##_reference(type p, type q, type r)                                                     \
    {                                                                                                        \
        volatile type a = p, b = q, c = r;                                                                   \
        (void)b, (void)c;                                                                                    \
        volatile type result = expression;                                                                   \
        return result;                                                                                       \
    }
#define ROW(name, count) { #name, count, { name##_0, name##_1, name##_2, name##_3 }, name##_reference }

CASE(float, fadd, 2, (a, b), a + b)
CASE(float, fsub, 2, (a, b), a - b)
CASE(float, fmul, 2, (a, b), a *b)
CASE(float, fdiv, 2, (a, b), a / b)
CASE(float, frcp, 1, (a), 1.0f / a)
CASE(float, fsqrt, 1, (a), sqrtf(a))
CASE(float, fmaf, 3, (a, b, c), fmaf(a, b, c))
CASE(float, fmaf_ieee, 3, (a, b, c), fmaf(a, b, c))
CASE(double, dadd, 2, (a, b), a + b)
CASE(double, dsub, 2, (a, b), a - b)
CASE(double, dmul, 2, (a, b), a *b)
CASE(double, ddiv, 2, (a, b), a / b)
CASE(double, drcp, 1, (a), 1.0 / a)
CASE(double, dsqrt, 1, (a), sqrt(a))
CASE(double, fma, 3, (a, b, c), fma(a, b, c))

static const struct float_case float_cases[] = {
    ROW(fadd, 2), ROW(fsub, 2),  ROW(fmul, 2), ROW(fdiv, 2),
    ROW(frcp, 1), ROW(fsqrt, 1), ROW(fmaf, 3), ROW(fmaf_ieee, 3),
};
static const struct double_case double_cases[] = {
    ROW(dadd, 2), ROW(dsub, 2), ROW(dmul, 2), ROW(ddiv, 2), ROW(drcp, 1), ROW(dsqrt, 1), ROW(fma, 3),
};
enum { RANDOM_ROUNDS = 400000 };

static void check_float(const struct float_case *test, float a, float b, float c) {
    for (int mode = 0; mode < MODES; mode++) {
        fesetround(fenv_modes[mode]);
        float expected = test->reference(a, b, c);
        fesetround(FE_TONEAREST);
        float got = test->ours[mode](a, b, c);
        if (!same_float(expected, got))
            fail_msg("%s_%s(%a, %a, %a): expected %a, got %a", test->name, mode_names[mode], a, b, c, expected, got);
    }
}

static void check_double(const struct double_case *test, double a, double b, double c) {
    for (int mode = 0; mode < MODES; mode++) {
        fesetround(fenv_modes[mode]);
        double expected = test->reference(a, b, c);
        fesetround(FE_TONEAREST);
        double got = test->ours[mode](a, b, c);
        if (!same_double(expected, got))
            fail_msg("%s_%s(%a, %a, %a): expected %a, got %a", test->name, mode_names[mode], a, b, c, expected, got);
    }
}

static void float_specials(const struct float_case *test) {
    int n = NUM_SPECIAL_FLOATS, n2 = test->operands > 1 ? n : 1, n3 = test->operands > 2 ? n : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n2; j++)
            for (int k = 0; k < n3; k++)
                check_float(test, special_float(i), special_float(j), special_float(k));
}

static void double_specials(const struct double_case *test) {
    int n = NUM_SPECIAL_DOUBLES, n2 = test->operands > 1 ? n : 1, n3 = test->operands > 2 ? n : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n2; j++)
            for (int k = 0; k < n3; k++)
                check_double(test, special_double(i), special_double(j), special_double(k));
}

static void test_float_arithmetic(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof float_cases / sizeof *float_cases; i++) {
        const struct float_case *test = &float_cases[i];
        float_specials(test);
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            float a = random_float(1), b = random_float(a);
            float c = random_float(round & 1 ? a * b : b);
            check_float(test, a, b, c);
        }
    }
}

static void test_double_arithmetic(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof double_cases / sizeof *double_cases; i++) {
        const struct double_case *test = &double_cases[i];
        double_specials(test);
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            double a = random_double(1), b = random_double(a);
            double c = random_double(round & 1 ? a * b : b);
            check_double(test, a, b, c);
        }
    }
}

/* Products and quotients whose result is among the denormals, where the residual itself underflows. */
static void test_underflow(void **state) {
    (void)state;
    const struct double_case *multiply = &double_cases[2], *divide = &double_cases[3], *fused = &double_cases[6];
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        int exponent = (int)(random_bits() % 2000) - 1000;
        double a = ldexp(1 + (double)(random_bits() >> 12) * 0x1p-52, exponent);
        double b = ldexp(1 + (double)(random_bits() >> 12) * 0x1p-52, -1020 - (int)(random_bits() % 60) - exponent);
        check_double(multiply, a, b, 0);
        check_double(fused, a, b, random_double(-a * b));
        check_double(divide, a, ldexp(1 / b, -2), 0);
        check_double(divide, a * 0x1p-300, b, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float_arithmetic),
        cmocka_unit_test(test_double_arithmetic),
        cmocka_unit_test(test_underflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
