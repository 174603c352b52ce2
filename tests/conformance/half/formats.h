/* The two 16-bit formats for the tests: what each bit pattern means, and which pattern a number has to become.
 *
 * The reference finds the pattern by bisection over the values of all patterns, which has nothing in common with the
 * headers' bit arithmetic. A number is given as sum + rest, rest too small to show in sum, so that one rounding can be
 * told from two. Results are computed by functions for host and device (BOTH); run_both() runs them on either side.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "../check.h"

/* Which side computes: both with us; under nvcc, where many of the functions are for the device only, the device. */
#if defined(__CUDACC__) && !defined(__clang__)
#define BOTH __device__
#define HOST_TOO(statement)
#else
#define BOTH __host__ __device__
#define HOST_TOO(statement) statement
#endif

enum Mode { RN, RZ, RD, RU };
enum { PATTERNS = 0x10000 };

struct Half {
    typedef __half Number;
    typedef __half2 Pair;
    enum { MANTISSA = 10, BIAS = 15, INFINITE = 0x7c00 };
    static const char *name() { return "half"; }
    static const char *type() { return "__half"; }
    static __host__ __device__ unsigned bits(__half a) { return __half_as_ushort(a); }
    static __host__ __device__ __half number(unsigned bits) { return __ushort_as_half((unsigned short)bits); }
    static __host__ __device__ __half2 pair(__half a, __half b) { return __halves2half2(a, b); }
    static __host__ __device__ __half low(__half2 a) { return __low2half(a); }
    static __host__ __device__ __half high(__half2 a) { return __high2half(a); }
};

struct Bfloat {
    typedef __nv_bfloat16 Number;
    typedef __nv_bfloat162 Pair;
    enum { MANTISSA = 7, BIAS = 127, INFINITE = 0x7f80 };
    static const char *name() { return "bfloat16"; }
    static const char *type() { return "__nv_bfloat16"; }
    static __host__ __device__ unsigned bits(__nv_bfloat16 a) { return __bfloat16_as_ushort(a); }
    static __host__ __device__ __nv_bfloat16 number(unsigned bits) {
        return __ushort_as_bfloat16((unsigned short)bits);
    }
    static __host__ __device__ __nv_bfloat162 pair(__nv_bfloat16 a, __nv_bfloat16 b) {
        return __halves2bfloat162(a, b);
    }
    static __host__ __device__ __nv_bfloat16 low(__nv_bfloat162 a) { return __low2bfloat16(a); }
    static __host__ __device__ __nv_bfloat16 high(__nv_bfloat162 a) { return __high2bfloat16(a); }
};

/* The value of a pattern without sign; infinity counts as the next power of two, which is what rounding compares
 * with. */
template <typename F> double magnitude_of(unsigned pattern) {
    int exponent = (int)(pattern >> F::MANTISSA), mantissa = (int)(pattern & ((1u << F::MANTISSA) - 1));
    int one = 1 << F::MANTISSA;
    return exponent ? std::ldexp(one + mantissa, exponent - F::BIAS - F::MANTISSA)
                    : std::ldexp(mantissa, 1 - F::BIAS - F::MANTISSA);
}

template <typename F> bool is_nan(unsigned pattern) { return (pattern & 0x7fff) > F::INFINITE; }

template <typename F> double value_of(unsigned pattern) {
    unsigned magnitude = pattern & 0x7fff;
    double x = magnitude > F::INFINITE ? NAN : magnitude == F::INFINITE ? INFINITY : magnitude_of<F>(magnitude);
    return pattern & 0x8000 ? -x : x;
}

/* The pattern of sum + rest in a rounding mode. A NaN becomes 0x7fff. */
template <typename F> unsigned pattern_of(double sum, double rest, Mode mode) {
    if (sum != sum) return 0x7fff;
    bool negative = std::signbit(sum);
    unsigned sign = negative ? 0x8000 : 0;
    double x = negative ? -sum : sum, more = negative ? -rest : rest;
    if (std::isinf(x)) return sign | F::INFINITE;
    unsigned low = 0, high = F::INFINITE; /* the value of low is at most x + more, that of high above */
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        double v = magnitude_of<F>(middle);
        (v < x || (v == x && more >= 0) ? low : high) = middle;
    }
    double below = magnitude_of<F>(low), above = magnitude_of<F>(high), half = (below + above) / 2;
    if (below == x && more == 0) return sign | low;
    if (mode == RZ || mode == (negative ? RU : RD)) return sign | low;
    if (mode != RN) return sign | high;
    if (x != half) return sign | (x < half ? low : high);
    if (more != 0) return sign | (more < 0 ? low : high);
    return sign | (low & 1 ? high : low);
}

/* The same pattern, or both NaN. */
template <typename F> bool same_number(unsigned a, unsigned b) { return a == b || (is_nan<F>(a) && is_nan<F>(b)); }

#define CHECK_PATTERN(F, index, expected, got)                                                          \
    do {                                                                                                \
        unsigned pattern_expected = (expected), pattern_got = (got);                                    \
        if (!same_number<F>(pattern_expected, pattern_got)) {                                           \
            std::printf("%s:\n", F::name());                                                            \
            check_failed(__FILE__, __LINE__, #got, (long long)(index), pattern_expected, pattern_got);  \
        }                                                                                               \
    } while (0)

/* rows[i] = compute(i) for i < count, on the device. */
template <typename Row, typename Compute> __global__ void fill_rows(Row *rows, int count, Compute compute) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += gridDim.x * blockDim.x) compute(i, rows[i]);
}

/* Computes the rows on the host, then on the device, and has them checked each time. Returns the device's. */
template <typename Row, typename Compute> Row *run_both(int count, Compute compute, void (*check)(int, const Row &)) {
    Row *rows = managed<Row>(count);
    HOST_TOO(for (int i = 0; i < count; i++) compute(i, rows[i]));
    HOST_TOO(for (int i = 0; i < count; i++) check(i, rows[i]));
    std::memset((void *)rows, 0, count * sizeof(Row));
    fill_rows<<<64, 64>>>(rows, count, compute);
    FINISH();
    for (int i = 0; i < count; i++) check(i, rows[i]);
    return rows;
}

/* Random words that depend on nothing but i. */
static __host__ __device__ inline unsigned scramble(unsigned i) {
    i = (i ^ 61) ^ (i >> 16);
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    return i ^ (i >> 15);
}

/* A pattern for operand k of case i: any pattern, a special one, or one close to operand 0, where ties and
 * cancellation are. */
static __host__ __device__ inline unsigned operand(int i, int k) {
    const unsigned special[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x7bff,
                                0xfbff, 0x7c00, 0xfc00, 0x7f7f, 0x7f80, 0xff80, 0x7fff, 0x0080, 0x007f, 0x3800, 0x1000};
    unsigned word = scramble((unsigned)i * 4 + (unsigned)k), any = word >> 8 & 0xffff;
    switch (word & 7) {
    case 0: return special[any % (sizeof special / sizeof *special)];
    case 1: return k ? operand(i, 0) ^ 0x8000 ^ (any & 3) : any;
    case 2: return 0x3c00 | (any & 0x83ff);
    case 3: return k == 2 ? any & 0x83ff : 0x3f80 | (any & 0x807f);
    default: return any;
    }
}

#endif
