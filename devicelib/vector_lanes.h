/* Vectors of LANES numbers and what is done with their bits. Included once per width,
 * by vector_8.c, vector_16.c and so on.
 *
 * The functions are compiled for AVX-512 in name only, because clang then passes whole vectors by value. The middle end
 * inlines them, LLVM splits what is wider than the machine's registers and chooses fused or separate multiplication and
 * addition: nothing here may rely on the one or the other.
 */
#ifndef SOFTWARP_DEVICELIB_VECTOR_LANES_H
#define SOFTWARP_DEVICELIB_VECTOR_LANES_H

#include <stdint.h>
#ifdef VECTOR_AVX512
#include <immintrin.h>
#endif

typedef float floats __attribute__((ext_vector_type(LANES)));
typedef double doubles __attribute__((ext_vector_type(LANES)));
typedef int32_t ints __attribute__((ext_vector_type(LANES)));
typedef int64_t longs __attribute__((ext_vector_type(LANES)));
typedef uint64_t ulongs __attribute__((ext_vector_type(LANES)));

/* What the middle end calls: __sw_<name>_<lanes>, and the same with _avx512 where AVX-512 has instructions of its own
 * for splitting and scaling numbers (vector_*_avx512.c; AVX512(f) is then the function of the right width). */
#define VECTOR_NAME_OF(name, lanes) __sw_##name##_##lanes
#ifdef VECTOR_AVX512
#define VECTOR_NAME_WITH(name, lanes) VECTOR_NAME_OF(name, lanes##_avx512)
#if LANES == 16
#define AVX512(function) _mm512_##function
#else
#define AVX512(function) _mm256_##function
#endif
#else
#define VECTOR_NAME_WITH(name, lanes) VECTOR_NAME_OF(name, lanes)
#endif
#define VECTOR_NAME(name, lanes) VECTOR_NAME_WITH(name, lanes)
#define VECTOR_FUNCTION(type, name) __attribute__((always_inline)) type VECTOR_NAME(name, LANES)
#define VECTOR_HELPER static inline __attribute__((always_inline, unused))

#define to_doubles(x) __builtin_convertvector(x, doubles)
#define to_floats(x) __builtin_convertvector(x, floats)

VECTOR_HELPER ints float_bits(floats x) {
    return (ints)x;
}

VECTOR_HELPER longs double_bits(doubles x) {
    return (longs)x;
}

/* Limits that let a NaN through, each one instruction. */
VECTOR_HELPER floats clamp_floats(floats x, float low, float high) {
    x = high < x ? high : x;
    return low > x ? low : x;
}

VECTOR_HELPER doubles clamp_doubles(doubles x, double low, double high) {
    x = high < x ? high : x;
    return low > x ? low : x;
}

/* value with the sign of x. */
VECTOR_HELPER floats with_sign_of(floats value, floats x) {
    return (floats)((float_bits(value) & 0x7fffffff) | (float_bits(x) & INT32_MIN));
}

VECTOR_HELPER floats magnitude_of(floats x) {
    return (floats)(float_bits(x) & 0x7fffffff);
}

/* x rounded to an integer by a sum in which it has no fraction left: whole holds it as a number, count in its low
 * bits. */
#define FLOAT_ROUNDER 0x1.8p23f
#define DOUBLE_ROUNDER 0x1.8p52

/* x * 2^n, rounded once, where n may be out of an exponent's range and is given as it stands in the rounder. Without
 * an instruction for it n is halved. */
VECTOR_HELPER floats scale_floats(floats x, floats rounder) {
#ifdef VECTOR_AVX512
    return AVX512(scalef_ps)(x, rounder - FLOAT_ROUNDER);
#else
    ints n = float_bits(rounder), half = (n << 22) & (int32_t)0xff800000;
    floats first = (floats)(half + 0x3f800000), second = (floats)((n << 23) - half + 0x3f800000);
    return x * first * second;
#endif
}

#if LANES == 8
VECTOR_HELPER doubles scale_doubles(doubles x, doubles rounder) {
#ifdef VECTOR_AVX512
    return _mm512_scalef_pd(x, rounder - DOUBLE_ROUNDER);
#else
    longs n = double_bits(rounder), half = (n << 51) & (int64_t)0xfff0000000000000;
    doubles first = (doubles)(half + 0x3ff0000000000000), second = (doubles)((n << 52) - half + 0x3ff0000000000000);
    return x * first * second;
#endif
}
#endif

#endif
