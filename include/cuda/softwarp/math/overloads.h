/* The C++ overloads of math functions that clang's headers leave to CUDA's: float overloads of <cmath> functions on the
 * device, and float overloads of CUDA's own functions (rsqrt, sinpi, ...) and min and max on host and device. rhypot, norm,
 * norm3d, norm4d, their reciprocals and fdivide have none in CUDA: of floats, too, their result is a double.
 *
 * Those that the C++ library does not know yield (language/yield.h): they take part in overload resolution as
 * plain functions do, but a program's own function with the same parameters is preferred to them instead of colliding
 * with them (many programs have a max of their own).
 */
#ifndef SOFTWARP_MATH_OVERLOADS_H
#define SOFTWARP_MATH_OVERLOADS_H

#pragma GCC system_header

#include "../language/yield.h"

/* Declared by clang's forward declarations, and so already part of namespace std. */
#define SW_FLOAT1(R, name) SW_DEVICE R name(float x) { return name##f(x); }
#define SW_FLOAT2(R, name) SW_DEVICE R name(float x, float y) { return name##f(x, y); }
SW_FLOAT1(float, acosh)
SW_FLOAT1(float, asinh)
SW_FLOAT1(float, atanh)
SW_FLOAT1(float, cbrt)
SW_FLOAT1(float, erf)
SW_FLOAT1(float, erfc)
SW_FLOAT1(float, exp2)
SW_FLOAT1(float, expm1)
SW_FLOAT1(float, lgamma)
SW_FLOAT1(float, log1p)
SW_FLOAT1(float, log2)
SW_FLOAT1(float, logb)
SW_FLOAT1(float, nearbyint)
SW_FLOAT1(float, rint)
SW_FLOAT1(float, round)
SW_FLOAT1(float, tgamma)
SW_FLOAT1(float, trunc)
SW_FLOAT1(int, ilogb)
SW_FLOAT1(long, lrint)
SW_FLOAT1(long, lround)
SW_FLOAT1(long long, llrint)
SW_FLOAT1(long long, llround)
SW_FLOAT2(float, copysign)
SW_FLOAT2(float, fdim)
SW_FLOAT2(float, fmax)
SW_FLOAT2(float, fmin)
SW_FLOAT2(float, hypot)
SW_FLOAT2(float, nextafter)
SW_FLOAT2(float, remainder)
SW_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
SW_DEVICE float remquo(float x, float y, int *quotient) { return remquof(x, y, quotient); }
SW_DEVICE float scalbn(float x, int exponent) { return scalbnf(x, exponent); }
SW_DEVICE float scalbln(float x, long exponent) { return scalblnf(x, exponent); }
SW_DEVICE double nan(const char *) { return __builtin_nan(""); }
SW_DEVICE float nanf(const char *) { return __builtin_nanf(""); }
#undef SW_FLOAT2
#undef SW_FLOAT1

#define SW_YIELDING_HOST SW_YIELDS static __inline__ __host__ SW_ALWAYS_INLINE
#define SW_BOTH1(name)                                                  \
    SW_YIELDING_HOST float name(float x) { return name##f(x); }         \
    SW_YIELDING float name(float x) { return name##f(x); }
SW_BOTH1(rsqrt)
SW_BOTH1(rcbrt)
SW_BOTH1(sinpi)
SW_BOTH1(cospi)
SW_BOTH1(exp10)
SW_BOTH1(erfinv)
SW_BOTH1(erfcinv)
SW_BOTH1(erfcx)
SW_BOTH1(normcdf)
SW_BOTH1(normcdfinv)
SW_BOTH1(j0)
SW_BOTH1(j1)
SW_BOTH1(y0)
SW_BOTH1(y1)
#undef SW_BOTH1
SW_YIELDING float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
SW_YIELDING float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }
#define SW_BOTH(R, name, parameters, arguments)                         \
    SW_YIELDING_HOST R name parameters { return name##f arguments; }    \
    SW_YIELDING R name parameters { return name##f arguments; }
SW_BOTH(float, jn, (int n, float x), (n, x))
SW_BOTH(float, yn, (int n, float x), (n, x))
SW_BOTH(void, sincos, (float x, float *sine, float *cosine), (x, sine, cosine))
SW_BOTH(void, sincospi, (float x, float *sine, float *cosine), (x, sine, cosine))
#undef SW_BOTH

/* min and max of every pair of types for which CUDA has them; of a signed and an unsigned integer the result is
 * unsigned, of a float and a double it is double. */
#define SW_MIN_MAX(R, A, B)                                                                                            \
    SW_YIELDS static __inline__ __host__ __device__ SW_ALWAYS_INLINE R min(A x, B y) {                                 \
        return (R)x < (R)y ? (R)x : (R)y;                                                                              \
    }                                                                                                                  \
    SW_YIELDS static __inline__ __host__ __device__ SW_ALWAYS_INLINE R max(A x, B y) {                                 \
        return (R)x > (R)y ? (R)x : (R)y;                                                                              \
    }
#define SW_MIN_MAX_INTEGER(I)                \
    SW_MIN_MAX(I, I, I)                      \
    SW_MIN_MAX(unsigned I, unsigned I, unsigned I) \
    SW_MIN_MAX(unsigned I, I, unsigned I)    \
    SW_MIN_MAX(unsigned I, unsigned I, I)
SW_MIN_MAX_INTEGER(int)
SW_MIN_MAX_INTEGER(long)
SW_MIN_MAX_INTEGER(long long)
#undef SW_MIN_MAX_INTEGER
#undef SW_MIN_MAX

/* A NaN loses against a number. */
#define SW_MIN_MAX_FLOATING(R, A, B, suffix)                                                  \
    SW_YIELDING_HOST R min(A x, B y) { return __builtin_fmin##suffix(x, y); }                 \
    SW_YIELDING_HOST R max(A x, B y) { return __builtin_fmax##suffix(x, y); }                 \
    SW_YIELDING R min(A x, B y) { return fmin##suffix(x, y); }                                \
    SW_YIELDING R max(A x, B y) { return fmax##suffix(x, y); }
SW_MIN_MAX_FLOATING(float, float, float, f)
SW_MIN_MAX_FLOATING(double, double, double, )
SW_MIN_MAX_FLOATING(double, float, double, )
SW_MIN_MAX_FLOATING(double, double, float, )
#undef SW_MIN_MAX_FLOATING
#undef SW_YIELDING_HOST

#endif
