/* 6-bit and 4-bit numbers in C: the functions on bits. */
#include <cuda_fp4.h>

unsigned plain_c(float x) {
    __nv_fp6_storage_t six = __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundNearest);
    __nv_fp4_storage_t four = __nv_cvt_double_to_fp4((double)x, __NV_E2M1, cudaRoundNearest);
    return (unsigned)six << 8 | four;
}
