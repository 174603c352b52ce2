/* 8-bit numbers in C++ for the host compiler: the classes too. */
#include <cuda_fp8.h>

unsigned plain_cpp(__nv_fp8x4_e4m3 four) {
    float4 wide = float4(four);
    return __nv_fp8x4_e4m3(wide).__x;
}
