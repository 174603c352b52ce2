/* What all formats of 8, 6 and 4 bits share: floats as bits, and wider and narrower numbers as floats that round like
 * them. Integer arithmetic without branches, so that host and device agree, lanes need no masks, and nothing hangs on
 * what the processor does with denormal numbers. In C as well as in C++.
 */
#ifndef SOFTWARP_MINIFLOAT_BITS_H
#define SOFTWARP_MINIFLOAT_BITS_H

#pragma GCC system_header

#define SW_MINI_FN static __inline__ __host__ __device__ SW_ALWAYS_INLINE

SW_MINI_FN unsigned sw_mini_bits_of(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_MINI_FN float sw_mini_float_of(unsigned bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

SW_MINI_FN unsigned long long sw_mini_bits_of_double(double x) {
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_MINI_FN double sw_mini_double_of(unsigned long long bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* Whether a magnitude that was cut off is taken one step up: rest is what was cut off, half the middle of a step, odd
 * the last bit of what is left. */
SW_MINI_FN unsigned sw_mini_up(unsigned rest, unsigned half, unsigned odd, unsigned negative,
                               enum cudaRoundMode rounding) {
    unsigned away = rounding == (negative ? cudaRoundMinInf : cudaRoundPosInf) && rest != 0;
    return rounding == cudaRoundNearest ? rest + odd > half : away;
}

/* What a float cannot hold of a double becomes the float's last bit, far below what rounding looks at; numbers below
 * 2^-126 become that. */
SW_MINI_FN float sw_mini_narrow(double x) {
    unsigned long long bits = sw_mini_bits_of_double(x), sign = bits >> 63 << 63, magnitude = bits ^ sign;
    unsigned long long least = 0x3810000000000000ull, kept = magnitude & ~0x1fffffffull;
    kept |= (unsigned long long)(kept != magnitude) << 29;
    return (float)sw_mini_double_of((magnitude - 1 < least - 1 ? least : kept) | sign);
}

/* All halves are floats, and no denormal ones. */
SW_MINI_FN float sw_mini_wide_half(unsigned half) {
    unsigned magnitude = half & 0x7fffu, denormal = sw_mini_bits_of((float)(int)magnitude * (1.0f / (1 << 24)));
    unsigned normal = (magnitude << 13) + (magnitude >= 0x7c00u ? 0x70000000u : 0x38000000u);
    return sw_mini_float_of((magnitude < 0x400u ? denormal : normal) | (half & 0x8000u) << 16);
}

SW_MINI_FN float sw_mini_wide_bfloat(unsigned bfloat) {
    return sw_mini_float_of(bfloat << 16);
}

/* Of floats that are one. */
SW_MINI_FN __nv_bfloat16_raw sw_mini_to_bfloat(float x) {
    __nv_bfloat16_raw bfloat;
    bfloat.x = (unsigned short)(sw_mini_bits_of(x) >> 16);
    return bfloat;
}

#endif
