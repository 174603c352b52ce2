/* Conversions between numbers: float and double to integers and back in four rounding modes, half, and the views of a
 * number's bits as another type.
 *
 * CUDA C++ Programming Guide, "Type Casting Intrinsics". C leaves a conversion that does not fit undefined; CUDA
 * saturates, so the range is decided before the cast.
 */
#include "devicelib.h"
#include "round.h"

#define round_rn_float(x) __builtin_rintf(x)
#define round_rz_float(x) __builtin_truncf(x)
#define round_rd_float(x) __builtin_floorf(x)
#define round_ru_float(x) __builtin_ceilf(x)
#define round_rn_double(x) __builtin_rint(x)
#define round_rz_double(x) __builtin_trunc(x)
#define round_rd_double(x) __builtin_floor(x)
#define round_ru_double(x) __builtin_ceil(x)

#define SW_TO_INTEGER_MODE(mode, from, to, type, lowest, limit, highest, nan)                                \
    type __nv_##from##2##to##_##mode(from a)                                                                 \
    {                                                                                                        \
        from whole = round_##mode##_##from(a);                                                               \
        if (whole != whole)                                                                                  \
            return nan;                                                                                      \
        if (whole >= limit)                                                                                  \
            return highest;                                                                                  \
        return whole < (from)lowest ? lowest : (type)whole;                                                  \
    }
#define SW_TO_INTEGER(...)                                                                                   \
    SW_TO_INTEGER_MODE(rn, __VA_ARGS__)                                                                      \
    SW_TO_INTEGER_MODE(rz, __VA_ARGS__)                                                                      \
    SW_TO_INTEGER_MODE(rd, __VA_ARGS__)                                                                      \
    SW_TO_INTEGER_MODE(ru, __VA_ARGS__)

/* A 64-bit integer as two doubles: its halves are exact, and the sum's error is found exactly. */
static struct pair pair_of_ll(long long a) {
    return sum_exact_ordered((double)(a >> 32) * 0x1p32, (double)(uint32_t)a);
}

static struct pair pair_of_ull(unsigned long long a) {
    return sum_exact_ordered((double)(uint32_t)(a >> 32) * 0x1p32, (double)(uint32_t)a);
}

static struct pair pair_of_int(int a) {
    return (struct pair){a, 0};
}

static struct pair pair_of_uint(unsigned a) {
    return (struct pair){a, 0};
}

static struct near_double double_near(double high, double low) {
    return (struct near_double){high, low, is_negative_double(high)};
}

#define SW_FROM_INTEGER_MODE(mode, rounding, to, from, type)                                                 \
    to __nv_##from##2##to##_##mode(type a)                                                                   \
    {                                                                                                        \
        struct pair exact = pair_of_##from(a);                                                               \
        return round_##to##_##rounding(to##_near(exact.high, exact.low));                                    \
    }
#define SW_FROM_INTEGER(to, from, type)                                                                      \
    to __nv_##from##2##to##_rn(type a) { return (to)a; }                                                     \
    SW_FROM_INTEGER_MODE(rz, to_zero, to, from, type)                                                        \
    SW_FROM_INTEGER_MODE(rd, down, to, from, type)                                                           \
    SW_FROM_INTEGER_MODE(ru, up, to, from, type)
#include "convert.def"

double __nv_int2double_rn(int a) {
    return a;
}

double __nv_uint2double_rn(unsigned a) {
    return a;
}

float __nv_double2float_rn(double a) {
    return (float)a;
}

float __nv_double2float_rd(double a) {
    return round_float_down(float_near(a, 0));
}

float __nv_double2float_ru(double a) {
    return round_float_up(float_near(a, 0));
}

float __nv_double2float_rz(double a) {
    return round_float_to_zero(float_near(a, 0));
}

unsigned short __nv_float2half_rn(float a) {
    _Float16 half = (_Float16)a;
    unsigned short bits;
    __builtin_memcpy(&bits, &half, sizeof bits);
    return bits;
}

float __nv_half2float(unsigned short a) {
    _Float16 half;
    __builtin_memcpy(&half, &a, sizeof half);
    return half;
}

int __nv_float_as_int(float a) {
    return (int)bits_of_float(a);
}

unsigned __nv_float_as_uint(float a) {
    return bits_of_float(a);
}

float __nv_int_as_float(int a) {
    return float_of_bits((uint32_t)a);
}

float __nv_uint_as_float(unsigned a) {
    return float_of_bits(a);
}

unsigned long long __nv_double_as_longlong(double a) {
    return bits_of_double(a);
}

double __nv_longlong_as_double(long long a) {
    return double_of_bits((uint64_t)a);
}

int __nv_double2hiint(double a) {
    return (int)(bits_of_double(a) >> 32);
}

int __nv_double2loint(double a) {
    return (int)bits_of_double(a);
}

double __nv_hiloint2double(int high, int low) {
    return double_of_bits((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}
