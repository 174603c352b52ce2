/* 6-bit and 4-bit numbers in C++ for the host compiler: the classes too. */
#include <cuda_fp4.h>
#include <cuda_fp6.h>

unsigned plain_cpp(__nv_fp6x4_e2m3 six, __nv_fp4x4_e2m1 four) {
    return __nv_fp6x4_e2m3(float4(six)).__x ^ __nv_fp4x4_e2m1(float4(four)).__x;
}
