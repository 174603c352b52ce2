/* f16, bf16 and pairs of them in inline PTX (PTX ISA, Half Precision Floating-Point Instructions), against arithmetic in double
 * that is rounded once; and approximate functions, which are not printed. */
// FEW-WAYS
#include "instructions.h"

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static f64 wide(u16 x, bool is_bf) {
    return is_bf ? (f64)float_of((u32)x << 16) : (f64)__half2float(__ushort_as_half(x));
}
/* To nearest of mantissa bits m, least exponent e: all of it in double, where the value is exact enough to be odd. */
static u16 rounded(long double x, bool is_bf) {
    const int digits = is_bf ? 8 : 11, least = is_bf ? -133 : -24;
    if (x != x) return 0x7fff;
    int exponent;
    std::frexp(x, &exponent);
    if (!x || std::isinf(x)) exponent = 0;
    int unit = exponent - digits > least ? exponent - digits : least;
    long double whole = std::isinf(x) ? x : std::ldexp(std::rint(std::ldexp(x, -unit)), unit);
    const long double most = is_bf ? 3.3895313892515355e38L : 65504;
    f32 result = std::fabs(whole) > most ? (x < 0 ? -INFINITY : INFINITY) : (f32)whole;
    if (!result) result = std::signbit(x) ? -0.0f : 0.0f;
    return is_bf ? (u16)(bits_of(result) >> 16) : __half_as_ushort(__float2half_rn(result));
}
static bool is_nan(u16 x, bool bf) { return (x & 0x7fff) > (bf ? 0x7f80 : 0x7c00); }
static u16 least(u16 a, u16 b, bool bf) {
    if (is_nan(a, bf)) return is_nan(b, bf) ? 0x7fff : b;
    if (is_nan(b, bf)) return a;
    f64 x = wide(a, bf), y = wide(b, bf);
    return x < y || (x == y && a & 0x8000) ? a : b;
}
static u16 most(u16 a, u16 b, bool bf) {
    if (is_nan(a, bf)) return is_nan(b, bf) ? 0x7fff : b;
    if (is_nan(b, bf)) return a;
    f64 x = wide(a, bf), y = wide(b, bf);
    return x > y || (x == y && b & 0x8000) ? a : b;
}
static u16 sat(u16 x) {
    f64 v = wide(x, false);
    return v > 0 ? (v < 1 ? x : 0x3c00) : 0;
}
static u16 relu(u16 x) { return is_nan(x, false) ? 0x7fff : x & 0x8000 ? 0 : x; }
#define H(x) ((long double)wide(x, false))
#define B(x) ((long double)wide(x, true))
#define LOW(x) ((u16)(x))
#define HIGH(x) ((u16)((x) >> 16))
#define BOTH(f) ((u32)f(HIGH) << 16 | f(LOW))

#define ROWS16(ROW)                                                                                              \
    ROW(u16, "add.f16 %0, %1, %2;", rounded(H(a) + H(b), false))                                                 \
    ROW(u16, "sub.rn.f16 %0, %1, %2;", rounded(H(a) - H(b), false))                                              \
    ROW(u16, "mul.f16 %0, %1, %2;", rounded(H(a) * H(b), false))                                                 \
    ROW(u16, "add.sat.f16 %0, %1, %2;", sat(rounded(H(a) + H(b), false)))                                        \
    ROW(u16, "fma.rn.f16 %0, %1, %2, %3;", rounded(H(a) * H(b) + H(c), false))                                   \
    ROW(u16, "fma.rn.relu.f16 %0, %1, %2, %3;", relu(rounded(H(a) * H(b) + H(c), false)))                        \
    ROW(u16, "fma.rn.bf16 %0, %1, %2, %3;", rounded(fused(a, b, c), true))                                       \
    ROW(u16, "min.f16 %0, %1, %2;", least(a, b, false))                                                          \
    ROW(u16, "max.f16 %0, %1, %2;", most(a, b, false))                                                           \
    ROW(u16, "max.NaN.f16 %0, %1, %2;", is_nan(a, false) || is_nan(b, false) ? 0x7fff : most(a, b, false))       \
    ROW(u16, "min.bf16 %0, %1, %2;", least(a, b, true))                                                          \
    ROW(u16, "{.reg .pred p; setp.lt.f16 p, %1, %2; @p mov.b16 %0, %1; @!p mov.b16 %0, %2;}", H(a) < H(b) ? a : b) \
    ROW(u16, "{.reg .pred p; setp.geu.bf16 p, %1, %2; @p mov.b16 %0, %1; @!p mov.b16 %0, %2;}", !(B(a) < B(b)) ? a : b)

/* A product of bf16 has 16 bits; where the sum does not fit into 64, what is far below counts as something. */
static long double fused(u16 a, u16 b, u16 c) {
    long double product = B(a) * B(b), z = B(c), sum = product + z;
    if (sum != sum || std::isinf(sum)) return sum;
    long double rest = std::fabs(product) > std::fabs(z) ? z - (sum - product) : product - (sum - z);
    return rest == 0 ? sum : std::nextafter(sum, rest > 0 ? INFINITY : -INFINITY) == sum ? sum : sum + rest;
}

#define ADD(half) rounded(H(half(a)) + H(half(b)), false)
#define FMA(half) rounded(H(half(a)) * H(half(b)) + H(half(c)), false)
#define LEAST(half) least(half(a), half(b), false)
#define GREATER(half) (H(half(a)) > H(half(b)) ? 0x3c00 : 0)
#define ROWS32(ROW)                                                                                              \
    ROW(u32, "add.f16x2 %0, %1, %2;", BOTH(ADD))                                                                 \
    ROW(u32, "fma.rn.f16x2 %0, %1, %2, %3;", BOTH(FMA))                                                          \
    ROW(u32, "min.f16x2 %0, %1, %2;", BOTH(LEAST))                                                               \
    ROW(u32, "set.gt.f16x2.f16x2 %0, %1, %2;", BOTH(GREATER))                                                    \
    ROW(u32, "{.reg .pred p, q; setp.gt.f16x2 p|q, %1, %2; selp.b32 %0, 1, 0, p; @q add.u32 %0, %0, 2;}",        \
        (H(LOW(a)) > H(LOW(b))) + 2 * (H(HIGH(a)) > H(HIGH(b))))

INSTRUCTIONS(u16, ROWS16)
INSTRUCTIONS(u32, ROWS32)

__global__ void approximate(u16 *out) {
    u16 x = __half_as_ushort(__float2half((int)threadIdx.x * 0.125f - 4)), y;
    asm("tanh.approx.f16 %0, %1;" : "=h"(y) : "h"(x));
    out[threadIdx.x] = y;
    asm("ex2.approx.f16 %0, %1;" : "=h"(y) : "h"(x));
    out[64 + threadIdx.x] = y;
    u32 pair = x * 0x10001u, both;
    asm("ex2.approx.f16x2 %0, %1;" : "=r"(both) : "r"(pair));
    out[128 + threadIdx.x] = both >> 16;
}

int main() {
    check_u16();
    check_u32();
    u16 *out = managed<u16>(192);
    approximate<<<1, 64>>>(out);
    FINISH();
    for (int i = 0; i < 64; i++) {
        f64 x = i * 0.125 - 4;
        CHECK(std::fabs(wide(out[i], false) - std::tanh(x)) < 2e-3);
        CHECK(std::fabs(wide(out[64 + i], false) / std::exp2(x) - 1) < 2e-3);
        CHECK_AT(i, out[64 + i], out[128 + i]);
    }
    return check_result();
}
