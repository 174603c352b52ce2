/* expf, logf and their kin on LANES floats: what kernels call most, therefore in single precision throughout.
 *
 * Exponentials: e^x = 2^n e^r with n an integer and |r| <= ln 2 / 2; n times the head of ln 2 is exact, so that r has
 * no error but its last rounding. Logarithms: x = 2^n (1 + f), log x = n log 2 + f + f^2 R(f), added so that little is
 * lost where the sum cancels (n = 1 or -1); where the base's own factor would be one more rounding, the part of it that
 * is a power of two is taken out.
 * Polynomials are fitted for the least relative error (2^-27 and below). With and without fused multiplication errors
 * stay under 1.4 units in the last place (asinf 2.4), in the range of denormals too.
 */
#include "vector_lanes.h"

VECTOR_FUNCTION(floats, expf)(floats x) {
    x = clamp_floats(x, -104, 89);
    floats rounder = x * 0x1.715476p+0f + FLOAT_ROUNDER, n = rounder - FLOAT_ROUNDER;
    floats r = x - n * 0x1.62e4p-1f;
    r = r - n * 0x1.7f7d1cp-20f;
    floats p = r * 0x1.6a5e02p-10f + 0x1.123ac8p-7f;
    p = p * r + 0x1.5558a2p-5f;
    p = p * r + 0x1.555490p-3f;
    p = p * r + 0x1.fffffcp-2f;
    p = p * r + 1;
    p = p * r + 1;
    return scale_floats(p, rounder);
}

VECTOR_FUNCTION(floats, exp2f)(floats x) {
    x = clamp_floats(x, -151, 129);
    floats rounder = x + FLOAT_ROUNDER, r = x - (rounder - FLOAT_ROUNDER);
    floats p = r * 0x1.3ec116p-13f + 0x1.5f0ccep-10f;
    p = p * r + 0x1.3b31fep-7f;
    p = p * r + 0x1.c6af74p-5f;
    p = p * r + 0x1.ebfbd6p-3f;
    p = p * r + 0x1.62e430p-1f;
    p = p * r + 1;
    return scale_floats(p, rounder);
}

VECTOR_FUNCTION(floats, exp10f)(floats x) {
    x = clamp_floats(x, -46, 39);
    floats rounder = x * 0x1.a934f0p+1f + FLOAT_ROUNDER, n = rounder - FLOAT_ROUNDER;
    floats r = x - n * 0x1.344p-2f;
    r = r - n * 0x1.3509f8p-18f;
    floats p = r * 0x1.a49914p-3f + 0x1.156bccp-1f;
    p = p * r + 0x1.2bdbdap+0f;
    p = p * r + 0x1.046f9ap+1f;
    p = p * r + 0x1.535248p+1f;
    p = p * r + 0x1.26bb1cp+1f;
    p = p * r + 1;
    return scale_floats(p, rounder);
}

struct split_floats {
    floats n, f; /* x = 2^n (1 + f), -1/4 <= f < 1/2 */
};

#ifdef VECTOR_AVX512
/* Zero, infinity and NaN give an n that makes the logarithm right, negative numbers a NaN for f. */
VECTOR_HELPER struct split_floats split_float(floats x) {
    floats part = AVX512(getmant_ps)(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    floats n = (floats)AVX512(getexp_ps)(x) - (floats)AVX512(getexp_ps)(part);
    return (struct split_floats){n, part - 1};
}

VECTOR_HELPER floats or_special_log(floats x, floats value) {
    (void)x;
    return value;
}
#else
VECTOR_HELPER struct split_floats split_float(floats x) {
    floats scaled = x < 0x1p-126f ? x * 0x1p23f : x;
    floats shift = x < 0x1p-126f ? (floats)-23 : (floats)0;
    ints n = (float_bits(scaled) - 0x3f400000) & (int32_t)0xff800000;
    floats whole = to_floats(n) * 0x1p-23f + shift;
    return (struct split_floats){whole, (floats)(float_bits(scaled) - n) - 1};
}

/* What logarithms of any base have in common: zero, negative numbers, infinity, NaN. */
VECTOR_HELPER floats or_special_log(floats x, floats value) {
    floats special = x < 0 ? (floats)__builtin_nanf("") : x;
    special = x == 0 ? (floats)-__builtin_inff() : special;
    return ((x > 0) & (x < __builtin_inff())) ? value : special;
}
#endif

VECTOR_FUNCTION(floats, logf)(floats x) {
    struct split_floats s = split_float(x);
    floats f = s.f, r = f * -0x1.72124cp-5f + 0x1.ad3cccp-4f;
    r = r * f - 0x1.0db55ep-3f;
    r = r * f + 0x1.28856ep-3f;
    r = r * f - 0x1.54eb5ap-3f;
    r = r * f + 0x1.9968eep-3f;
    r = r * f - 0x1.00004ep-2f;
    r = r * f + 0x1.5555a6p-2f;
    r = r * f - 0.5f;
    floats low = r * (f * f) + s.n * 0x1.7f7d1cp-20f;
    return or_special_log(x, s.n * 0x1.62e4p-1f + (f + low));
}

VECTOR_FUNCTION(floats, log2f)(floats x) {
    struct split_floats s = split_float(x);
    floats f = s.f, r = f * -0x1.0c3d02p-4f + 0x1.366604p-3f;
    r = r * f - 0x1.854c1cp-3f;
    r = r * f + 0x1.abb5cap-3f;
    r = r * f - 0x1.ebcf3ep-3f;
    r = r * f + 0x1.2753ecp-2f;
    r = r * f - 0x1.715518p-2f;
    r = r * f + 0x1.ec7112p-2f;
    r = r * f - 0x1.715476p-1f;
    floats low = r * (f * f) + f * 0x1.c551dap-2f; /* log2(e) - 1 */
    return or_special_log(x, (s.n + f) + low);
}

VECTOR_FUNCTION(floats, log10f)(floats x) {
    struct split_floats s = split_float(x);
    floats f = s.f, r = f * -0x1.3e6c2ep-6f + 0x1.7324b8p-5f;
    r = r * f - 0x1.d434f8p-5f;
    r = r * f + 0x1.01a8d0p-4f;
    r = r * f - 0x1.2826c8p-4f;
    r = r * f + 0x1.639ad8p-4f;
    r = r * f - 0x1.bcb7d2p-4f;
    r = r * f + 0x1.287abep-3f;
    r = r * f - 0x1.bcb7b2p-3f;
    floats low = r * (f * f) - f * 0x1.0d213ap-4f; /* 1/2 - log10(e) */
    low = s.n * 0x1.3509f8p-18f + low;
    return or_special_log(x, s.n * 0x1.344p-2f + (f * 0.5f + low));
}

/* asin x = x + x^3 P(x^2) up to 1/2; above, pi/2 - 2 asin(sqrt((1 - x) / 2)). */
VECTOR_FUNCTION(floats, asinf)(floats x) {
    floats size = magnitude_of(x);
    ints is_large = size > 0.5f;
    floats square = is_large ? 0.5f - size * 0.5f : x * x;
    floats root = is_large ? __builtin_elementwise_sqrt(square) : size;
    floats p = square * 0x1.596df2p-5f + 0x1.8c2d0cp-6f;
    p = p * square + 0x1.747d0cp-5f;
    p = p * square + 0x1.3301fcp-4f;
    p = p * square + 0x1.5555c8p-3f;
    p = p * (square * root) + root;
    floats rest = 0x1.921fb6p+0f - (2 * p + 0x1.777a5cp-25f);
    return with_sign_of(is_large ? rest : p, x);
}

/* Documented as 2^(b log2 a), a negative base giving NaN whatever the exponent. */
VECTOR_FUNCTION(floats, fast_powf)(floats a, floats b) {
    return VECTOR_NAME(exp2f, LANES)(b * VECTOR_NAME(log2f, LANES)(a));
}
