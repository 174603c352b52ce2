/* Numbers of 6 and 4 bits: formats without infinity and NaN, in which every number is a small integer times the
 * smallest one. Included once per family, by cuda_fp6.h and cuda_fp4.h, which bind (and undefine) these names, beside those of
 * convert.h:
 *   SW_MINI_MANTISSA, SW_MINI_BIAS   of the format that kind names
 *   SW_MINI_WIDTH                    the sign, exponent and mantissa bits; bits above are not looked at
 *
 *     e3m2: 1 sign, 3 exponent (bias 3), 2 mantissa bits; multiples of 1/16 up to 28
 *     e2m3: 1 sign, 2 exponent (bias 1), 3 mantissa bits; multiples of 1/8 up to 7.5
 *     e2m1: 1 sign, 2 exponent (bias 1), 1 mantissa bit; 0, 0.5, 1, 1.5, 2, 3, 4, 6
 *
 * What is too large becomes the largest number, in every rounding mode; so does a NaN, without a sign.
 */
#ifndef SOFTWARP_MINIFLOAT_FINITE_H
#define SOFTWARP_MINIFLOAT_FINITE_H

/* A float's magnitude as the format's pattern, perhaps too large. Below the smallest normal number the exponent stays
 * and more of the significand is cut off, all of it at last. */
SW_MINI_FN unsigned sw_finite_round(unsigned bits, unsigned mantissa, unsigned bias, enum cudaRoundMode rounding) {
    unsigned magnitude = bits & 0x7fffffffu, exponent = magnitude >> 23, least = 128u - bias;
    unsigned significand = (magnitude & 0x7fffffu) | (exponent != 0) << 23;
    unsigned from = exponent > least ? exponent : least, cut = 23u - mantissa + (from - exponent);
    unsigned shift = cut < 25u ? cut : 25u, rest = significand & ((1u << shift) - 1);
    unsigned number = ((from - least) << mantissa) + (significand >> shift);
    return number + sw_mini_up(rest, 1u << (shift - 1), number & 1u, bits >> 31, rounding);
}

/* A NaN's magnitude is beyond all others, and loses its sign. */
SW_MINI_FN unsigned sw_finite_from_float(float x, unsigned width, unsigned mantissa, unsigned bias,
                                         enum cudaRoundMode rounding) {
    unsigned bits = sw_mini_bits_of(x), rounded = sw_finite_round(bits, mantissa, bias, rounding);
    unsigned largest = (1u << (width - 1)) - 1, sign = (bits & 0x7fffffffu) > 0x7f800000u ? 0 : bits >> 31;
    return (rounded < largest ? rounded : largest) | sign << (width - 1);
}

SW_MINI_FN float sw_finite_to_float(unsigned number, unsigned width, unsigned mantissa, unsigned bias) {
    unsigned magnitude = number & ((1u << (width - 1)) - 1), exponent = magnitude >> mantissa;
    unsigned significand = (magnitude & ((1u << mantissa) - 1)) | (exponent != 0) << mantissa;
    float least = 2.0f / (float)(1 << (bias + mantissa)), sign = number >> (width - 1) & 1u ? -1.0f : 1.0f;
    return (float)(int)(significand << (exponent ? exponent - 1 : 0)) * (sign * least);
}

/* All of them but 0 are normal halves. */
SW_MINI_FN unsigned short sw_finite_to_half(float x) {
    unsigned bits = sw_mini_bits_of(x), magnitude = bits & 0x7fffffffu;
    return (unsigned short)((magnitude ? (magnitude >> 13) - 0x1c000u : 0) | (bits >> 16 & 0x8000u));
}

#endif

#define SW_BITS SW_MINI(__nv_, _storage_t)

SW_MINI_FN SW_BITS SW_MINI(sw_, _from_float)(float x, SW_MINI_PARAMETERS) {
    return (SW_BITS)sw_finite_from_float(x, SW_MINI_WIDTH, SW_MINI_MANTISSA, SW_MINI_BIAS, rounding);
}

SW_MINI_FN SW_BITS SW_MINI(sw_, _from_double)(double x, SW_MINI_PARAMETERS) {
    return SW_MINI(sw_, _from_float)(sw_mini_narrow(x), SW_MINI_ARGUMENTS);
}

SW_MINI_FN SW_BITS SW_MINI(sw_, _from_half)(unsigned half, SW_MINI_PARAMETERS) {
    return SW_MINI(sw_, _from_float)(sw_mini_wide_half(half), SW_MINI_ARGUMENTS);
}

SW_MINI_FN float SW_MINI(sw_, _to_float)(unsigned number, SW_MINI_KIND) {
    return sw_finite_to_float(number, SW_MINI_WIDTH, SW_MINI_MANTISSA, SW_MINI_BIAS);
}

SW_MINI_FN double SW_MINI(sw_, _to_double)(unsigned number, SW_MINI_KIND) {
    return (double)SW_MINI(sw_, _to_float)(number, kind);
}

SW_MINI_FN unsigned short SW_MINI(sw_, _to_half)(unsigned number, SW_MINI_KIND) {
    return sw_finite_to_half(SW_MINI(sw_, _to_float)(number, kind));
}

#undef SW_BITS
