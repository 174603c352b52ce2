/* The two 8-bit formats for the tests: what each bit pattern means, and which pattern a number has to become; and how
 * tests go through them, which formats6.h uses as well.
 *
 * The reference goes through the values of all patterns and compares, which is exact and has nothing in common with
 * the header's bit arithmetic.
 */
#ifndef FORMATS8_H
#define FORMATS8_H

#include <cmath>
#include <cuda_fp8.h>
#include <device_types.h>
#include "../check.h"
#include "../rows.h"

/* The conversion functions by the types of numbers, mode 0 without and mode 1 with saturation. A double's NaN becomes
 * 0x7f here: which NaN it becomes is not said, an H200 keeps the sign. */
template <__nv_fp8_interpretation_t K, int LAST> struct Functions8 {
    enum { MODES = 2, STEP = 8, SIGN = 0x80, NOT_A_NUMBER = 0x7f };
    typedef unsigned char Bits;
    typedef unsigned short Bits2;
    static cudaRoundMode rounding(int) { return cudaRoundNearest; }
    static bool saturates(int mode) { return mode == __NV_SATFINITE; }

#define FROM(result, name, T)                                              \
    static __host__ __device__ result from(T x, int mode) {                \
        return __nv_cvt_##name(x, (__nv_saturation_t)mode, K);             \
    }
    FROM(Bits, float_to_fp8, float)
    FROM(Bits, halfraw_to_fp8, __half_raw)
    FROM(Bits, bfloat16raw_to_fp8, __nv_bfloat16_raw)
    FROM(Bits2, float2_to_fp8x2, float2)
    FROM(Bits2, double2_to_fp8x2, double2)
    FROM(Bits2, halfraw2_to_fp8x2, __half2_raw)
    FROM(Bits2, bfloat16raw2_to_fp8x2, __nv_bfloat162_raw)
#undef FROM
    static __host__ __device__ Bits from(double x, int mode) {
        Bits bits = __nv_cvt_double_to_fp8(x, (__nv_saturation_t)mode, K);
        return x != x && (bits & 0x7f) > LAST ? (Bits)NOT_A_NUMBER : bits;
    }
    static __host__ __device__ __half_raw half_of(unsigned bits) {
        return __nv_cvt_fp8_to_halfraw((Bits)bits, K);
    }
    static __host__ __device__ __half2_raw halves_of(unsigned bits) {
        return __nv_cvt_fp8x2_to_halfraw2((Bits2)bits, K);
    }
};

struct E4m3 : Functions8<__NV_E4M3, 0x7e> {
    typedef __nv_fp8_e4m3 Number;
    typedef __nv_fp8x2_e4m3 Pair;
    typedef __nv_fp8x4_e4m3 Four;
    enum { MANTISSA = 3, BIAS = 7, LARGEST = 0x7e, BEYOND = 0x7f, INFINITE = 0x100 };
};

struct E5m2 : Functions8<__NV_E5M2, 0x7c> {
    typedef __nv_fp8_e5m2 Number;
    typedef __nv_fp8x2_e5m2 Pair;
    typedef __nv_fp8x4_e5m2 Four;
    enum { MANTISSA = 2, BIAS = 15, LARGEST = 0x7b, BEYOND = 0x7c, INFINITE = 0x7c };
};

/* Whether a magnitude becomes the next number, not the one below, of which odd says whether its last bit is set. */
inline bool rounds_up(cudaRoundMode mode, bool negative, double x, double below, double next, bool odd) {
    double middle = (below + next) / 2;
    if (mode == cudaRoundNearest) return x > middle || (x == middle && odd);
    return x > below && mode == (negative ? cudaRoundMinInf : cudaRoundPosInf);
}

/* The value of a pattern, as if patterns beyond the largest finite number went on like those before. */
template <typename F> double continued(unsigned pattern) {
    int exponent = (int)(pattern >> F::MANTISSA), mantissa = (int)(pattern & ((1u << F::MANTISSA) - 1));
    int one = 1 << F::MANTISSA;
    return exponent ? std::ldexp(one + mantissa, exponent - F::BIAS - F::MANTISSA)
                    : std::ldexp(mantissa, 1 - F::BIAS - F::MANTISSA);
}

template <typename F> double value_of(unsigned pattern) {
    unsigned magnitude = pattern & (F::SIGN - 1);
    double x = magnitude <= F::LARGEST ? continued<F>(magnitude) : magnitude == F::INFINITE ? INFINITY : NAN;
    return pattern & F::SIGN ? -x : x;
}

/* The pattern of a number: the last that is not above it, or the next one, as the mode says. */
template <typename F> unsigned pattern_of(double number, int mode) {
    if (std::isnan(number)) return F::NOT_A_NUMBER;
    bool negative = std::signbit(number);
    unsigned best = 0;
    double x = std::fabs(number);
    while (best <= F::LARGEST && continued<F>(best + 1) <= x) best++;
    double below = continued<F>(best), next = continued<F>(best + 1);
    if (best <= F::LARGEST) best += rounds_up(F::rounding(mode), negative, x, below, next, best % 2);
    if (best > F::LARGEST) best = F::saturates(mode) ? F::LARGEST : F::BEYOND;
    return best | (negative ? F::SIGN : 0);
}

/* rows[i] = compute(i) for i < count, on the device. */
template <typename Row, typename Compute> __global__ void fill_rows(Row *rows, int count, Compute compute) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += gridDim.x * blockDim.x) rows[i] = compute(i);
}

/* Computes the rows on the host, then on the device, which must be the same, and has them checked. */
template <typename Row, typename Compute, typename Check> void run_both(const char *label, int count, Compute compute,
                                                                        Check check) {
    Row *rows = managed<Row>(count);
    fill_rows<<<8, 64>>>(rows, count, compute);
    FINISH();
    for (int i = 0; i < count; i++) {
        Row host = compute(i);
        if (std::memcmp(&host, &rows[i], sizeof host))
            check_failed(__FILE__, __LINE__, "host and device differ", i, 0, 1);
        check(i, rows[i]);
    }
    print_row(label, rows, count);
    CUDA(cudaFree(rows));
}

#endif
