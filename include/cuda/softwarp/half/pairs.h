/* Making pairs of a 16-bit format and taking them apart; the bits as integers. Included once per format (see types.h).
 * Besides its names:
 *   SW_NAME(before, behind)    __low2half, __low2bfloat16: the format's word between two others
 *   SW_NAME2(before, behind)   __lows2half2, __lows2bfloat162: the pair's
 *   SW_NAME2_TWICE             __half2half2, __bfloat162bfloat162
 * CUDA Math API: Half, Bfloat16 Precision Conversion and Data Movement.
 */
SW_NARROW_FN SW_N2 SW_NAME2(__halves2, )(const SW_N a, const SW_N b) {
    return SW_N2(a, b);
}

SW_NARROW_FN SW_N2 SW_NAME2(make_, )(const SW_N a, const SW_N b) {
    return SW_N2(a, b);
}

SW_NARROW_FN SW_N2 SW_NAME2_TWICE(const SW_N a) {
    return SW_N2(a, a);
}

SW_NARROW_FN SW_N SW_NAME(__low2, )(const SW_N2 a) {
    return a.x;
}

SW_NARROW_FN SW_N SW_NAME(__high2, )(const SW_N2 a) {
    return a.y;
}

SW_NARROW_FN SW_N2 SW_NAME2(__low2, )(const SW_N2 a) {
    return SW_N2(a.x, a.x);
}

SW_NARROW_FN SW_N2 SW_NAME2(__high2, )(const SW_N2 a) {
    return SW_N2(a.y, a.y);
}

SW_NARROW_FN SW_N2 SW_NAME2(__lows2, )(const SW_N2 a, const SW_N2 b) {
    return SW_N2(a.x, b.x);
}

SW_NARROW_FN SW_N2 SW_NAME2(__highs2, )(const SW_N2 a, const SW_N2 b) {
    return SW_N2(a.y, b.y);
}

SW_NARROW_FN SW_N2 SW_NAME2(__float2, _rn)(const float a) {
    return SW_NAME2_TWICE(SW_NAME(__float2, _rn)(a));
}

SW_NARROW_FN SW_N2 SW_NAME2(__floats2, _rn)(const float a, const float b) {
    return SW_N2(SW_NAME(__float2, _rn)(a), SW_NAME(__float2, _rn)(b));
}

SW_NARROW_FN SW_N2 SW_NAME2(__float22, _rn)(const float2 a) {
    return SW_NAME2(__floats2, _rn)(a.x, a.y);
}

SW_NARROW_FN float2 SW_NAME2(__, 2float2)(const SW_N2 a) {
    float2 result;
    result.x = sw_wide(a.x);
    result.y = sw_wide(a.y);
    return result;
}

SW_NARROW_FN short int SW_NAME(__, _as_short)(const SW_N a) {
    return (short)sw_bits(a);
}

SW_NARROW_FN unsigned short int SW_NAME(__, _as_ushort)(const SW_N a) {
    return sw_bits(a);
}

SW_NARROW_FN SW_N SW_NAME(__short_as_, )(const short int a) {
    return SW_F(of_bits)((unsigned short)a);
}

SW_NARROW_FN SW_N SW_NAME(__ushort_as_, )(const unsigned short int a) {
    return SW_F(of_bits)(a);
}
