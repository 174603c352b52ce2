/* bfloat16: __nv_bfloat16 and __nv_bfloat162 with CUDA's conversions, arithmetic, comparisons, functions and operators,
 * for device and host code, in .cu files and (without the device functions) in plain C++; in C the types only.
 *
 * The files under softwarp/ do the work and serve half as well. CUDA Math API: Bfloat16 Precision Intrinsics.
 */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "host_defines.h"
#include "vector_types.h"

#define __CUDA_BF16_TYPES_EXIST__

#if defined(__cplusplus)

#include <math.h>
#include "softwarp/half/bits.h"

struct __half;

#define SW_N __nv_bfloat16
#define SW_N2 __nv_bfloat162
#define SW_OTHER __half
#define SW_RAW __nv_bfloat16_raw
#define SW_RAW2 __nv_bfloat162_raw
#define SW_F(name) sw_bf16_##name
#define SW_TO(type, mode) __bfloat162##type##mode
#define SW_FROM(type, mode) __##type##2bfloat16##mode
#define SW_NAME(before, behind) before##bfloat16##behind
#define SW_NAME2(before, behind) before##bfloat162##behind
#define SW_NAME2_TWICE __bfloat162bfloat162
#define SW_NATIVE_ARITHMETIC 0
#define SW_CODE bf16
#define SW_CODE2 v2bf16
#define SW_SINCE_OF(half, bf16) bf16
#define SW_ATOMIC_ARCH 800
#define SW_ATOMIC_ARCH2 800
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define SW_CONVERSIONS 0
#else
#define SW_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define SW_OPERATORS 0
#else
#define SW_OPERATORS 1
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define SW_PAIR_OPERATORS 0
#else
#define SW_PAIR_OPERATORS 1
#endif

#include "softwarp/half/types.h"

/* a * b + c with one rounding. A float's exponents do not hold every product, so this one goes through double: the
 * product is exact there, the sum is rounded to odd, and so is its way to a float. */
SW_NARROW_FN __nv_bfloat16 sw_bf16_fused(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    SW_STRICT
    return sw_bf16_nearest_to(sw_odd_float(sw_odd_add((double)sw_wide(a) * sw_wide(b), (double)sw_wide(c))));
}

#include "softwarp/half/family.h"
#include "softwarp/half/pairs.h"
#include "softwarp/half/family_end.h"

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

#if defined(__CUDA_FP16_H__)
#include "softwarp/half/mixed.h"
#endif

#else

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __nv_bfloat162_raw;
typedef __nv_bfloat16_raw __nv_bfloat16;
typedef __nv_bfloat162_raw __nv_bfloat162;

#endif

#endif
