/* Sines and cosines of large doubles: the C library's reduction loses digits where the argument lies very close to a
 * multiple of pi/2 (cos(6381956970095103 * 2^797) is 8 units in the last place off).
 *
 * x = m 2^e with an integer m. Of x 2/pi only the part below 4 counts, for the quadrant and the fraction: the bits of
 * 2/pi above that drop out of a product modulo 2^256, and 256 bits leave the fraction at least 120 digits however close
 * x is to a multiple.
 */
#ifndef SOFTWARP_DEVICELIB_LARGE_ANGLE_H
#define SOFTWARP_DEVICELIB_LARGE_ANGLE_H

#include "number.h"

#define LARGE_ANGLE 0x1p27 /* from here on; good for 2^20 and more */

/* The bits of 2/pi after the point, behind 64 zeros. */
/* clang-format off */
static const uint64_t two_over_pi[] = {
    0,
    0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
    0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
    0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
    0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
    0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu, 0xf0cfbc209af4361du,
};
/* clang-format on */

struct angle {
    unsigned quadrant;
    double r, low; /* x = (4 k + quadrant) pi/2 + r + low, |r| <= pi/4 */
};

/* The 64 bits of 2/pi from a place on. */
SW_INLINE uint64_t bits_of_two_over_pi(int place) {
    const uint64_t *word = &two_over_pi[place / 64];
    int shift = place % 64;
    return shift ? word[0] << shift | word[1] >> (64 - shift) : word[0];
}

/* words (the most significant first) = 4 times the fraction of x / 2 pi, in units of 2^-254. */
SW_INLINE void multiply_by_two_over_pi(double x, uint64_t words[4]) {
    uint64_t bits = bits_of_double(x), m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    int e = (int)(bits >> 52 & 0x7ff) - 1075;
    unsigned __int128 carry = 0;
    for (int i = 3; i >= 0; i--) {
        carry += (unsigned __int128)m * bits_of_two_over_pi(64 + e - 2 + 64 * i);
        words[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* The fraction's 2 x 53 leading bits as a sum of two doubles, times pi/2. */
SW_INLINE struct pair fraction_times_half_pi(const uint64_t words[4]) {
    uint64_t high = words[0] << 2 | words[1] >> 62, middle = words[1] << 2 | words[2] >> 62;
    uint64_t low = words[2] << 2 | words[3] >> 62;
    int scale = -64;
    if (high == 0) { /* closer than 2^-62 no double comes: one step will do */
        high = middle, middle = low, low = words[3] << 2;
        scale = -128;
    }
    int zeros = high ? __builtin_clzll(high) : 0;
    if (zeros) {
        high = high << zeros | middle >> (64 - zeros);
        middle = middle << zeros | low >> (64 - zeros);
    }
    double unit = power_of_two(scale - zeros);
    double first = (double)(high >> 11), second = (double)((high & 0x7ff) << 42 | middle >> 22);
    double head = first * 0x1p11 * unit, tail = second * 0x1p-42 * unit;
    struct pair product = product_exact(head, 0x1.921fb54442d18p+0);
    product.low += head * 0x1.1a62633145c07p-54 + tail * 0x1.921fb54442d18p+0;
    return sum_exact_ordered(product.high, product.low);
}

SW_INLINE struct angle reduce_large_angle(double x) {
    uint64_t words[4];
    multiply_by_two_over_pi(x, words);
    unsigned quadrant = (unsigned)(words[0] >> 62);
    int is_upper = (int)(words[0] >> 61 & 1); /* nearer to the next multiple: what is missing to it */
    if (is_upper) {
        quadrant++;
        for (int i = 0; i < 4; i++)
            words[i] = ~words[i];
    }
    struct pair r = fraction_times_half_pi(words);
    double sign = is_upper ? -1 : 1;
    if (is_negative_double(x)) {
        quadrant = -quadrant;
        sign = -sign;
    }
    return (struct angle){quadrant & 3, sign * r.high, sign * r.low};
}

/* sin(x + quarters pi/2). */
static inline __attribute__((unused)) double sine_of_large_angle(double x, unsigned quarters) {
    if (!is_finite_double(x))
        return x - x;
    struct angle angle = reduce_large_angle(x);
    double sine = __builtin_sin(angle.r), cosine = __builtin_cos(angle.r);
    unsigned quadrant = angle.quadrant + quarters;
    double value = quadrant & 1 ? __builtin_fma(-sine, angle.low, cosine) : __builtin_fma(cosine, angle.low, sine);
    return quadrant & 2 ? -value : value;
}

/* tan(r + low) = tan r + low (1 + tan(r)^2); in odd quadrants the negative inverse. */
static inline __attribute__((unused)) double tangent_of_large_angle(double x) {
    if (!is_finite_double(x))
        return x - x;
    struct angle angle = reduce_large_angle(x);
    double t = __builtin_tan(angle.r), value = __builtin_fma(__builtin_fma(t, t, 1), angle.low, t);
    return angle.quadrant & 1 ? -1 / value : value;
}

#endif
