/* The two 8-bit formats for the tests: what each bit pattern means, and which pattern a number has to become.
 *
 * The reference goes through the values of all patterns for the nearest one, which has nothing in common with the
 * header's bit arithmetic.
 */
#ifndef FORMATS8_H
#define FORMATS8_H

#include <cmath>
#include <cuda_fp8.h>
#include "../check.h"
#include "../rows.h"

struct E4m3 {
    typedef __nv_fp8_e4m3 Number;
    typedef __nv_fp8x2_e4m3 Pair;
    typedef __nv_fp8x4_e4m3 Four;
    static const __nv_fp8_interpretation_t KIND = __NV_E4M3;
    enum { MANTISSA = 3, BIAS = 7, LARGEST = 0x7e, BEYOND = 0x7f, INFINITE = 0x100 };
    static const char *name() { return "e4m3"; }
};

struct E5m2 {
    typedef __nv_fp8_e5m2 Number;
    typedef __nv_fp8x2_e5m2 Pair;
    typedef __nv_fp8x4_e5m2 Four;
    static const __nv_fp8_interpretation_t KIND = __NV_E5M2;
    enum { MANTISSA = 2, BIAS = 15, LARGEST = 0x7b, BEYOND = 0x7c, INFINITE = 0x7c };
    static const char *name() { return "e5m2"; }
};

/* The value of a pattern, as if patterns beyond the largest finite number went on like those before. */
template <typename F> double continued(unsigned pattern) {
    int exponent = (int)(pattern >> F::MANTISSA), mantissa = (int)(pattern & ((1u << F::MANTISSA) - 1));
    int one = 1 << F::MANTISSA;
    return exponent ? std::ldexp(one + mantissa, exponent - F::BIAS - F::MANTISSA)
                    : std::ldexp(mantissa, 1 - F::BIAS - F::MANTISSA);
}

template <typename F> double value_of(unsigned pattern) {
    unsigned magnitude = pattern & 0x7f;
    double x = magnitude <= F::LARGEST ? continued<F>(magnitude) : magnitude == F::INFINITE ? INFINITY : NAN;
    return pattern & 0x80 ? -x : x;
}

/* The pattern of a number: the nearest, the even one of two. A NaN becomes 0x7f. */
template <typename F> unsigned pattern_of(double number, __nv_saturation_t saturate) {
    if (std::isnan(number)) return 0x7f;
    unsigned sign = std::signbit(number) ? 0x80 : 0, best = 0;
    double x = std::fmin(std::fabs(number), 1e6); /* far beyond the largest, where differences are still exact */
    for (unsigned p = 1; p <= F::LARGEST + 1u; p++) {
        double nearer = std::fabs(continued<F>(best) - x) - std::fabs(continued<F>(p) - x);
        if (nearer > 0 || (nearer == 0 && p % 2 == 0)) best = p;
    }
    if (best > F::LARGEST) best = saturate == __NV_SATFINITE ? F::LARGEST : F::BEYOND;
    return sign | best;
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
