/* Device math: the C functions, their C++ overloads, and std:: forms, through clang's own headers, whose work ends in
 * calls of libdevice's __nv_* functions, which devicelib/ provides.
 */
#ifndef SOFTWARP_MATH_H
#define SOFTWARP_MATH_H

#pragma GCC system_header

/* CUDA has no powi, but programs have; and its min and max are in overloads.h. */
#pragma push_macro("powi")
#pragma push_macro("powif")
#pragma push_macro("min")
#pragma push_macro("max")
#define powi sw_powi
#define powif sw_powif
#define min sw_min_int
#define max sw_max_int
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 12030

/* What clang's math headers expect of its device functions header, which we have no other use for. */
SW_PURE int __isinff(float x) { return __builtin_isinf(x); }
SW_PURE int __isinf(double x) { return __builtin_isinf(x); }
SW_PURE int __isnanf(float x) { return __builtin_isnan(x); }
SW_PURE int __isnan(double x) { return __builtin_isnan(x); }
SW_PURE int __finitef(float x) { return __builtin_isfinite(x); }
SW_PURE int __finite(double x) { return __builtin_isfinite(x); }
SW_PURE int __isfinited(double x) { return __builtin_isfinite(x); }
SW_PURE int __signbitf(float x) { return __builtin_signbit(x) != 0; }
SW_PURE int __signbitd(double x) { return __builtin_signbit(x) != 0; }

#include <__clang_cuda_math.h>
#pragma pop_macro("max")
#pragma pop_macro("min")
#include "overloads.h"
/* pow for a whole exponent (forward.h) becomes one for functions, which nobody calls; the template for mixed arguments,
 * whose result is a double, is the only one left for an int. */
#pragma push_macro("__iexp")
#define __iexp (&__iexp)()
#include <__clang_cuda_cmath.h>
#pragma pop_macro("__iexp")
#include <__clang_cuda_complex_builtins.h>

#pragma pop_macro("CUDA_VERSION")
#pragma pop_macro("powif")
#pragma pop_macro("powi")

#endif
