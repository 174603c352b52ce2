/* The classes of 6 and 4 bits: layout, constructors from every type, and vectors of two and four.
 * CUDA Math API, __nv_fp6_e3m2, __nv_fp6_e2m3, __nv_fp4_e2m1 and vectors of them.
 */
// SOURCES: Inputs/plain6.cpp Inputs/plain6.c
// NO-GPU: not yet recorded on a GPU
#include "formats6.h"
#include "classes.h"

SAME_LAYOUT(__nv_fp6_e3m2, __nv_fp6_storage_t);
SAME_LAYOUT(__nv_fp6_e2m3, __nv_fp6_storage_t);
SAME_LAYOUT(__nv_fp4_e2m1, __nv_fp4_storage_t);
SAME_LAYOUT(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t);
SAME_LAYOUT(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t);
SAME_LAYOUT(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t);
SAME_LAYOUT(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t);
SAME_LAYOUT(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t);
SAME_LAYOUT(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t);
static_assert(sizeof(__nv_fp6x2_e3m2) == 2 && sizeof(__nv_fp6x4_e3m2) == 4, "a number a byte");
static_assert(sizeof(__nv_fp4x2_e2m1) == 1 && sizeof(__nv_fp4x4_e2m1) == 2, "two numbers a byte");

extern "C" unsigned plain_c(float x);
unsigned plain_cpp(__nv_fp6x4_e2m3 six, __nv_fp4x4_e2m1 four);

int main() {
    run_both<Made>("e3m2 from integers", 1000, Make<E3m2<1>>(), check_made<E3m2<1>>);
    run_both<Made>("e2m3 from integers", 1000, Make<E2m3<1>>(), check_made<E2m3<1>>);
    run_both<Made>("e2m1 from integers", 1000, Make<E2m1<1>>(), check_made<E2m1<1>>);
    run_both<Vectors>("vectors of e3m2", 300, Vectorise<E3m2<1>>(), check_vectors<E3m2<1>>);
    run_both<Vectors>("vectors of e2m3", 300, Vectorise<E2m3<1>>(), check_vectors<E2m3<1>>);
    run_both<Vectors>("vectors of e2m1", 300, Vectorise<E2m1<1>>(), check_vectors<E2m1<1>>);
    check_aligned<E3m2<1>>();
    check_aligned<E2m3<1>>();
    check_aligned<E2m1<1>>();
    CHECK_EQUAL(0x350eu, plain_c(-5.0f));
    float4 f = make_float4(0.5f, -1.0f, 100.0f, 2.0f);
    CHECK_EQUAL(0x101f2804u ^ 0x47a1u, plain_cpp(__nv_fp6x4_e2m3(f), __nv_fp4x4_e2m1(f)));
    return check_result();
}
