/* See plain_cpp.cu. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

unsigned plain_c_bytes(void) {
    return (unsigned)(sizeof(__half_raw) + sizeof(__half2_raw) + sizeof(__nv_bfloat16_raw) + sizeof(__nv_bfloat162_raw));
}
