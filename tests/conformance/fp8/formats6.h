/* The formats of 6 and 4 bits for the tests: what formats8.h says of those of 8 bits. MODES is 1 for numbers rounded to
 * the nearest alone, 4 for CUDA's four rounding modes, in the order of their enumeration.
 */
#ifndef FORMATS6_H
#define FORMATS6_H

#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include "formats8.h"

/* The conversion functions of fp6 or fp4 by the types of numbers. */
#define FROM(result, name, T, K) \
    static __host__ __device__ result from(T x, int mode) { return __nv_cvt_##name(x, K, (cudaRoundMode)mode); }
#define FUNCTIONS(family, width, step)                                                                              \
    template <__nv_##family##_interpretation_t K, int M> struct Functions_##family {                                \
        enum { MODES = M, STEP = step, SIGN = 1 << (width - 1), LARGEST = SIGN - 1, NOT_A_NUMBER = LARGEST,         \
               BEYOND = LARGEST, INFINITE = 0x100 };                                                                \
        typedef __nv_##family##_storage_t Bits;                                                                     \
        typedef __nv_##family##x2_storage_t Bits2;                                                                  \
        static cudaRoundMode rounding(int mode) { return (cudaRoundMode)mode; }                                     \
        static bool saturates(int) { return true; }                                                                 \
        FROM(Bits, float_to_##family, float, K)                                                                     \
        FROM(Bits, double_to_##family, double, K)                                                                   \
        FROM(Bits, halfraw_to_##family, __half_raw, K)                                                              \
        FROM(Bits, bfloat16raw_to_##family, __nv_bfloat16_raw, K)                                                   \
        FROM(Bits2, float2_to_##family##x2, float2, K)                                                              \
        FROM(Bits2, double2_to_##family##x2, double2, K)                                                            \
        FROM(Bits2, halfraw2_to_##family##x2, __half2_raw, K)                                                       \
        FROM(Bits2, bfloat16raw2_to_##family##x2, __nv_bfloat162_raw, K)                                            \
        static __host__ __device__ __half_raw half_of(unsigned bits) {                                              \
            return __nv_cvt_##family##_to_halfraw((Bits)bits, K);                                                   \
        }                                                                                                           \
        static __host__ __device__ __half2_raw halves_of(unsigned bits) {                                           \
            return __nv_cvt_##family##x2_to_halfraw2((Bits2)bits, K);                                               \
        }                                                                                                           \
    };
FUNCTIONS(fp6, 6, 8)
FUNCTIONS(fp4, 4, 4)
#undef FUNCTIONS
#undef FROM

template <int M> struct E3m2 : Functions_fp6<__NV_E3M2, M> {
    typedef __nv_fp6_e3m2 Number;
    typedef __nv_fp6x2_e3m2 Pair;
    typedef __nv_fp6x4_e3m2 Four;
    enum { MANTISSA = 2, BIAS = 3 };
};

template <int M> struct E2m3 : Functions_fp6<__NV_E2M3, M> {
    typedef __nv_fp6_e2m3 Number;
    typedef __nv_fp6x2_e2m3 Pair;
    typedef __nv_fp6x4_e2m3 Four;
    enum { MANTISSA = 3, BIAS = 1 };
};

template <int M> struct E2m1 : Functions_fp4<__NV_E2M1, M> {
    typedef __nv_fp4_e2m1 Number;
    typedef __nv_fp4x2_e2m1 Pair;
    typedef __nv_fp4x4_e2m1 Four;
    enum { MANTISSA = 1, BIAS = 1 };
};

#endif
