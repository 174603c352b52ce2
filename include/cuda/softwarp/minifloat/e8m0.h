/* Scales of 8 bits, e8m0: an exponent with the bias 127 and nothing else, 2^-127 to 2^127; 0xff is NaN. With CUDA's
 * conversion functions, in C too.
 *
 * A number's magnitude is rounded to a power of two in one of CUDA's modes; what is smaller than the smallest becomes
 * that. To nearest, numbers in the middle become the larger one: of two powers of two neither is even (IEEE 754,
 * 4.3.1). CUDA's own functions take the modes cudaRoundZero and cudaRoundPosInf only.
 * CUDA Math API: FP8 Conversion and Data Movement.
 */
#ifndef SOFTWARP_MINIFLOAT_E8M0_H
#define SOFTWARP_MINIFLOAT_E8M0_H

#pragma GCC system_header

/* From the power of two below a magnitude, and how far it is on the way to the next one, in parts of 2^23. */
SW_MINI_FN __nv_fp8_storage_t sw_e8m0_round(unsigned below, unsigned rest, __nv_saturation_t saturate,
                                            enum cudaRoundMode rounding) {
    unsigned rounded = below + sw_mini_up(rest, 1u << 22, 1, 0, rounding);
    return (__nv_fp8_storage_t)(rounded > 0xfeu ? (saturate == __NV_SATFINITE ? 0xfeu : 0xffu) : rounded);
}

/* Below 2^-126 floats are denormal: 2^-127 is half of the last one. */
SW_MINI_FN __nv_fp8_storage_t sw_e8m0_from_float(float x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
    unsigned magnitude = sw_mini_bits_of(x) & 0x7fffffffu, denormal = magnitude > 0x400000u ? magnitude - 0x400000u : 0;
    unsigned rest = magnitude < 0x800000u ? denormal << 1 : magnitude & 0x7fffffu;
    __nv_fp8_storage_t number = sw_e8m0_round(magnitude >> 23, rest, saturate, rounding);
    return (__nv_fp8_storage_t)(magnitude > 0x7f800000u ? 0xffu : number);
}

/* Numbers beyond all floats are rounded like the largest float, as in CUDA: towards zero to 2^127. */
SW_MINI_FN __nv_fp8_storage_t sw_e8m0_from_double(double x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
    unsigned long long magnitude = sw_mini_bits_of_double(x) & ~(1ull << 63), infinite = 0x7ffull << 52;
    unsigned long long least = (1023ull - 127) << 52, largest = 0x47efffffe0000000ull;
    unsigned long long kept = magnitude < least ? least : magnitude > largest ? largest : magnitude;
    unsigned rest = (unsigned)(kept >> 29 & 0x7fffffu) | ((kept & 0x1fffffffu) != 0);
    __nv_fp8_storage_t finite = sw_e8m0_round((unsigned)((kept - least) >> 52), rest, saturate, rounding);
    __nv_fp8_storage_t beyond = sw_e8m0_round(0xffu, 0, saturate, rounding);
    return (__nv_fp8_storage_t)(magnitude > infinite ? 0xffu : magnitude == infinite ? beyond : finite);
}

SW_MINI_FN __nv_fp8_storage_t sw_e8m0_from_half(unsigned half, __nv_saturation_t saturate,
                                                enum cudaRoundMode rounding) {
    return sw_e8m0_from_float(sw_mini_wide_half(half), saturate, rounding);
}

/* Of an integer's magnitude, rounded up. */
SW_MINI_FN __nv_fp8_storage_t sw_e8m0_from_integer(unsigned long long magnitude) {
    unsigned below = 127u + 63u - (unsigned)__builtin_clzll(magnitude | 1);
    return (__nv_fp8_storage_t)(magnitude ? below + ((magnitude & (magnitude - 1)) != 0) : 0);
}

/* Every scale is a float and a bfloat16, the smallest one a denormal of theirs. */
SW_MINI_FN unsigned short sw_e8m0_to_bfloat(unsigned number) {
    return (unsigned short)(number == 0 ? 0x40u : number == 0xffu ? 0x7fffu : number << 7);
}

SW_MINI_FN float sw_e8m0_to_float(unsigned number) {
    return sw_mini_wide_bfloat(sw_e8m0_to_bfloat(number));
}

SW_MINI_FN double sw_e8m0_to_double(unsigned number) {
    unsigned long long finite = (unsigned long long)(number + (1023 - 127)) << 52;
    return sw_mini_double_of(number == 0xffu ? 0x7fffe00000000000ull : finite);
}

/* To nearest: infinity from 2^16 on, 0 below the smallest half, 2^-24. */
SW_MINI_FN unsigned short sw_e8m0_to_half(unsigned number) {
    unsigned denormal = number < 103u ? 0 : 1u << (number - 103u & 31u);
    unsigned finite = number > 142u ? 0x7c00u : (number - 112u) << 10;
    return (unsigned short)(number == 0xffu ? 0x7fffu : number < 113u ? denormal : finite);
}

#define SW_E8M0_TO(from, T, kind, value)                                                                     \
    SW_MINI_FN __nv_fp8_storage_t __nv_cvt_##from##_to_e8m0(const T x, const __nv_saturation_t saturate,      \
                                                            const enum cudaRoundMode rounding) {             \
        return sw_e8m0_from_##kind(value, saturate, rounding);                                               \
    }
SW_E8M0_TO(float, float, float, x)
SW_E8M0_TO(double, double, double, x)
SW_E8M0_TO(bfloat16raw, __nv_bfloat16_raw, float, sw_mini_wide_bfloat(x.x))
#undef SW_E8M0_TO

#define SW_E8M0_TO2(from, T, kind, first, second)                                                            \
    SW_MINI_FN __nv_fp8x2_storage_t __nv_cvt_##from##_to_e8m0x2(const T x, const __nv_saturation_t saturate,  \
                                                                const enum cudaRoundMode rounding) {         \
        return (__nv_fp8x2_storage_t)(sw_e8m0_from_##kind(first, saturate, rounding) |                       \
                                      sw_e8m0_from_##kind(second, saturate, rounding) << 8);                 \
    }
SW_E8M0_TO2(float2, float2, float, x.x, x.y)
SW_E8M0_TO2(double2, double2, double, x.x, x.y)
SW_E8M0_TO2(bfloat162raw, __nv_bfloat162_raw, float, sw_mini_wide_bfloat(x.x), sw_mini_wide_bfloat(x.y))
#undef SW_E8M0_TO2

SW_MINI_FN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
    __nv_bfloat16_raw bfloat;
    bfloat.x = sw_e8m0_to_bfloat(x);
    return bfloat;
}

SW_MINI_FN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
    __nv_bfloat162_raw pair;
    pair.x = sw_e8m0_to_bfloat(x & 0xffu);
    pair.y = sw_e8m0_to_bfloat((unsigned)x >> 8);
    return pair;
}

#endif
