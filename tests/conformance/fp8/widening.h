/* The patterns of a format as numbers of every type: exact, or cut off towards zero and saturated. */
#ifndef WIDENING_H
#define WIDENING_H

#include <limits>

struct Widened {
    double as_double;
    float as_float;
    unsigned short half, half_of_class, bfloat, truth;
    long long ll;
    unsigned long long ull;
    long l;
    unsigned long ul;
    int i;
    unsigned u;
    short s;
    unsigned short us;
    signed char sc;
    unsigned char uc;
    char c, unused[5];
};

template <typename F> struct Widen {
    __host__ __device__ Widened operator()(int pattern) const {
        typename F::Number x;
        x.__x = (unsigned char)pattern;
        Widened row = {};
        float wide = float(x);
        if (wide == wide) row.as_float = wide, row.as_double = double(x);
        row.half = F::half_of(x.__x).x;
        row.half_of_class = __half_raw(__half(x)).x;
        row.bfloat = __nv_bfloat16_raw(__nv_bfloat16(x)).x;
        row.truth = (bool)x | (wide != wide) << 1 | ((double)x != (double)x) << 2;
        row.ll = (long long)x, row.ull = (unsigned long long)x;
        row.l = (long)x, row.ul = (unsigned long)x;
        row.i = (int)x, row.u = (unsigned)x;
        row.s = (short)x, row.us = (unsigned short)x;
        row.sc = (signed char)x, row.uc = (unsigned char)x, row.c = (char)x;
        return row;
    }
};

/* A NaN is 0, and in 64 bits the top bit alone. */
template <typename T> T saturated(double x) {
    if (x != x) return sizeof(T) == 8 ? (T)(1ull << 63) : (T)0;
    if (x <= (double)std::numeric_limits<T>::min()) return std::numeric_limits<T>::min();
    return x >= (double)std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : (T)x;
}

/* Every number is a half, or too large for one, or so small that it becomes 0, or the one NaN. */
static unsigned half_bits(double x) {
    if (x != x) return 0x7fff;
    unsigned sign = std::signbit(x) ? 0x8000 : 0;
    int exponent;
    double mantissa = std::frexp(std::fabs(x), &exponent);
    if (x == 0) return sign;
    if (std::fabs(x) >= 65536) return sign | 0x7c00;
    return sign | (exponent > -14 ? (unsigned)((exponent + 13) << 10) + (unsigned)(mantissa * 2048)
                                  : (unsigned)std::ldexp(std::fabs(x), 24));
}

template <typename F> void check_widened(int pattern, const Widened &row) {
    double x = value_of<F>((unsigned)pattern);
    unsigned word;
    std::memcpy(&word, &row.as_float, 4);
    if (x == x) {
        CHECK_AT(pattern, x, row.as_double);
        CHECK_AT(pattern, (float)x, row.as_float);
        CHECK_AT(pattern, word >> 16, (unsigned)row.bfloat);
    }
    CHECK_AT(pattern, half_bits(x), (unsigned)row.half);
    CHECK_AT(pattern, (unsigned)row.half, (unsigned)row.half_of_class);
    CHECK_AT(pattern, x != x ? 7u : (unsigned)(x != 0), (unsigned)row.truth);
    CHECK_AT(pattern, saturated<long long>(x), row.ll);
    CHECK_AT(pattern, saturated<unsigned long long>(x), row.ull);
    CHECK_AT(pattern, saturated<long>(x), row.l);
    CHECK_AT(pattern, saturated<unsigned long>(x), row.ul);
    CHECK_AT(pattern, saturated<int>(x), row.i);
    CHECK_AT(pattern, saturated<unsigned>(x), row.u);
    CHECK_AT(pattern, (int)saturated<short>(x), (int)row.s);
    CHECK_AT(pattern, (int)saturated<unsigned short>(x), (int)row.us);
    CHECK_AT(pattern, (int)saturated<signed char>(x), (int)row.sc);
    CHECK_AT(pattern, (int)saturated<unsigned char>(x), (int)row.uc);
    CHECK_AT(pattern, (int)saturated<char>(x), (int)row.c);
}

/* A pair at once, the first number in the low byte. */
struct Pairs {
    unsigned short x, y;
};

template <typename F> struct WidenPairs {
    __host__ __device__ Pairs operator()(int i) const {
        __half2_raw pair = F::halves_of((unsigned)i);
        return Pairs{pair.x, pair.y};
    }
};

template <typename F> void check_pairs(int i, const Pairs &row) {
    CHECK_AT(i, half_bits(value_of<F>((unsigned)i & ((1u << F::STEP) - 1))), (unsigned)row.x);
    CHECK_AT(i, half_bits(value_of<F>((unsigned)i >> F::STEP)), (unsigned)row.y);
}

#endif
