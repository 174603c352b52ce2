/* Arithmetic with a stated rounding (__fadd_rz, __fma_ru, ...) and the fast, less exact single precision functions
 * (__sinf, __expf, __fdividef, ...).
 *
 * The stated rounding also means that the compiler never merges such a multiplication with an addition. CUDA Math API:
 * Single Precision Intrinsics, Double Precision Intrinsics. The functions behind the names are libdevice's.
 */
#ifndef SOFTWARP_ROUNDING_H
#define SOFTWARP_ROUNDING_H

#pragma GCC system_header

#include <__clang_cuda_libdevice_declares.h>

#define SW_ROUND1(name, T, rounding) \
    SW_PURE T __##name##_##rounding(T x) { return __nv_##name##_##rounding(x); }
#define SW_ROUND2(name, T, rounding) \
    SW_PURE T __##name##_##rounding(T x, T y) { return __nv_##name##_##rounding(x, y); }
#define SW_ROUND3(name, T, rounding) \
    SW_PURE T __##name##_##rounding(T x, T y, T z) { return __nv_##name##_##rounding(x, y, z); }
#define SW_ROUND(form, name, T) form(name, T, rn) form(name, T, rz) form(name, T, ru) form(name, T, rd)

SW_ROUND(SW_ROUND2, fadd, float)
SW_ROUND(SW_ROUND2, fsub, float)
SW_ROUND(SW_ROUND2, fmul, float)
SW_ROUND(SW_ROUND2, fdiv, float)
SW_ROUND(SW_ROUND1, frcp, float)
SW_ROUND(SW_ROUND1, fsqrt, float)
SW_ROUND(SW_ROUND3, fmaf, float)
SW_ROUND(SW_ROUND2, dadd, double)
SW_ROUND(SW_ROUND2, dsub, double)
SW_ROUND(SW_ROUND2, dmul, double)
SW_ROUND(SW_ROUND2, ddiv, double)
SW_ROUND(SW_ROUND1, drcp, double)
SW_ROUND(SW_ROUND1, dsqrt, double)
SW_ROUND(SW_ROUND3, fma, double)
SW_ROUND1(frsqrt, float, rn)

#undef SW_ROUND
#undef SW_ROUND3
#undef SW_ROUND2
#undef SW_ROUND1

/* The same as __fmaf_*, whatever -ftz says. */
SW_PURE float __fmaf_ieee_rn(float x, float y, float z) { return __nv_fmaf_rn(x, y, z); }
SW_PURE float __fmaf_ieee_rz(float x, float y, float z) { return __nv_fmaf_rz(x, y, z); }
SW_PURE float __fmaf_ieee_ru(float x, float y, float z) { return __nv_fmaf_ru(x, y, z); }
SW_PURE float __fmaf_ieee_rd(float x, float y, float z) { return __nv_fmaf_rd(x, y, z); }

SW_PURE float __sinf(float x) { return __nv_fast_sinf(x); }
SW_PURE float __cosf(float x) { return __nv_fast_cosf(x); }
SW_PURE float __tanf(float x) { return __nv_fast_tanf(x); }
SW_PURE float __tanhf(float x) { return __nv_tanhf(x); }
SW_PURE float __expf(float x) { return __nv_fast_expf(x); }
SW_PURE float __exp10f(float x) { return __nv_fast_exp10f(x); }
SW_PURE float __logf(float x) { return __nv_fast_logf(x); }
SW_PURE float __log2f(float x) { return __nv_fast_log2f(x); }
SW_PURE float __log10f(float x) { return __nv_fast_log10f(x); }
SW_PURE float __powf(float x, float y) { return __nv_fast_powf(x, y); }
SW_PURE float __fdividef(float x, float y) { return __nv_fast_fdividef(x, y); }
SW_PURE float __saturatef(float x) { return __nv_saturatef(x); }
SW_DEVICE void __sincosf(float x, float *sine, float *cosine) { __nv_fast_sincosf(x, sine, cosine); }

#endif
