/* The 16-bit formats as bits: how a float or double becomes a half or a bfloat16 in each rounding mode, and back.
 *
 * Narrowing goes by integer arithmetic on the float's bits, so that host and device, clang and g++ agree, and no
 * support library is needed. A double is first rounded to odd as a float: that keeps, in the float's last bit, the fact
 * that something was cut off, so the second rounding is as good as a single one (a float has more than two bits to
 * spare over either format). Where the compiler has half arithmetic of its own - for the device, and on hosts with
 * F16C - _Float16 takes over what it does exactly the same way.
 */
#ifndef SOFTWARP_HALF_BITS_H
#define SOFTWARP_HALF_BITS_H

#pragma GCC system_header

#include "../../host_defines.h"

#define SW_NARROW_FN static __inline__ __host__ __device__ SW_ALWAYS_INLINE

#if defined(__clang__) && (defined(__CUDA_ARCH__) || defined(__F16C__))
#define SW_NATIVE_HALF 1
#else
#define SW_NATIVE_HALF 0
#endif

/* Error terms must survive a program's -ffast-math. */
#if defined(__clang__)
#define SW_STRICT _Pragma("clang fp reassociate(off) contract(off)")
#else
#define SW_STRICT
#endif

typedef unsigned int sw_float_word;
typedef unsigned long long sw_double_word;

SW_NARROW_FN sw_float_word sw_bits_of_float(float x) {
    sw_float_word bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_NARROW_FN float sw_float_of_bits(sw_float_word bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

SW_NARROW_FN sw_double_word sw_bits_of_double(double x) {
    sw_double_word bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

SW_NARROW_FN double sw_double_of_bits(sw_double_word bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

enum sw_rounding { SW_RN, SW_RZ, SW_RD, SW_RU };

/* x rounded to odd: towards zero, and where that cuts something off the last bit is set. */
SW_NARROW_FN float sw_odd_float(double x) {
    float nearest = (float)x;
    sw_float_word bits = sw_bits_of_float(nearest);
    double error = x - (double)nearest;
    bool too_far = bits >> 31 ? error > 0 : error < 0;
    sw_float_word odd = (bits - too_far) | 1;
    return (error < 0) | (error > 0) ? sw_float_of_bits(odd) : nearest;
}

/* The same in fewer steps, by bits, for what is a normal float or is rounded to at least two bits less. */
SW_NARROW_FN float sw_cut_float(double x) {
    sw_double_word bits = sw_bits_of_double(x), kept = bits & ~0x1fffffffull;
    return (float)sw_double_of_bits(kept | (sw_double_word)(kept != bits) << 29);
}

/* An integer as a float, rounded to odd. Above 2^32 the low 16 bits count only as something or nothing. */
SW_NARROW_FN float sw_odd_float(unsigned long long x) {
    unsigned long long high = (x >> 16) | ((x & 0xffff) != 0);
    return sw_odd_float(x >> 32 ? (double)high * 65536.0 : (double)x);
}

SW_NARROW_FN float sw_odd_float(long long x) {
    return x < 0 ? -sw_odd_float(0ull - (unsigned long long)x) : sw_odd_float((unsigned long long)x);
}

/* sum + error, error far below sum's last place, with the fact that there is an error moved into sum's last bit. */
SW_NARROW_FN float sw_odd_sum(float sum, float error) {
    sw_float_word bits = sw_bits_of_float(sum);
    sw_float_word outward = (error > 0) == (sum > 0) ? 1 : -1;
    bool adjust = (error < 0 || error > 0) && !(bits & 1);
    return sw_float_of_bits(adjust ? bits + outward : bits);
}

SW_NARROW_FN double sw_odd_sum(double sum, double error) {
    sw_double_word bits = sw_bits_of_double(sum);
    sw_double_word outward = (error > 0) == (sum > 0) ? 1 : -1;
    bool adjust = (error < 0 || error > 0) && !(bits & 1);
    return sw_double_of_bits(adjust ? bits + outward : bits);
}

/* a + b rounded to odd (Knuth's exact sum). */
template <typename T_> SW_NARROW_FN T_ sw_odd_add(T_ a, T_ b) {
    SW_STRICT
    T_ sum = a + b, virtual_b = sum - a;
    T_ error = (a - (sum - virtual_b)) + (b - virtual_b);
    return sw_odd_sum(sum, error);
}

/* A magnitude cut off towards zero, taken one step up where the mode asks for it. */
SW_NARROW_FN unsigned short sw_directed(unsigned cut, bool inexact, bool negative, sw_rounding mode) {
    bool away = inexact && mode == (negative ? SW_RD : SW_RU);
    return (unsigned short)((cut + away) | (negative ? 0x8000u : 0u));
}

/* Halves: 1 sign, 5 exponent, 10 mantissa bits. */

SW_NARROW_FN float sw_half_to_float(unsigned short half) {
#if SW_NATIVE_HALF
    return (float)__builtin_bit_cast(_Float16, half);
#else
    /* The exponent moves by a multiplication, which also brings denormals into place. */
    sw_float_word magnitude = (half & 0x7fffu) << 13;
    sw_float_word scaled = sw_bits_of_float(sw_float_of_bits(magnitude) * 0x1p112f);
    sw_float_word bits = magnitude >= 0x0f800000u ? magnitude | 0x7f800000u : scaled;
    return sw_float_of_bits(bits | (half & 0x8000u) << 16);
#endif
}

SW_NARROW_FN unsigned short sw_half_nearest(float x) {
#if SW_NATIVE_HALF
    return __builtin_bit_cast(unsigned short, (_Float16)x);
#else
    sw_float_word bits = sw_bits_of_float(x), magnitude = bits & 0x7fffffffu, sign = bits >> 16 & 0x8000u;
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (magnitude >= 0x47800000u) return (unsigned short)(sign | 0x7c00u);
    if (magnitude < 0x38800000u) { /* the addition rounds to multiples of 2^-24 */
        float shifted = sw_float_of_bits(magnitude) + 0.5f;
        return (unsigned short)(sign | (sw_bits_of_float(shifted) - 0x3f000000u));
    }
    return (unsigned short)(sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1)) >> 13);
#endif
}

/* The cut of a magnitude below 2^-14: a multiple of 2^-24. */
SW_NARROW_FN unsigned short sw_half_denormal(sw_float_word magnitude, bool negative, sw_rounding mode) {
    unsigned shift = 126 - (magnitude >> 23), mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    if (shift > 24) return sw_directed(0, magnitude != 0, negative, mode);
    return sw_directed(mantissa >> shift, (mantissa & ((1u << shift) - 1)) != 0, negative, mode);
}

SW_NARROW_FN unsigned short sw_half_from_float(float x, sw_rounding mode) {
    sw_float_word bits = sw_bits_of_float(x), magnitude = bits & 0x7fffffffu;
    bool negative = bits >> 31;
    if (mode == SW_RN || magnitude >= 0x7f800000u) return sw_half_nearest(x);
    if (magnitude >= 0x47800000u) return sw_directed(0x7bff, true, negative, mode);
    if (magnitude < 0x38800000u) return sw_half_denormal(magnitude, negative, mode);
    return sw_directed((magnitude - 0x38000000u) >> 13, (magnitude & 0x1fffu) != 0, negative, mode);
}

/* bfloat16: the upper half of a float. */

SW_NARROW_FN float sw_bf16_to_float(unsigned short bits) {
    return sw_float_of_bits((sw_float_word)bits << 16);
}

SW_NARROW_FN unsigned short sw_bf16_from_float(float x, sw_rounding mode) {
    sw_float_word bits = sw_bits_of_float(x);
    if (x != x) return 0x7fff;
    if (mode == SW_RN) return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
    return sw_directed(bits >> 16 & 0x7fff, (bits & 0xffff) != 0, bits >> 31, mode);
}

/* Both formats and integers: rounded to a whole number, saturated. A NaN becomes 0, in 64 bits the top bit alone. */
SW_NARROW_FN float sw_whole(float x, sw_rounding mode) {
    switch (mode) {
    case SW_RN: return __builtin_rintf(x);
    case SW_RD: return __builtin_floorf(x);
    case SW_RU: return __builtin_ceilf(x);
    default: return __builtin_truncf(x);
    }
}

template <typename T_> SW_NARROW_FN T_ sw_saturated(float x, sw_rounding mode) {
    const unsigned long long top = 1ull << (8 * sizeof(T_) - 1);
    const T_ lowest = (T_)-1 < (T_)0 ? (T_)top : (T_)0, highest = (T_)~lowest;
    float whole = sw_whole(x, mode);
    if (whole != whole) return sizeof(T_) == 8 ? (T_)top : (T_)0;
    if (whole >= (float)highest) return highest;
    return whole < (float)lowest ? lowest : (T_)whole;
}

template <typename T_> SW_NARROW_FN float sw_odd_integer(T_ x) {
    return (T_)-1 < (T_)0 ? sw_odd_float((long long)x) : sw_odd_float((unsigned long long)x);
}

#endif
