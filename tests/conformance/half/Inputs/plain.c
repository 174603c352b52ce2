/* See plain_cpp.cu. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

unsigned plain_c_bytes(void) {
    return (unsigned)(sizeof(__half) + sizeof(__half2) + sizeof(__nv_bfloat16) + sizeof(__nv_bfloat162));
}
