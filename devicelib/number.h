/* Small tools that every file of the device library shares: the bits of a number, its neighbours, exact sums.
 *
 * Everything here is plain arithmetic without branches on data where that is possible, because these functions are
 * inlined into kernels and later turned into vector code. The library is compiled without contraction and without
 * fast-math: the error terms below mean something.
 */
#ifndef SOFTWARP_DEVICELIB_NUMBER_H
#define SOFTWARP_DEVICELIB_NUMBER_H

#include <stdint.h>

#define SW_INLINE static inline __attribute__((always_inline, unused))

SW_INLINE uint32_t bits_of_float(float x) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_INLINE float float_of_bits(uint32_t bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

SW_INLINE uint64_t bits_of_double(double x) {
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_INLINE double double_of_bits(uint64_t bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

SW_INLINE int is_negative_float(float x) {
    return (int)(bits_of_float(x) >> 31);
}

SW_INLINE int is_negative_double(double x) {
    return (int)(bits_of_double(x) >> 63);
}

SW_INLINE int is_finite_double(double x) {
    return __builtin_fabs(x) < __builtin_inf();
}

/* The neighbour of x that is one step further from zero (outward = 1) or nearer to it (outward = -1). An infinity's
 * inner neighbour is the largest finite number, and the largest finite number's outer one infinity. Callers never ask
 * for the inner neighbour of zero. */
SW_INLINE float step_float(float x, int outward) {
    return float_of_bits(bits_of_float(x) + (uint32_t)outward);
}

SW_INLINE double step_double(double x, int outward) {
    return double_of_bits(bits_of_double(x) + (uint64_t)(int64_t)outward);
}

/* 2^n for -1022 <= n <= 1023. */
SW_INLINE double power_of_two(int n) {
    return double_of_bits((uint64_t)(n + 1023) << 52);
}

/* An unevaluated sum, |low| at most half a unit in the last place of high. */
struct pair {
    double high, low;
};

/* a + b exactly (Knuth), for any a and b whose sum does not overflow by much. */
SW_INLINE struct pair sum_exact(double a, double b) {
    double sum = a + b, virtual_b = sum - a;
    return (struct pair){sum, (a - (sum - virtual_b)) + (b - virtual_b)};
}

/* a + b exactly (Dekker) where |a| >= |b| or a is zero; does not overflow unless the sum itself does. */
SW_INLINE struct pair sum_exact_ordered(double a, double b) {
    double sum = a + b;
    return (struct pair){sum, b - (sum - a)};
}

/* a * b exactly, unless the low half underflows. */
SW_INLINE struct pair product_exact(double a, double b) {
    double product = a * b;
    return (struct pair){product, __builtin_fma(a, b, -product)};
}

#endif
