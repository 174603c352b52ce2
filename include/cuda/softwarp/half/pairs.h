/* Making pairs of halves and taking them apart; the bits as integers. bf16_pairs.h is the same for bfloat16, under that
 * format's names. CUDA Math API: Half Precision Conversion and Data Movement.
 */
SW_NARROW_FN __half2 __halves2half2(const __half a, const __half b) {
    return __half2(a, b);
}

SW_NARROW_FN __half2 make_half2(const __half a, const __half b) {
    return __half2(a, b);
}

SW_NARROW_FN __half2 __half2half2(const __half a) {
    return __half2(a, a);
}

SW_NARROW_FN __half __low2half(const __half2 a) {
    return a.x;
}

SW_NARROW_FN __half __high2half(const __half2 a) {
    return a.y;
}

SW_NARROW_FN __half2 __low2half2(const __half2 a) {
    return __half2(a.x, a.x);
}

SW_NARROW_FN __half2 __high2half2(const __half2 a) {
    return __half2(a.y, a.y);
}

SW_NARROW_FN __half2 __lows2half2(const __half2 a, const __half2 b) {
    return __half2(a.x, b.x);
}

SW_NARROW_FN __half2 __highs2half2(const __half2 a, const __half2 b) {
    return __half2(a.y, b.y);
}

SW_NARROW_FN __half2 __float2half2_rn(const float a) {
    return __half2half2(__float2half_rn(a));
}

SW_NARROW_FN __half2 __floats2half2_rn(const float a, const float b) {
    return __half2(__float2half_rn(a), __float2half_rn(b));
}

SW_NARROW_FN __half2 __float22half2_rn(const float2 a) {
    return __floats2half2_rn(a.x, a.y);
}

SW_NARROW_FN float2 __half22float2(const __half2 a) {
    float2 result;
    result.x = sw_wide(a.x);
    result.y = sw_wide(a.y);
    return result;
}

SW_NARROW_FN short int __half_as_short(const __half a) {
    return (short)sw_bits(a);
}

SW_NARROW_FN unsigned short int __half_as_ushort(const __half a) {
    return sw_bits(a);
}

SW_NARROW_FN __half __short_as_half(const short int a) {
    return sw_half_of_bits((unsigned short)a);
}

SW_NARROW_FN __half __ushort_as_half(const unsigned short int a) {
    return sw_half_of_bits(a);
}
