/* Complex numbers as float2 and double2, with C functions on them, for host and device code, in C and C++.
 *
 * Division, quotient and absolute value scale their operands so that neither squares overflow nor small parts vanish.
 * CUDA's cuComplex.h has no guide chapter of its own; its functions' names say what they do.
 */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "host_defines.h"
#include "vector_types.h"
#include <math.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define SW_COMPLEX static __inline__ __host__ __device__

/* Both precisions: C the complex type, R the real one, N(name) a function's name, M(name) a math function's. */
#define SW_COMPLEX_FUNCTIONS(C, R, N, M, make)                                                          \
    SW_COMPLEX R N(Creal)(C x) { return x.x; }                                                          \
    SW_COMPLEX R N(Cimag)(C x) { return x.y; }                                                          \
    SW_COMPLEX C make(R real, R imaginary) {                                                            \
        C result;                                                                                       \
        result.x = real;                                                                                \
        result.y = imaginary;                                                                           \
        return result;                                                                                  \
    }                                                                                                   \
    SW_COMPLEX C N(Conj)(C x) { return make(x.x, -x.y); }                                               \
    SW_COMPLEX C N(Cadd)(C x, C y) { return make(x.x + y.x, x.y + y.y); }                               \
    SW_COMPLEX C N(Csub)(C x, C y) { return make(x.x - y.x, x.y - y.y); }                               \
    SW_COMPLEX C N(Cmul)(C x, C y) { return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }       \
    SW_COMPLEX C N(Cdiv)(C x, C y) {                                                                    \
        R scale = M(fabs)(y.x) + M(fabs)(y.y);                                                          \
        R inverse = 1 / scale;                                                                          \
        R ax = x.x * inverse, ay = x.y * inverse, bx = y.x * inverse, by = y.y * inverse;               \
        R over = 1 / (bx * bx + by * by);                                                               \
        return make((ax * bx + ay * by) * over, (ay * bx - ax * by) * over);                            \
    }                                                                                                   \
    SW_COMPLEX R N(Cabs)(C x) { return M(hypot)(x.x, x.y); }

#define SW_SINGLE(name) cu##name##f
#define SW_DOUBLE(name) cu##name
#define SW_SINGLE_MATH(name) name##f
#define SW_DOUBLE_MATH(name) name
SW_COMPLEX_FUNCTIONS(cuFloatComplex, float, SW_SINGLE, SW_SINGLE_MATH, make_cuFloatComplex)
SW_COMPLEX_FUNCTIONS(cuDoubleComplex, double, SW_DOUBLE, SW_DOUBLE_MATH, make_cuDoubleComplex)
#undef SW_DOUBLE_MATH
#undef SW_SINGLE_MATH
#undef SW_DOUBLE
#undef SW_SINGLE
#undef SW_COMPLEX_FUNCTIONS

SW_COMPLEX cuComplex make_cuComplex(float real, float imaginary) {
    return make_cuFloatComplex(real, imaginary);
}

SW_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
    return make_cuDoubleComplex((double)x.x, (double)x.y);
}

SW_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
    return make_cuFloatComplex((float)x.x, (float)x.y);
}

/* x * y + d */
SW_COMPLEX cuComplex cuCfmaf(cuComplex x, cuComplex y, cuComplex d) {
    float real = x.x * y.x + d.x, imaginary = x.x * y.y + d.y;
    return make_cuComplex(real - x.y * y.y, imaginary + x.y * y.x);
}

SW_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d) {
    double real = x.x * y.x + d.x, imaginary = x.x * y.y + d.y;
    return make_cuDoubleComplex(real - x.y * y.y, imaginary + x.y * y.x);
}

#undef SW_COMPLEX

#if defined(__cplusplus)
}
#endif

#endif
