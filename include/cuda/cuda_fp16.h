/* Half precision: __half and __half2 with CUDA's conversions, arithmetic, comparisons, functions and operators, for
 * device and host code, in .cu files and (without the device functions) in plain C++; in C the types only.
 *
 * The files under softwarp/ do the work and serve bfloat16 as well. CUDA Math API: Half Precision Intrinsics.
 */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "host_defines.h"
#include "vector_types.h"

#define __CUDA_FP16_TYPES_EXIST__

#if defined(__cplusplus)

#include <math.h>
#include "softwarp/half/bits.h"

struct __nv_bfloat16;

#define SW_N __half
#define SW_N2 __half2
#define SW_OTHER __nv_bfloat16
#define SW_RAW __half_raw
#define SW_RAW2 __half2_raw
#define SW_F(name) sw_half_##name
#define SW_TO(type, mode) __half2##type##mode
#define SW_FROM(type, mode) __##type##2half##mode
#define SW_NAME(before, behind) before##half##behind
#define SW_NAME2(before, behind) before##half2##behind
#define SW_NAME2_TWICE __half2half2
#define SW_NATIVE_ARITHMETIC SW_NATIVE_HALF
#define SW_CODE f16
#define SW_CODE2 v2f16
#define SW_SINCE_OF(half, bf16) half
#define SW_ATOMIC_ARCH 700
#define SW_ATOMIC_ARCH2 600
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#define SW_CONVERSIONS 0
#else
#define SW_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define SW_OPERATORS 0
#else
#define SW_OPERATORS 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define SW_PAIR_OPERATORS 0
#else
#define SW_PAIR_OPERATORS 1
#endif

#include "softwarp/half/types.h"

#if SW_NATIVE_ARITHMETIC
SW_NARROW_FN _Float16 sw_half_native(__half a) {
    return __builtin_bit_cast(_Float16, sw_bits(a));
}

SW_NARROW_FN __half sw_native_half(_Float16 a) {
    return sw_half_of_bits(__builtin_bit_cast(unsigned short, a));
}
#endif

/* a * b + c with one rounding: the product is exact in a float, the sum is rounded to odd. */
SW_NARROW_FN __half sw_half_fused(__half a, __half b, __half c) {
    SW_STRICT
    return sw_half_nearest_to(sw_odd_add(sw_wide(a) * sw_wide(b), sw_wide(c)));
}

#include "softwarp/half/family.h"
#include "softwarp/half/pairs.h"
#include "softwarp/half/family_end.h"

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

#if defined(__CUDA_BF16_H__)
#include "softwarp/half/mixed.h"
#endif

#else

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __half2_raw;
typedef __half_raw __half;
typedef __half2_raw __half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#endif

#endif
