/* 8-bit floating point: __nv_fp8_e4m3, __nv_fp8_e5m2 and vectors of two and four of them, with CUDA's conversions, for
 * device and host code, in .cu files and in plain C++; in C the conversion functions on bits only.
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

#include "softwarp/fp8/bits.h"
#include "softwarp/fp8/convert.h"

#if defined(__cplusplus)
#define SW_FP8 __nv_fp8_e5m2
#define SW_FP8X2 __nv_fp8x2_e5m2
#define SW_FP8X4 __nv_fp8x4_e5m2
#define SW_FP8_KIND __NV_E5M2
#include "softwarp/fp8/types.h"

#define SW_FP8 __nv_fp8_e4m3
#define SW_FP8X2 __nv_fp8x2_e4m3
#define SW_FP8X4 __nv_fp8x4_e4m3
#define SW_FP8_KIND __NV_E4M3
#include "softwarp/fp8/types.h"
#endif

#endif
