/* CUDA's conversion functions on the bits of 8-bit numbers, in C too. To nearest, ties to even, always in one rounding.
 * CUDA Math API: FP8 Conversion and Data Movement.
 */
#ifndef SOFTWARP_FP8_CONVERT_H
#define SOFTWARP_FP8_CONVERT_H

#pragma GCC system_header

SW_FP8_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                                   const __nv_fp8_interpretation_t fp8_interpretation) {
    return sw_fp8_from_float(x, saturate, fp8_interpretation);
}

SW_FP8_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                                                    const __nv_fp8_interpretation_t fp8_interpretation) {
    return sw_fp8_from_float(sw_fp8_narrow(x), saturate, fp8_interpretation);
}

SW_FP8_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                                                     const __nv_fp8_interpretation_t fp8_interpretation) {
    return sw_fp8_from_half(x.x, saturate, fp8_interpretation);
}

SW_FP8_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                                                         const __nv_fp8_interpretation_t fp8_interpretation) {
    return sw_fp8_from_float(sw_fp8_float_of((unsigned)x.x << 16), saturate, fp8_interpretation);
}

SW_FP8_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                                                        const __nv_fp8_interpretation_t fp8_interpretation) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, fp8_interpretation) |
                                  __nv_cvt_float_to_fp8(x.y, saturate, fp8_interpretation) << 8);
}

SW_FP8_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t saturate,
                                                         const __nv_fp8_interpretation_t fp8_interpretation) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, fp8_interpretation) |
                                  __nv_cvt_double_to_fp8(x.y, saturate, fp8_interpretation) << 8);
}

SW_FP8_FN __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                                                          const __nv_fp8_interpretation_t fp8_interpretation) {
    return (__nv_fp8x2_storage_t)(sw_fp8_from_half(x.x, saturate, fp8_interpretation) |
                                  sw_fp8_from_half(x.y, saturate, fp8_interpretation) << 8);
}

SW_FP8_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x,
                                                              const __nv_saturation_t saturate,
                                                              const __nv_fp8_interpretation_t fp8_interpretation) {
    __nv_bfloat16_raw low, high;
    low.x = x.x;
    high.x = x.y;
    return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_fp8(low, saturate, fp8_interpretation) |
                                  __nv_cvt_bfloat16raw_to_fp8(high, saturate, fp8_interpretation) << 8);
}

SW_FP8_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                             const __nv_fp8_interpretation_t fp8_interpretation) {
    __half_raw half;
    half.x = sw_fp8_to_half(x, fp8_interpretation);
    return half;
}

SW_FP8_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                 const __nv_fp8_interpretation_t fp8_interpretation) {
    __half2_raw pair;
    pair.x = sw_fp8_to_half(x & 0xffu, fp8_interpretation);
    pair.y = sw_fp8_to_half((unsigned)x >> 8, fp8_interpretation);
    return pair;
}

#endif
