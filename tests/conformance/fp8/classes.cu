/* The classes: layout, constructors from every type, which saturate, and vectors of two and four.
 * CUDA Math API, __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3 and their like.
 */
// SOURCES: Inputs/plain8.cpp Inputs/plain8.c
#include "formats8.h"
#include "classes.h"

SAME_LAYOUT(__nv_fp8_e4m3, __nv_fp8_storage_t);
SAME_LAYOUT(__nv_fp8_e5m2, __nv_fp8_storage_t);
SAME_LAYOUT(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t);
SAME_LAYOUT(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t);
SAME_LAYOUT(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t);
SAME_LAYOUT(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t);

extern "C" unsigned plain_c(float x);
unsigned plain_cpp(__nv_fp8x4_e4m3 four);

int main() {
    run_both<Made>("e4m3 from integers", 1000, Make<E4m3>(), check_made<E4m3>);
    run_both<Made>("e5m2 from integers", 1000, Make<E5m2>(), check_made<E5m2>);
    run_both<Vectors>("vectors of e4m3", 300, Vectorise<E4m3>(), check_vectors<E4m3>);
    run_both<Vectors>("vectors of e5m2", 300, Vectorise<E5m2>(), check_vectors<E5m2>);
    check_aligned<E4m3>();
    check_aligned<E5m2>();
    CHECK_EQUAL(pattern_of<E5m2>(-300.0, __NV_SATFINITE), plain_c(-300.0f));
    CHECK_EQUAL(0xfe7e3830u, plain_cpp(__nv_fp8x4_e4m3(make_float4(0.5f, 1.0f, 1e9f, -1e9f))));
    return check_result();
}
