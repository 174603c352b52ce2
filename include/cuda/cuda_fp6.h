/* 6-bit floating point: __nv_fp6_e3m2, __nv_fp6_e2m3 and vectors of two and four of them, a number a byte, with CUDA's
 * conversions, for device and host code, in .cu files and in plain C++; in C the conversion functions on bits only.
 *
 * CUDA Math API: FP6 Intrinsics. The types hold and convert numbers; CUDA has no arithmetic on them.
 */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_fp8.h"

/* The numbers' bits, in the lower six of a byte; of two or four the first is lowest. */
typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t {
    __NV_E2M3,
    __NV_E3M2,
} __nv_fp6_interpretation_t;

#define SW_MINI(before, behind) before##fp6##behind
#define SW_MINI_PARAMETERS const __nv_fp6_interpretation_t kind, const enum cudaRoundMode rounding
#define SW_MINI_ARGUMENTS kind, rounding
#define SW_MINI_KIND const __nv_fp6_interpretation_t kind
#define SW_MINI_WIDTH 6
#define SW_MINI_MANTISSA (kind == __NV_E3M2 ? 2 : 3)
#define SW_MINI_BIAS (kind == __NV_E3M2 ? 3 : 1)
#define SW_MINI_STEP 8
#include "softwarp/minifloat/finite.h"
#include "softwarp/minifloat/convert.h"

#if defined(__cplusplus)
#define __CUDA_FP6_TYPES_EXIST__

#if defined(__CUDA_NO_FP6_CONVERSIONS__)
#define SW_MINI_CONVERSIONS 0
#else
#define SW_MINI_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_FP6_CONVERSION_OPERATORS__)
#define SW_MINI_OPERATORS 0
#else
#define SW_MINI_OPERATORS 1
#endif
#define SW_BITS(count) __nv_fp6##count##_storage_t

#define SW_ONE __nv_fp6_e3m2
#define SW_PAIR __nv_fp6x2_e3m2
#define SW_FOUR __nv_fp6x4_e3m2
#define SW_NARROW(from, x) sw_fp6_from_##from(x, __NV_E3M2, cudaRoundNearest)
#define SW_NARROW_INTEGER(x) SW_NARROW(float, (float)(x))
#define SW_WIDEN(to, bits) sw_fp6_to_##to(bits, __NV_E3M2)
#include "softwarp/minifloat/types.h"

#define SW_ONE __nv_fp6_e2m3
#define SW_PAIR __nv_fp6x2_e2m3
#define SW_FOUR __nv_fp6x4_e2m3
#define SW_NARROW(from, x) sw_fp6_from_##from(x, __NV_E2M3, cudaRoundNearest)
#define SW_NARROW_INTEGER(x) SW_NARROW(float, (float)(x))
#define SW_WIDEN(to, bits) sw_fp6_to_##to(bits, __NV_E2M3)
#include "softwarp/minifloat/types.h"
#endif

#include "softwarp/minifloat/end.h"

#endif
