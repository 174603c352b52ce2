/* clang's forward declarations of device math functions, without those of pow for a whole exponent: <cmath> of C++11 has
 * none, and pow(float, int) is a double. They come to be called otherwise, and math.h leaves out what they do.
 */
#ifndef SOFTWARP_MATH_FORWARD_H
#define SOFTWARP_MATH_FORWARD_H

#pragma GCC system_header

#pragma push_macro("pow")
#define pow(base, exponent) SW_POW_##exponent(base)
#define SW_POW_float(base) pow(base, float)
#define SW_POW_double(base) pow(base, double)
#define SW_POW_int(base) sw_whole_power(base)
#include <__clang_cuda_math_forward_declares.h>
#undef SW_POW_int
#undef SW_POW_double
#undef SW_POW_float
#pragma pop_macro("pow")

#endif
