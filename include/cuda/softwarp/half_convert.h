/* Conversion functions of a 16-bit format. Included once per format (see half_types.h); besides its names:
 *   SW_TO(type, mode)     __half2<type><mode>
 *   SW_FROM(type, mode)   __<type>2half<mode>
 * CUDA Math API: Half Precision Conversion and Data Movement.
 */
SW_NARROW_FN float SW_TO(float, )(const SW_N a) {
    return sw_wide(a);
}

SW_NARROW_FN SW_N SW_FROM(double, )(const double a) {
    return SW_F(nearest_to)(sw_odd_float(a));
}

SW_NARROW_FN SW_N SW_FROM(float, )(const float a) {
    return SW_F(nearest_to)(a);
}

#define SW_FROM_FLOAT(mode, rounding)                               \
    SW_NARROW_FN SW_N SW_FROM(float, mode)(const float a) {         \
        return SW_F(of_bits)(SW_F(from_float)(a, rounding));        \
    }
SW_FROM_FLOAT(_rn, SW_RN)
SW_FROM_FLOAT(_rz, SW_RZ)
SW_FROM_FLOAT(_rd, SW_RD)
SW_FROM_FLOAT(_ru, SW_RU)
#undef SW_FROM_FLOAT

#define SW_INTEGER_MODE(name, T, wide, lowest, highest, limit, nan, mode, rounding)                         \
    SW_NARROW_FN T SW_TO(name, mode)(const SW_N a) {                                                        \
        return sw_saturated<T>(sw_wide(a), rounding, (T)(lowest), (T)(highest), limit, (T)(nan));           \
    }                                                                                                       \
    SW_NARROW_FN SW_N SW_FROM(name, mode)(const T a) {                                                      \
        return SW_F(of_bits)(SW_F(from_float)(sw_odd_float((wide)a), rounding));                            \
    }
#define SW_INTEGER(name, T, wide, lowest, highest, limit, nan)                                              \
    SW_INTEGER_MODE(name, T, wide, lowest, highest, limit, nan, _rn, SW_RN)                                 \
    SW_INTEGER_MODE(name, T, wide, lowest, highest, limit, nan, _rz, SW_RZ)                                 \
    SW_INTEGER_MODE(name, T, wide, lowest, highest, limit, nan, _rd, SW_RD)                                 \
    SW_INTEGER_MODE(name, T, wide, lowest, highest, limit, nan, _ru, SW_RU)
SW_INTEGER(short, short, long long, -32768, 32767, 0x1p15f, 0)
SW_INTEGER(ushort, unsigned short, unsigned long long, 0, 65535, 0x1p16f, 0)
SW_INTEGER(int, int, long long, -0x7fffffff - 1, 0x7fffffff, 0x1p31f, 0)
SW_INTEGER(uint, unsigned int, unsigned long long, 0, 0xffffffffu, 0x1p32f, 0)
SW_INTEGER(ll, long long, long long, -0x7fffffffffffffff - 1, 0x7fffffffffffffff, 0x1p63f, 1ull << 63)
SW_INTEGER(ull, unsigned long long, unsigned long long, 0, ~0ull, 0x1p64f, 1ull << 63)
#undef SW_INTEGER
#undef SW_INTEGER_MODE

SW_NARROW_FN signed char SW_TO(char, _rz)(const SW_N a) {
    return sw_saturated<signed char>(sw_wide(a), SW_RZ, -128, 127, 0x1p7f, 0);
}

SW_NARROW_FN unsigned char SW_TO(uchar, _rz)(const SW_N a) {
    return sw_saturated<unsigned char>(sw_wide(a), SW_RZ, 0, 255, 0x1p8f, 0);
}

SW_NARROW_FN SW_N2 __lowhigh2highlow(const SW_N2 a) {
    return SW_N2(a.y, a.x);
}

SW_NARROW_FN float __low2float(const SW_N2 a) {
    return sw_wide(a.x);
}

SW_NARROW_FN float __high2float(const SW_N2 a) {
    return sw_wide(a.y);
}
