/* Half types in plain C++ and C files that the host compiler sees: the same layout and the same results as in the .cu
 * file they are linked with.
 */
// NO-GPU: CUDA's header has no types for C
// SOURCES: Inputs/plain.cpp Inputs/plain.c
#include "formats.h"

extern "C" unsigned plain_c_bytes(void);
unsigned plain_sum(const __half *numbers, int count, __half2 pair);
unsigned plain_bfloat_product(__nv_bfloat16 a, __nv_bfloat16 b);

__global__ void fill(__half *numbers, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) numbers[i] = __half(i) * __half(0.25f);
}

int main() {
    __half *numbers = managed<__half>(40);
    fill<<<1, 32>>>(numbers, 40);
    FINISH();
    __half sum = 0.0f;
    for (int i = 0; i < 40; i++) sum += numbers[i];
    sum = sum * __half(2.0f) + __half(3.0f);
    CHECK_EQUAL(Half::bits(sum), plain_sum(numbers, 40, __half2(__half(2.0f), __half(3.0f))));
    CHECK_EQUAL(Bfloat::bits(__nv_bfloat16(1.5f) * __nv_bfloat16(2.5f)), plain_bfloat_product(1.5f, 2.5f));
    CHECK_EQUAL(12u, plain_c_bytes());
    return check_result();
}
