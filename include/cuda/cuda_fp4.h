/* 4-bit floating point: __nv_fp4_e2m1 and vectors of two and four of them, two numbers a byte, with CUDA's conversions,
 * for device and host code, in .cu files and in plain C++; in C the conversion functions on bits only.
 *
 * CUDA Math API: FP4 Intrinsics. The types hold and convert numbers; CUDA has no arithmetic on them.
 */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_fp6.h"

/* The number's bits, in the lower half of a byte; of two or four the first is lowest. */
typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t {
    __NV_E2M1,
} __nv_fp4_interpretation_t;

#define SW_MINI(before, behind) before##fp4##behind
#define SW_MINI_PARAMETERS const __nv_fp4_interpretation_t kind, const enum cudaRoundMode rounding
#define SW_MINI_ARGUMENTS kind, rounding
#define SW_MINI_KIND const __nv_fp4_interpretation_t kind
#define SW_MINI_WIDTH 4
#define SW_MINI_MANTISSA 1
#define SW_MINI_BIAS 1
#define SW_MINI_STEP 4
#include "softwarp/minifloat/finite.h"
#include "softwarp/minifloat/convert.h"

#if defined(__cplusplus)
#define __CUDA_FP4_TYPES_EXIST__

#if defined(__CUDA_NO_FP4_CONVERSIONS__)
#define SW_MINI_CONVERSIONS 0
#else
#define SW_MINI_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_FP4_CONVERSION_OPERATORS__)
#define SW_MINI_OPERATORS 0
#else
#define SW_MINI_OPERATORS 1
#endif

#define SW_BITS(count) __nv_fp4##count##_storage_t
#define SW_ONE __nv_fp4_e2m1
#define SW_PAIR __nv_fp4x2_e2m1
#define SW_FOUR __nv_fp4x4_e2m1
#define SW_NARROW(from, x) sw_fp4_from_##from(x, __NV_E2M1, cudaRoundNearest)
#define SW_NARROW_INTEGER(x) SW_NARROW(float, (float)(x))
#define SW_WIDEN(to, bits) sw_fp4_to_##to(bits, __NV_E2M1)
#include "softwarp/minifloat/types.h"
#endif

#include "softwarp/minifloat/end.h"

#endif
