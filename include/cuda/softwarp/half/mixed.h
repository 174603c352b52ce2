/* Explicit conversions between half and bfloat16, for programs that include both headers. */
#ifndef SOFTWARP_HALF_MIXED_H
#define SOFTWARP_HALF_MIXED_H

#pragma GCC system_header

__host__ __device__ inline __half::__half(const __nv_bfloat16 &other)
    : __x(sw_half_from_float(sw_wide(other), SW_RN)) {}

__host__ __device__ inline __nv_bfloat16::__nv_bfloat16(const __half &other)
    : __x(sw_bf16_from_float(sw_wide(other), SW_RN)) {}

#endif
