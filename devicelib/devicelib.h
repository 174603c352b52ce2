/* Every function of the device library: the names that clang's CUDA headers call for CUDA's math, conversion and
 * integer functions (libdevice's names). Each file's functions stand under its name; families come from the .def
 * tables that define them too. Under clang the declarations are checked against clang's own header.
 */
#ifndef SOFTWARP_DEVICELIB_H
#define SOFTWARP_DEVICELIB_H

#include <stdint.h>

#if defined(__clang__) && defined(__has_include)
#if __has_include(<__clang_cuda_libdevice_declares.h>)
#define __DEVICE__
#define CUDA_VERSION 9000 /* the version whose header declares the SIMD functions */
#include <__clang_cuda_libdevice_declares.h>
#undef CUDA_VERSION
#undef __DEVICE__
#endif
#endif

/* round_arithmetic.c */
#define SW_DIRECTED(type, name, nearest, parameters, arguments)                                              \
    type __nv_##name##_rn parameters;                                                                        \
    type __nv_##name##_rd parameters;                                                                        \
    type __nv_##name##_ru parameters;                                                                        \
    type __nv_##name##_rz parameters;
#include "round_arithmetic.def"

/* convert.c */
#define SW_TO_INTEGER(from, to, type, lowest, limit, highest, nan)                                           \
    type __nv_##from##2##to##_rn(from a);                                                                    \
    type __nv_##from##2##to##_rz(from a);                                                                    \
    type __nv_##from##2##to##_rd(from a);                                                                    \
    type __nv_##from##2##to##_ru(from a);
#define SW_FROM_INTEGER(to, from, type)                                                                      \
    to __nv_##from##2##to##_rn(type a);                                                                      \
    to __nv_##from##2##to##_rz(type a);                                                                      \
    to __nv_##from##2##to##_rd(type a);                                                                      \
    to __nv_##from##2##to##_ru(type a);
#include "convert.def"
#undef SW_TO_INTEGER
#undef SW_FROM_INTEGER
double __nv_int2double_rn(int a);
double __nv_uint2double_rn(unsigned a);
float __nv_double2float_rn(double a);
float __nv_double2float_rd(double a);
float __nv_double2float_ru(double a);
float __nv_double2float_rz(double a);
unsigned short __nv_float2half_rn(float a);
float __nv_half2float(unsigned short a);
int __nv_float_as_int(float a);
unsigned __nv_float_as_uint(float a);
float __nv_int_as_float(int a);
float __nv_uint_as_float(unsigned a);
unsigned long long __nv_double_as_longlong(double a);
double __nv_longlong_as_double(long long a);
int __nv_double2hiint(double a);
int __nv_double2loint(double a);
double __nv_hiloint2double(int high, int low);

/* integer.c */
int __nv_popc(unsigned a);
int __nv_popcll(unsigned long long a);
int __nv_clz(int a);
int __nv_clzll(long long a);
int __nv_ffs(int a);
int __nv_ffsll(long long a);
int __nv_brev(int a);
long long __nv_brevll(long long a);
int __nv_byte_perm(int a, int b, int selector);
int __nv_mulhi(int a, int b);
unsigned __nv_umulhi(unsigned a, unsigned b);
long long __nv_mul64hi(long long a, long long b);
unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b);
int __nv_mul24(int a, int b);
unsigned __nv_umul24(unsigned a, unsigned b);
int __nv_hadd(int a, int b);
int __nv_rhadd(int a, int b);
int __nv_uhadd(unsigned a, unsigned b);
unsigned __nv_urhadd(unsigned a, unsigned b);
int __nv_sad(int a, int b, int sum);
unsigned __nv_usad(unsigned a, unsigned b, unsigned sum);
int __nv_abs(int a);
long long __nv_llabs(long long a);
int __nv_min(int a, int b);
int __nv_max(int a, int b);
unsigned __nv_umin(unsigned a, unsigned b);
unsigned __nv_umax(unsigned a, unsigned b);
long long __nv_llmin(long long a, long long b);
long long __nv_llmax(long long a, long long b);
unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b);
unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b);

/* simd.c */
#define SW_LANEWISE(name, kind, expression)                                                                  \
    int __nv_##name##2(int a, int b);                                                                        \
    int __nv_##name##4(int a, int b);
#define SW_LANEWISE_UNARY(name, kind, expression)                                                            \
    int __nv_##name##2(int a);                                                                               \
    int __nv_##name##4(int a);
#define SW_LANE_SUM(name, kind, expression)                                                                  \
    int __nv_##name##2(int a, int b);                                                                        \
    int __nv_##name##4(int a, int b);
#include "simd.def"

/* math.c */
#define SW_UNARY(name, for_double, for_float)                                                                \
    double __nv_##name(double a);                                                                            \
    float __nv_##name##f(float a);
#define SW_BINARY(name, for_double, for_float)                                                               \
    double __nv_##name(double a, double b);                                                                  \
    float __nv_##name##f(float a, float b);
#define SW_FAST(name, expression) float __nv_fast_##name##f(float a);
#include "math.def"
double __nv_fma(double a, double b, double c);
float __nv_fmaf(float a, float b, float c);
double __nv_fmin(double a, double b);
float __nv_fminf(float a, float b);
double __nv_fmax(double a, double b);
float __nv_fmaxf(float a, float b);
double __nv_exp10(double a);
float __nv_exp10f(float a);
double __nv_lgamma(double a);
float __nv_lgammaf(float a);
double __nv_frexp(double a, int *exponent);
float __nv_frexpf(float a, int *exponent);
double __nv_modf(double a, double *whole);
float __nv_modff(float a, float *whole);
double __nv_remquo(double a, double b, int *quotient);
float __nv_remquof(float a, float b, int *quotient);
double __nv_ldexp(double a, int exponent);
float __nv_ldexpf(float a, int exponent);
double __nv_scalbn(double a, int exponent);
float __nv_scalbnf(float a, int exponent);
int __nv_ilogb(double a);
int __nv_ilogbf(float a);
long long __nv_llrint(double a);
long long __nv_llrintf(float a);
long long __nv_llround(double a);
long long __nv_llroundf(float a);
double __nv_powi(double a, int b);
float __nv_powif(float a, int b);
void __nv_sincos(double a, double *sine, double *cosine);
void __nv_sincosf(float a, float *sine, float *cosine);
void __nv_fast_sincosf(float a, float *sine, float *cosine);
float __nv_fast_powf(float a, float b);
float __nv_fast_fdividef(float a, float b);
float __nv_saturatef(float a);
double __nv_nan(const signed char *tag);
float __nv_nanf(const signed char *tag);
int __nv_finitef(float a);
int __nv_isfinited(double a);
int __nv_isinff(float a);
int __nv_isinfd(double a);
int __nv_isnanf(float a);
int __nv_isnand(double a);
int __nv_signbitf(float a);
int __nv_signbitd(double a);

/* roots.c */
double __nv_rsqrt(double a);
float __nv_rsqrtf(float a);
float __nv_frsqrt_rn(float a);
double __nv_cbrt(double a);
float __nv_cbrtf(float a);
double __nv_rcbrt(double a);
float __nv_rcbrtf(float a);
double __nv_norm(int n, const double *a);
float __nv_normf(int n, const float *a);
double __nv_rnorm(int n, const double *a);
float __nv_rnormf(int n, const float *a);
double __nv_norm3d(double a, double b, double c);
float __nv_norm3df(float a, float b, float c);
double __nv_rnorm3d(double a, double b, double c);
float __nv_rnorm3df(float a, float b, float c);
double __nv_norm4d(double a, double b, double c, double d);
float __nv_norm4df(float a, float b, float c, float d);
double __nv_rnorm4d(double a, double b, double c, double d);
float __nv_rnorm4df(float a, float b, float c, float d);
double __nv_rhypot(double a, double b);
float __nv_rhypotf(float a, float b);
double __nv_rcp64h(double a);

/* half_turns.c */
double __nv_sinpi(double a);
float __nv_sinpif(float a);
double __nv_cospi(double a);
float __nv_cospif(float a);
void __nv_sincospi(double a, double *sine, double *cosine);
void __nv_sincospif(float a, float *sine, float *cosine);

/* statistics.c */
double __nv_erfcx(double a);
float __nv_erfcxf(float a);
double __nv_erfinv(double a);
float __nv_erfinvf(float a);
double __nv_erfcinv(double a);
float __nv_erfcinvf(float a);
double __nv_normcdf(double a);
float __nv_normcdff(float a);
double __nv_normcdfinv(double a);
float __nv_normcdfinvf(float a);

/* bessel.c */
double __nv_j0(double a);
float __nv_j0f(float a);
double __nv_j1(double a);
float __nv_j1f(float a);
double __nv_y0(double a);
float __nv_y0f(float a);
double __nv_y1(double a);
float __nv_y1f(float a);
double __nv_jn(int n, double a);
float __nv_jnf(int n, float a);
double __nv_yn(int n, double a);
float __nv_ynf(int n, float a);
double __nv_cyl_bessel_i0(double a);
float __nv_cyl_bessel_i0f(float a);
double __nv_cyl_bessel_i1(double a);
float __nv_cyl_bessel_i1f(float a);

#endif
