/* 8-bit floating point: __nv_fp8_e4m3, __nv_fp8_e5m2, the scales __nv_fp8_e8m0, and vectors of two and four of them,
 * with CUDA's conversions, for device and host code, in .cu files and in plain C++; in C the conversion functions on
 * bits only.
 *
 * CUDA Math API: FP8 Intrinsics. The types hold and convert numbers; CUDA has no arithmetic on them.
 */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"
#include "host_defines.h"
#include "vector_types.h"

#define __CUDA_FP8_TYPES_EXIST__

/* The numbers' bits; of two or four the first is lowest. */
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/* What becomes of numbers beyond the largest finite one: NaN in e4m3 and infinity in e5m2, or that largest one. A NaN
 * stays one. */
typedef enum __nv_saturation_t {
    __NV_NOSAT,
    __NV_SATFINITE,
} __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3,
    __NV_E5M2,
} __nv_fp8_interpretation_t;

#include "softwarp/minifloat/bits.h"
#include "softwarp/minifloat/e8m0.h"
#include "softwarp/minifloat/fp8.h"

#define SW_MINI(before, behind) before##fp8##behind
#define SW_MINI_PARAMETERS const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind
#define SW_MINI_ARGUMENTS saturate, kind
#define SW_MINI_KIND const __nv_fp8_interpretation_t kind
#define SW_MINI_STEP 8
#include "softwarp/minifloat/convert.h"

#if defined(__cplusplus)
#if defined(__CUDA_NO_FP8_CONVERSIONS__)
#define SW_MINI_CONVERSIONS 0
#else
#define SW_MINI_CONVERSIONS 1
#endif
#if defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
#define SW_MINI_OPERATORS 0
#else
#define SW_MINI_OPERATORS 1
#endif
#define SW_BITS(count) __nv_fp8##count##_storage_t

/* Constructors saturate to finite numbers. A float holds every integer that is not too large for the format. */
#define SW_ONE __nv_fp8_e5m2
#define SW_PAIR __nv_fp8x2_e5m2
#define SW_FOUR __nv_fp8x4_e5m2
#define SW_NARROW(from, x) sw_fp8_from_##from(x, __NV_SATFINITE, __NV_E5M2)
#define SW_NARROW_INTEGER(x) SW_NARROW(float, (float)(x))
#define SW_WIDEN(to, bits) sw_fp8_to_##to(bits, __NV_E5M2)
#include "softwarp/minifloat/types.h"

#define SW_ONE __nv_fp8_e4m3
#define SW_PAIR __nv_fp8x2_e4m3
#define SW_FOUR __nv_fp8x4_e4m3
#define SW_NARROW(from, x) sw_fp8_from_##from(x, __NV_SATFINITE, __NV_E4M3)
#define SW_NARROW_INTEGER(x) SW_NARROW(float, (float)(x))
#define SW_WIDEN(to, bits) sw_fp8_to_##to(bits, __NV_E4M3)
#include "softwarp/minifloat/types.h"

/* Constructors round up. */
#define SW_ONE __nv_fp8_e8m0
#define SW_PAIR __nv_fp8x2_e8m0
#define SW_FOUR __nv_fp8x4_e8m0
#define SW_NARROW(from, x) sw_e8m0_from_##from(x, __NV_SATFINITE, cudaRoundPosInf)
#define SW_NARROW_INTEGER(x) sw_e8m0_from_integer((x) < 0 ? 0 - (unsigned long long)(x) : (unsigned long long)(x))
#define SW_WIDEN(to, bits) sw_e8m0_to_##to(bits)
#define SW_BFLOAT_PAIRS
#include "softwarp/minifloat/types.h"
#undef SW_BFLOAT_PAIRS
#endif

#include "softwarp/minifloat/end.h"

#endif
