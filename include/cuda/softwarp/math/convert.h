/* Type conversions with a stated rounding, and the casts that keep the bits.
 *
 * Out-of-range values saturate, and a NaN becomes 0 from float to 32 bits, else an integer with only the top bit set,
 * as on a GPU; plain casts would be undefined. The functions behind the names are libdevice's, which devicelib/
 * provides. CUDA Math API: Type Casting Intrinsics.
 */
#ifndef SOFTWARP_CONVERT_H
#define SOFTWARP_CONVERT_H

#pragma GCC system_header

#include <__clang_cuda_libdevice_declares.h>

/* __<from>2<to>_<rounding> for the four roundings: nearest even, toward zero, up, down. */
#define SW_CONVERT(from, From, to, To, rounding) \
    SW_PURE To __##from##2##to##_##rounding(From x) { return __nv_##from##2##to##_##rounding(x); }
#define SW_CONVERT_ALL(from, From, to, To) \
    SW_CONVERT(from, From, to, To, rn)     \
    SW_CONVERT(from, From, to, To, rz)     \
    SW_CONVERT(from, From, to, To, ru)     \
    SW_CONVERT(from, From, to, To, rd)

SW_CONVERT_ALL(float, float, int, int)
SW_CONVERT_ALL(float, float, uint, unsigned int)
SW_CONVERT_ALL(float, float, ll, long long)
SW_CONVERT_ALL(float, float, ull, unsigned long long)
SW_CONVERT_ALL(double, double, int, int)
SW_CONVERT_ALL(double, double, uint, unsigned int)
SW_CONVERT_ALL(double, double, ll, long long)
SW_CONVERT_ALL(double, double, ull, unsigned long long)
SW_CONVERT_ALL(double, double, float, float)
SW_CONVERT_ALL(int, int, float, float)
SW_CONVERT_ALL(uint, unsigned int, float, float)
SW_CONVERT_ALL(ll, long long, float, float)
SW_CONVERT_ALL(ull, unsigned long long, float, float)
SW_CONVERT_ALL(ll, long long, double, double)
SW_CONVERT_ALL(ull, unsigned long long, double, double)
/* A double holds every 32-bit integer, so only one rounding exists. */
SW_CONVERT(int, int, double, double, rn)
SW_CONVERT(uint, unsigned int, double, double, rn)

#undef SW_CONVERT_ALL
#undef SW_CONVERT

#define SW_REINTERPRET(name, To, From) \
    SW_PURE To name(From x) { return __builtin_bit_cast(To, x); }
SW_REINTERPRET(__float_as_int, int, float)
SW_REINTERPRET(__float_as_uint, unsigned int, float)
SW_REINTERPRET(__int_as_float, float, int)
SW_REINTERPRET(__uint_as_float, float, unsigned int)
SW_REINTERPRET(__double_as_longlong, long long, double)
SW_REINTERPRET(__longlong_as_double, double, long long)
SW_REINTERPRET(sw_double_bits, unsigned long long, double)
SW_REINTERPRET(sw_bits_double, double, unsigned long long)
#undef SW_REINTERPRET

SW_PURE int __double2hiint(double x) { return (int)(sw_double_bits(x) >> 32); }
SW_PURE int __double2loint(double x) { return (int)sw_double_bits(x); }
SW_PURE double __hiloint2double(int high, int low) {
    return sw_bits_double((unsigned long long)(unsigned)high << 32 | (unsigned)low);
}

#endif
