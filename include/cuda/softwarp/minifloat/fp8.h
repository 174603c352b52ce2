/* fp8 bits: how a float or half becomes an 8-bit number, and back.
 *
 *     e4m3: 1 sign, 4 exponent (bias 7), 3 mantissa bits; no infinity, 0x7f is NaN, 0x7e is 448
 *     e5m2: 1 sign, 5 exponent (bias 15), 2 mantissa bits, the upper half of a half: 0x7c is infinity, 0x7b is 57344
 *
 * CUDA Math API: FP8 Conversion and Data Movement.
 */
#ifndef SOFTWARP_MINIFLOAT_FP8_H
#define SOFTWARP_MINIFLOAT_FP8_H

#pragma GCC system_header

/* The first pattern that is not finite. Without saturation it is also what numbers beyond the largest finite become. */
SW_MINI_FN unsigned sw_fp8_beyond(__nv_fp8_interpretation_t kind) {
    return kind == __NV_E4M3 ? 0x7fu : 0x7cu;
}

/* A rounded magnitude, perhaps too large, becomes a number. The NaN is the one without a sign. */
SW_MINI_FN __nv_fp8_storage_t sw_fp8_finish(unsigned magnitude, unsigned sign, int nan, __nv_saturation_t saturate,
                                           __nv_fp8_interpretation_t kind) {
    unsigned beyond = sw_fp8_beyond(kind), last = saturate == __NV_SATFINITE ? beyond - 1 : beyond;
    unsigned number = (magnitude >= beyond ? last : magnitude) | sign;
    return (__nv_fp8_storage_t)(nan ? 0x7fu : number);
}

/* To nearest, ties to even: in denormal numbers by the addition of a float whose last place is theirs. */
SW_MINI_FN __nv_fp8_storage_t sw_fp8_from_float(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
    unsigned bits = sw_mini_bits_of(x), magnitude = bits & 0x7fffffffu;
    unsigned shift = kind == __NV_E4M3 ? 20 : 21, smallest = kind == __NV_E4M3 ? 0x3c800000u : 0x38800000u;
    unsigned exponents = kind == __NV_E4M3 ? 120u << 3 : 112u << 2;
    unsigned step = kind == __NV_E4M3 ? 0x46800000u : 0x43000000u;
    unsigned half = (1u << (shift - 1)) - 1 + (magnitude >> shift & 1);
    unsigned normal = ((magnitude + half) >> shift) - exponents;
    float small = sw_mini_float_of(magnitude < smallest ? magnitude : 0);
    unsigned denormal = sw_mini_bits_of(small + sw_mini_float_of(step)) - step;
    unsigned rounded = magnitude < smallest ? denormal : normal;
    return sw_fp8_finish(rounded, bits >> 24 & 0x80u, magnitude > 0x7f800000u, saturate, kind);
}

SW_MINI_FN __nv_fp8_storage_t sw_fp8_from_double(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
    return sw_fp8_from_float(sw_mini_narrow(x), saturate, kind);
}

/* Halves have e5m2's exponents. To e4m3 they go through a float. */
SW_MINI_FN __nv_fp8_storage_t sw_fp8_from_half(unsigned half, __nv_saturation_t saturate,
                                               __nv_fp8_interpretation_t kind) {
    unsigned magnitude = half & 0x7fffu, rounded = (magnitude + 0x7fu + (magnitude >> 8 & 1)) >> 8;
    if (kind == __NV_E4M3) return sw_fp8_from_float(sw_mini_wide_half(half), saturate, kind);
    return sw_fp8_finish(rounded, half >> 8 & 0x80u, magnitude > 0x7c00u, saturate, kind);
}

/* All 8-bit numbers are floats and halves. A NaN becomes CUDA's half NaN, 0x7fff. */
SW_MINI_FN float sw_fp8_to_float(unsigned number, __nv_fp8_interpretation_t kind) {
    unsigned magnitude = number & 0x7fu, beyond = sw_fp8_beyond(kind), sign = (number & 0x80u) << 24;
    unsigned shift = kind == __NV_E4M3 ? 20 : 21, exponents = kind == __NV_E4M3 ? 120u << 23 : 112u << 23;
    float least = kind == __NV_E4M3 ? 1.0f / 512 : 1.0f / 65536;
    unsigned normal = (magnitude << shift) + exponents, denormal = sw_mini_bits_of((float)(int)magnitude * least);
    unsigned infinite = kind == __NV_E5M2 && magnitude == beyond ? 0x7f800000u | sign : 0x7fffffffu;
    unsigned finite = (magnitude >> (23 - shift) ? normal : denormal) | sign;
    return sw_mini_float_of(magnitude >= beyond ? infinite : finite);
}

SW_MINI_FN double sw_fp8_to_double(unsigned number, __nv_fp8_interpretation_t kind) {
    return (double)sw_fp8_to_float(number, kind);
}

SW_MINI_FN unsigned short sw_fp8_to_half(unsigned number, __nv_fp8_interpretation_t kind) {
    unsigned magnitude = number & 0x7fu, sign = (number & 0x80u) << 8;
    unsigned wide = sw_mini_bits_of(sw_fp8_to_float(magnitude, kind));
    unsigned e4m3 = magnitude ? (wide >> 13) - 0x1c000u : 0, finite = kind == __NV_E4M3 ? e4m3 : magnitude << 8;
    return (unsigned short)(magnitude > (kind == __NV_E4M3 ? 0x7eu : 0x7cu) ? 0x7fffu : finite | sign);
}

#endif
