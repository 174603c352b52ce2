/* Numbers for the device library's tests: every special value, and random ones of every magnitude.
 *
 * Random bit patterns alone seldom meet (two exponents far apart leave nothing to round), so half of the numbers are
 * drawn close to another one or from few exponents with short mantissas, where ties, cancellation and underflow are.
 */
#ifndef SOFTWARP_TESTS_DEVICELIB_NUMBERS_H
#define SOFTWARP_TESTS_DEVICELIB_NUMBERS_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static inline uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static inline float float_from(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline double double_from(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline uint64_t double_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Equal bits, or both NaN. */
static inline int same_float(float a, float b) {
    return (a != a && b != b) || float_bits(a) == float_bits(b);
}

static inline int same_double(double a, double b) {
    return (a != a && b != b) || double_bits(a) == double_bits(b);
}

/* clang-format off */
static const float special_floats[] = {
    0.0f, 0x1p-149f, 0x1.8p-148f, 0x1.fffffcp-127f, 0x1p-126f, 0x1.000002p-126f, 0x1p-75f, 0x1p-63f, 0.25f, 0.5f,
    0x1.fffffep-1f, 1.0f, 0x1.000002p0f, 1.5f, 2.0f, 3.0f, 0x1p23f, 0x1.000002p23f, 0x1p24f, 0x1.fffffep30f, 0x1p31f,
    0x1p32f, 0x1p63f, 0x1p64f, 0x1p100f, 0x1p126f, 0x1p127f, 0x1.fffffcp127f, 0x1.fffffep127f, INFINITY, NAN,
};

static const double special_doubles[] = {
    0.0, 0x1p-1074, 0x1.8p-1073, 0x1p-1023, 0x1.ffffffffffffep-1023, 0x1p-1022, 0x1.0000000000001p-1022, 0x1p-969,
    0x1p-900, 0x1.fffffffffffffp-901, 0x1p-538, 0x1p-537, 0x1p-511, 0x1p-150, 0x1p-149, 0x1p-53, 0.25, 0.5,
    0x1.fffffffffffffp-1, 1.0, 0x1.0000000000001p0, 1.5, 2.0, 3.0, 0x1.fffffffp30, 0x1p31, 0x1p32, 0x1p52,
    0x1.8p52, 0x1p53, 0x1p63, 0x1.fffffffffffffp62, 0x1p64, 0x1.fffffep127, 0x1.ffffffp127, 0x1p128, 0x1p511, 0x1p800,
    0x1p1000, 0x1p1022, 0x1p1023, 0x1.ffffffffffffep1023, 0x1.fffffffffffffp1023, INFINITY, NAN,
};
/* clang-format on */

enum {
    NUM_SPECIAL_FLOATS = 2 * sizeof special_floats / sizeof *special_floats,
    NUM_SPECIAL_DOUBLES = 2 * sizeof special_doubles / sizeof *special_doubles,
};

/* Special number i, the negative ones in the second half. */
static inline float special_float(int i) {
    return i < NUM_SPECIAL_FLOATS / 2 ? special_floats[i] : -special_floats[i - NUM_SPECIAL_FLOATS / 2];
}

static inline double special_double(int i) {
    return i < NUM_SPECIAL_DOUBLES / 2 ? special_doubles[i] : -special_doubles[i - NUM_SPECIAL_DOUBLES / 2];
}

/* A random number, related to near in half of the cases. */
static inline float random_float(float near) {
    uint64_t r = random_bits();
    uint32_t bits = (uint32_t)(r >> 32);
    switch (r & 7) {
    case 0:
        return special_float((int)(bits % NUM_SPECIAL_FLOATS));
    case 1:
        return float_from(float_bits(near) + (bits & 7) - 3);
    case 2:
        return -float_from(float_bits(near) + (bits & 0xfff) - 0x7ff);
    case 3:
        return ldexpf((float)(int)(bits & 0xff) - 128, (int)(bits >> 8 & 63) - 32);
    case 4:
        return float_from((bits & 0x807fffff) | (uint32_t)(120 + (bits >> 23 & 15)) << 23);
    case 5:
        return float_from(bits & 0x807fffff);
    default:
        return float_from(bits);
    }
}

static inline double random_double(double near) {
    uint64_t r = random_bits(), bits = random_bits();
    switch (r & 7) {
    case 0:
        return special_double((int)(bits % NUM_SPECIAL_DOUBLES));
    case 1:
        return double_from(double_bits(near) + (bits & 7) - 3);
    case 2:
        return -double_from(double_bits(near) + (bits & 0xffffff) - 0x7fffff);
    case 3:
        return ldexp((double)(int)(bits & 0xff) - 128, (int)(bits >> 8 & 127) - 64);
    case 4:
        return double_from((bits & 0x800fffffffffffff) | (uint64_t)(1010 + (r >> 8 & 31)) << 52);
    case 5:
        return double_from(bits & 0x800fffffffffffff);
    default:
        return double_from(bits);
    }
}

#endif
