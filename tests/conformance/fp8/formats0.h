/* Scales of 8 bits, e8m0, for the tests: an exponent and nothing else. Modes are roundings, each without and with
 * saturation: 4 for the two that CUDA takes, 8 for all.
 */
#ifndef FORMATS0_H
#define FORMATS0_H

#include <cfloat>
#include "formats8.h"

template <int M> struct E8m0 {
    typedef __nv_fp8_e8m0 Number;
    typedef __nv_fp8x2_e8m0 Pair;
    typedef __nv_fp8x4_e8m0 Four;
    enum { MODES = M, STEP = 8 };
    static __host__ __device__ cudaRoundMode rounding(int mode) {
        const cudaRoundMode modes[] = {cudaRoundNearest, cudaRoundMinInf, cudaRoundZero, cudaRoundPosInf};
        return modes[(mode + 8 - M) / 2];
    }
    static __host__ __device__ __nv_saturation_t saturates(int mode) { return mode % 2 ? __NV_SATFINITE : __NV_NOSAT; }

#define FROM(result, name, T)                                              \
    static __host__ __device__ result from(T x, int mode) {                \
        return __nv_cvt_##name(x, saturates(mode), rounding(mode));        \
    }
    FROM(unsigned char, float_to_e8m0, float)
    FROM(unsigned char, double_to_e8m0, double)
    FROM(unsigned char, bfloat16raw_to_e8m0, __nv_bfloat16_raw)
    FROM(unsigned short, float2_to_e8m0x2, float2)
    FROM(unsigned short, double2_to_e8m0x2, double2)
    FROM(unsigned short, bfloat162raw_to_e8m0x2, __nv_bfloat162_raw)
#undef FROM
    /* CUDA has no functions for halves, but the classes take them. */
    static __host__ __device__ unsigned char from(__half_raw x, int mode) { return from(__half2float(x), mode); }
    static __host__ __device__ unsigned short from(__half2_raw x, int mode) { return from(__half22float2(x), mode); }
    static __host__ __device__ __half_raw half_of(unsigned bits) {
        Number x;
        x.__x = (unsigned char)bits;
        return __half(x);
    }
    static __host__ __device__ __half2_raw halves_of(unsigned bits) {
        Pair x;
        x.__x = (unsigned short)bits;
        return __half2(x);
    }
};

inline double scale_value(unsigned pattern) {
    return pattern == 0xff ? NAN : std::ldexp(1.0, (int)pattern - 127);
}

/* The scale of a magnitude; finite numbers beyond all floats count as the largest one. */
inline unsigned scale_of(double number, cudaRoundMode rounding, bool saturates) {
    if (std::isnan(number)) return 0xff;
    double x = std::isinf(number) ? INFINITY : std::fmin(std::fabs(number), FLT_MAX);
    unsigned best = 0, end = 0xff;
    while (end - best > 1) {
        unsigned middle = (best + end) / 2;
        *(scale_value(middle) <= x ? &best : &end) = middle;
    }
    if (std::isinf(x)) best = 0xff;
    else best += rounds_up(rounding, false, x, scale_value(best), 2 * scale_value(best), true);
    return best == 0xff && saturates ? 0xfe : best;
}

template <> inline double value_of<E8m0<4>>(unsigned pattern) { return scale_value(pattern); }
template <> inline unsigned pattern_of<E8m0<4>>(double x, int mode) {
    return scale_of(x, E8m0<4>::rounding(mode), E8m0<4>::saturates(mode));
}
template <> inline unsigned pattern_of<E8m0<8>>(double x, int mode) {
    return scale_of(x, E8m0<8>::rounding(mode), E8m0<8>::saturates(mode));
}

#endif
