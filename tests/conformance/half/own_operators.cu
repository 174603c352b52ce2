/* A program that turns CUDA's operators and conversions off and defines its own, and one that has its own atomicAdd for
 * half on architectures without it, as libraries do.
 */
// NO-GPU: nvcc 13 has no sm_60
// SWCC: -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF2_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__
// SWCC: -D__CUDA_NO_BFLOAT16_OPERATORS__ -arch=sm_60
// NO-GPU: for architectures that nvcc 13 no longer has
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>
#include "../check.h"

static_assert(!std::is_convertible<float, __half>::value, "conversions are off");
static_assert(!std::is_convertible<__half, float>::value, "conversions are off");
static_assert(std::is_convertible<float, __nv_bfloat16>::value, "bfloat16's are not");
static_assert(std::is_trivially_copyable<__half>::value, "plain data");

__host__ __device__ inline __half operator+(__half a, __half b) { return __hsub(a, b); }
__host__ __device__ inline __half2 operator*(__half2 a, __half2 b) { return __hadd2(a, b); }
__host__ __device__ inline __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 700
__device__ inline __half atomicAdd(__half *address, __half value) {
    __half before = *address;
    *address = __hadd(before, value);
    return before;
}
#endif

__global__ void kernel(__half *out) {
    out[0] = __float2half(5.0f) + __float2half(3.0f);
    out[1] = __low2half(__float2half2_rn(5.0f) * __float2half2_rn(3.0f));
    atomicAdd(&out[2], __float2half(4.0f));
}

int main() {
    __half *out = managed<__half>(3);
    kernel<<<1, 1>>>(out);
    FINISH();
    CHECK_EQUAL(2.0f, __half2float(out[0]));
    CHECK_EQUAL(8.0f, __half2float(out[1]));
    CHECK_EQUAL(4.0f, __half2float(out[2]));
    CHECK_EQUAL(8.0f, __bfloat162float(__float2bfloat16(5.0f) - __float2bfloat16(3.0f)));
    return check_result();
}
