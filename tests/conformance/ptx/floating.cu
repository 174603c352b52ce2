/* Floating-point instructions of inline PTX (PTX ISA, Floating-Point Instructions): what is determined to the last bit; and, not
 * printed, that the approximate ones are near. */
// FEW-WAYS
#include "instructions.h"

#include <cfenv>
#include <cmath>

/* In another rounding mode; volatile, so that nothing is computed beforehand. */
template <typename F> static auto rounding(int mode, F f) -> decltype(f()) {
    std::fesetround(mode);
    volatile auto result = f();
    std::fesetround(FE_TONEAREST);
    return result;
}
#define IN_MODE(mode, T, op)                              \
    rounding(mode, [&] {                                  \
        volatile T x = a, y = b, z = c;                   \
        (void)x, (void)y, (void)z;                        \
        return (T)(op);                                   \
    })
static f32 ftz(f32 x) { return bits_of(x) & 0x7f800000 ? x : float_of(bits_of(x) & 0x80000000); }
static f32 sat(f32 x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
static f32 least(f32 a, f32 b) {
    if (a != a) return b;
    if (b != b) return a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
static f32 most(f32 a, f32 b) {
    if (a != a) return b;
    if (b != b) return a;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
}
static f32 nan_or(f32 a, f32 b, f32 x) { return a != a || b != b ? NAN : x; }
static f32 near(f32 expected, f32 got) { /* got, if it is right */
    if (expected != expected || std::isinf(expected) || std::fabs(expected) < 1e-30f) return got;
    return std::fabs(got - expected) <= 4e-3f * std::fabs(expected) + 1e-6f ? got : expected;
}

#define ROWS32(ROW)                                                                                              \
    ROW(f32, "add.f32 %0, %1, %2;", a + b)                                                                       \
    ROW(f32, "add.rz.f32 %0, %1, %2;", IN_MODE(FE_TOWARDZERO, f32, x + y))                                       \
    ROW(f32, "add.rm.f32 %0, %1, %2;", IN_MODE(FE_DOWNWARD, f32, x + y))                                         \
    ROW(f32, "add.rn.ftz.f32 %0, %1, %2;", ftz(ftz(a) + ftz(b)))                                                 \
    ROW(f32, "add.rn.sat.f32 %0, %1, %2;", sat(a + b))                                                           \
    ROW(f32, "sub.rn.f32 %0, %1, %2;", a - b)                                                                    \
    ROW(f32, "sub.rp.f32 %0, %1, %2;", IN_MODE(FE_UPWARD, f32, x - y))                                           \
    ROW(f32, "mul.rn.f32 %0, %1, %2;", a *b)                                                                     \
    ROW(f32, "mul.rz.f32 %0, %1, %2;", IN_MODE(FE_TOWARDZERO, f32, x *y))                                        \
    ROW(f32, "mul.ftz.sat.f32 %0, %1, %2;", sat(ftz(ftz(a) * ftz(b))))                                           \
    ROW(f32, "fma.rn.f32 %0, %1, %2, %3;", std::fma(a, b, c))                                                    \
    ROW(f32, "fma.rm.f32 %0, %1, %2, %3;", IN_MODE(FE_DOWNWARD, f32, std::fma(x, y, z)))                         \
    ROW(f32, "fma.rn.ftz.f32 %0, %1, %2, %3;", ftz(std::fma(ftz(a), ftz(b), ftz(c))))                            \
    ROW(f32, "mad.rn.f32 %0, %1, %2, 0f3F800000;", std::fma(a, b, 1.0f))                                         \
    ROW(f32, "div.rn.f32 %0, %1, %2;", a / b)                                                                    \
    ROW(f32, "div.rp.f32 %0, %1, %2;", IN_MODE(FE_UPWARD, f32, x / y))                                           \
    ROW(f32, "rcp.rn.f32 %0, %1;", 1 / a)                                                                        \
    ROW(f32, "rcp.rz.f32 %0, %1;", IN_MODE(FE_TOWARDZERO, f32, 1 / x))                                           \
    ROW(f32, "sqrt.rn.f32 %0, %1;", std::sqrt(a))                                                                \
    ROW(f32, "sqrt.rp.f32 %0, %1;", IN_MODE(FE_UPWARD, f32, std::sqrt(x)))                                       \
    ROW(f32, "abs.f32 %0, %1;", std::fabs(a))                                                                    \
    ROW(f32, "neg.f32 %0, %1;", -a)                                                                              \
    ROW(f32, "abs.ftz.f32 %0, %1;", std::fabs(ftz(a)))                                                           \
    ROW(f32, "min.f32 %0, %1, %2;", least(a, b))                                                                 \
    ROW(f32, "max.f32 %0, %1, %2;", most(a, b))                                                                  \
    ROW(f32, "max.ftz.f32 %0, %1, %2;", most(ftz(a), ftz(b)))                                                    \
    ROW(f32, "min.NaN.f32 %0, %1, %2;", nan_or(a, b, least(a, b)))                                               \
    ROW(f32, "max.NaN.f32 %0, %1, %2;", nan_or(a, b, most(a, b)))                                                \
    ROW(f32, "copysign.f32 %0, %1, %2;", std::copysign(b, a))                                                    \
    ROW(f32, "mov.f32 %0, 1.5; add.rn.f32 %0, %0, %1;", 1.5f + a)                                                \
    ROW(f32, "{.reg .pred p; testp.subnormal.f32 p, %1; selp.f32 %0, 1.0, 2.0, p;}",                             \
        std::fpclassify(a) == FP_SUBNORMAL ? 1 : 2)                                                              \
    ROW(f32, "{.reg .pred p; testp.normal.f32 p, %1; selp.f32 %0, 1.0, 2.0, p;}", std::isnormal(a) || a == 0 ? 1 : 2)\
    ROW(f32, "{.reg .pred p; testp.infinite.f32 p, %1; selp.f32 %0, 1.0, 2.0, p;}", std::isinf(a) ? 1 : 2)       \
    ROW(f32, "{.reg .pred p; testp.notanumber.f32 p, %1; selp.f32 %0, 1.0, 2.0, p;}", a != a ? 1 : 2)            \
    ROW(f32, "set.gt.f32.f32 %0, %1, %2;", a > b ? 1 : 0)                                                        \
    ROW(f32, "set.leu.f32.f32 %0, %1, %2;", !(a > b) ? 1 : 0)                                                    \
    ROW(f32, "set.num.f32.f32 %0, %1, %2;", a == a && b == b ? 1 : 0)                                            \
    ROW(f32, "{.reg .pred p; setp.neu.f32 p, %1, %2; @p bra L; add.f32 %0, %1, %2; bra M; L: mul.f32 %0, %1, %2; M:}", \
        a != b || a != a || b != b ? a * b : a + b)                                                              \
    ROW(f32, "slct.f32.f32 %0, %1, %2, %3;", c >= 0 ? a : b)

/* Not printed: a GPU's differ in the last bits. */
#define NEAR32(ROW)                                                                                              \
    ROW(f32, "div.approx.f32 %0, %1, 1.5;", near(a / 1.5f, out[i]))                                              \
    ROW(f32, "div.full.f32 %0, %1, 3.0;", near(a / 3, out[i]))                                                   \
    ROW(f32, "rcp.approx.ftz.f32 %0, %1;", near(1 / ftz(a), out[i]))                                             \
    ROW(f32, "sqrt.approx.f32 %0, %1;", near(std::sqrt(a), out[i]))                                              \
    ROW(f32, "rsqrt.approx.f32 %0, %1;", near(1 / std::sqrt(a), out[i]))                                         \
    ROW(f32, "{.reg .f32 x; min.f32 x, %1, 3.0; max.f32 x, x, -3.0; sin.approx.f32 %0, x;}",                     \
        std::fabs(out[i] - std::sin(most(least(a, 3), -3))) < 1e-5 ? out[i] : 9)                                 \
    ROW(f32, "{.reg .f32 x; min.f32 x, %1, 3.0; max.f32 x, x, -3.0; cos.approx.ftz.f32 %0, x;}",                 \
        std::fabs(out[i] - std::cos(most(least(a, 3), -3))) < 1e-5 ? out[i] : 9)                                 \
    ROW(f32, "lg2.approx.f32 %0, %1;", near(std::log2(a), out[i]))                                               \
    ROW(f32, "{.reg .f32 x; min.f32 x, %1, 40.0; max.f32 x, x, -40.0; ex2.approx.ftz.f32 %0, x;}",               \
        near(std::exp2(most(least(a, 40), -40)), out[i]))                                                        \
    ROW(f32, "tanh.approx.f32 %0, %1;", near(std::tanh(a), out[i]))

#define ROWS64(ROW)                                                                                              \
    ROW(f64, "add.f64 %0, %1, %2;", a + b)                                                                       \
    ROW(f64, "add.rp.f64 %0, %1, %2;", IN_MODE(FE_UPWARD, f64, x + y))                                           \
    ROW(f64, "sub.rz.f64 %0, %1, %2;", IN_MODE(FE_TOWARDZERO, f64, x - y))                                       \
    ROW(f64, "mul.rn.f64 %0, %1, %2;", a *b)                                                                     \
    ROW(f64, "fma.rn.f64 %0, %1, %2, %3;", std::fma(a, b, c))                                                    \
    ROW(f64, "mad.rz.f64 %0, %1, %2, %3;", IN_MODE(FE_TOWARDZERO, f64, std::fma(x, y, z)))                       \
    ROW(f64, "div.rn.f64 %0, %1, 0d4008000000000000;", a / 3)                                                    \
    ROW(f64, "rcp.rn.f64 %0, %1;", 1 / a)                                                                        \
    ROW(f64, "sqrt.rm.f64 %0, %1;", IN_MODE(FE_DOWNWARD, f64, std::sqrt(x)))                                     \
    ROW(f64, "abs.f64 %0, %1;", std::fabs(a))                                                                    \
    ROW(f64, "neg.f64 %0, %1;", -a)                                                                              \
    ROW(f64, "{.reg .pred p; setp.ltu.f64 p, %1, %2; selp.f64 %0, %1, %2, p;}", !(a >= b) ? a : b)               \
    ROW(f64, "copysign.f64 %0, %1, %2;", std::copysign(b, a))

INSTRUCTIONS(f32, ROWS32)
INSTRUCTIONS(f64, ROWS64)
#define NEAR_CHECK(T, text, expression)                                                                          \
    for (int i = 0; i < CASES; i++) {                                                                            \
        const f32 a = operand<f32>(i, 0);                                                                        \
        CHECK_AT(i, (expression), out[i]);                                                                       \
    }                                                                                                            \
    out += CASES;
__global__ void run_near(const f32 *in, f32 *out) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    f32 a = in[at], b = a, c = a, result;
    NEAR32(RUN_ROW)
}

int main() {
    check_f32();
    check_f64();
    enum { COUNT = 0 NEAR32(COUNT_ROW) };
    f32 *in = managed<f32>(CASES), *out = managed<f32>(COUNT * CASES);
    for (int i = 0; i < CASES; i++) in[i] = operand<f32>(i, 0);
    run_near<<<CASES / 64, 64>>>(in, out);
    FINISH();
    NEAR32(NEAR_CHECK)
    return check_result();
}
