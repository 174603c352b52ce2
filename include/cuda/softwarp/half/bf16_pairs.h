/* Making pairs of bfloat16 numbers and taking them apart; the bits as integers. pairs.h is the same for half,
 * under that format's names. CUDA Math API: Bfloat16 Precision Conversion and Data Movement.
 */
SW_NARROW_FN __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) {
    return __nv_bfloat162(a, b);
}

SW_NARROW_FN __nv_bfloat162 make_bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) {
    return __nv_bfloat162(a, b);
}

SW_NARROW_FN __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 a) {
    return __nv_bfloat162(a, a);
}

SW_NARROW_FN __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 a) {
    return a.x;
}

SW_NARROW_FN __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 a) {
    return a.y;
}

SW_NARROW_FN __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 a) {
    return __nv_bfloat162(a.x, a.x);
}

SW_NARROW_FN __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 a) {
    return __nv_bfloat162(a.y, a.y);
}

SW_NARROW_FN __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
    return __nv_bfloat162(a.x, b.x);
}

SW_NARROW_FN __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
    return __nv_bfloat162(a.y, b.y);
}

SW_NARROW_FN __nv_bfloat162 __float2bfloat162_rn(const float a) {
    return __bfloat162bfloat162(__float2bfloat16_rn(a));
}

SW_NARROW_FN __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) {
    return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(b));
}

SW_NARROW_FN __nv_bfloat162 __float22bfloat162_rn(const float2 a) {
    return __floats2bfloat162_rn(a.x, a.y);
}

SW_NARROW_FN float2 __bfloat1622float2(const __nv_bfloat162 a) {
    float2 result;
    result.x = sw_wide(a.x);
    result.y = sw_wide(a.y);
    return result;
}

SW_NARROW_FN short int __bfloat16_as_short(const __nv_bfloat16 a) {
    return (short)sw_bits(a);
}

SW_NARROW_FN unsigned short int __bfloat16_as_ushort(const __nv_bfloat16 a) {
    return sw_bits(a);
}

SW_NARROW_FN __nv_bfloat16 __short_as_bfloat16(const short int a) {
    return sw_bf16_of_bits((unsigned short)a);
}

SW_NARROW_FN __nv_bfloat16 __ushort_as_bfloat16(const unsigned short int a) {
    return sw_bf16_of_bits(a);
}
