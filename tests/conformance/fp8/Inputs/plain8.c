/* 8-bit numbers in C: the functions on bits. */
#include <cuda_fp8.h>

unsigned plain_c(float x) {
    __nv_fp8_storage_t bits = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
    return bits;
}
