/* Conversion functions of a 16-bit format. Included once per format (see types.h); besides its names:
 *   SW_TO(type, mode)     __half2<type><mode>
 *   SW_FROM(type, mode)   __<type>2half<mode>
 * Integers are rows of functions.def.
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

#define SW_INTEGER_MODE(name, T, mode, rounding)                                    \
    SW_NARROW_FN T SW_TO(name, mode)(const SW_N a) {                                \
        return sw_saturated<T>(sw_wide(a), rounding);                               \
    }                                                                               \
    SW_NARROW_FN SW_N SW_FROM(name, mode)(const T a) {                              \
        return SW_F(of_bits)(SW_F(from_float)(sw_odd_integer(a), rounding));        \
    }
#define SW_ROW_INTEGER(name, T, half, bf16)  \
    SW_INTEGER_MODE(name, T, _rn, SW_RN)     \
    SW_INTEGER_MODE(name, T, _rz, SW_RZ)     \
    SW_INTEGER_MODE(name, T, _rd, SW_RD)     \
    SW_INTEGER_MODE(name, T, _ru, SW_RU)
#define SW_ROW_SMALL(name, T, half, bf16)               \
    SW_NARROW_FN T SW_TO(name, _rz)(const SW_N a) {     \
        return sw_saturated<T>(sw_wide(a), SW_RZ);      \
    }
#include "functions.def"
#undef SW_INTEGER_MODE

SW_NARROW_FN SW_N2 __lowhigh2highlow(const SW_N2 a) {
    return SW_N2(a.y, a.x);
}

SW_NARROW_FN float __low2float(const SW_N2 a) {
    return sw_wide(a.x);
}

SW_NARROW_FN float __high2float(const SW_N2 a) {
    return sw_wide(a.y);
}
