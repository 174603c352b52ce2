/* What an architecture does not have is not declared: a program's own functions of the same names and parameters
 * compile below sm_53, where CUDA has no fused multiply-add, exponentials and sines of halves, and no bfloat16 ones below
 * sm_80. In the host pass, which knows no architecture, CUDA's functions give way.
 */
// SWCC: -arch=sm_52
// NO-GPU: for architectures that nvcc 13 no longer has
#include "formats.h"

#define OWN(T, name, ...) \
    __device__ inline T name(__VA_ARGS__) { return a; }
OWN(__half, __hfma, const __half a, const __half, const __half)
OWN(__half2, __hfma2, const __half2 a, const __half2, const __half2)
OWN(__half, __hfma_sat, const __half a, const __half, const __half)
OWN(__half, __hfma_relu, const __half a, const __half, const __half)
OWN(__half2, __hcmadd, const __half2 a, const __half2, const __half2)
OWN(__half, hexp, const __half a)
OWN(__half2, h2exp, const __half2 a)
OWN(__half, hexp10, const __half a)
OWN(__half, hlog, const __half a)
OWN(__half, hlog2, const __half a)
OWN(__half, hlog10, const __half a)
OWN(__half, hsin, const __half a)
OWN(__half, hcos, const __half a)
OWN(__nv_bfloat16, __hfma, const __nv_bfloat16 a, const __nv_bfloat16, const __nv_bfloat16)
OWN(__nv_bfloat162, __hcmadd, const __nv_bfloat162 a, const __nv_bfloat162, const __nv_bfloat162)

__global__ void call(__half *out, __nv_bfloat16 *out_bf16) {
    __half a = 3.0f;
    out[0] = __hfma(a, a, a);
    out[1] = hexp(a);
    out[2] = hsqrt(__half(9.0f)); /* CUDA's, everywhere */
    out_bf16[0] = __hfma(__nv_bfloat16(3.0f), __nv_bfloat16(2.0f), __nv_bfloat16(1.0f));
    out_bf16[1] = hexp2(__nv_bfloat16(3.0f));
}

int main() {
    __half *out = managed<__half>(3);
    __nv_bfloat16 *out_bf16 = managed<__nv_bfloat16>(2);
    call<<<1, 1>>>(out, out_bf16);
    FINISH();
    CHECK((float)out[0] == 3 && (float)out[1] == 3 && (float)out[2] == 3);
    CHECK((float)out_bf16[0] == 3 && (float)out_bf16[1] == 8);
    return check_result();
}
