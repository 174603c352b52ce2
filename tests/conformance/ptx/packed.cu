/* Instructions of inline PTX on several elements of a register that sm_100 and later have (PTX ISA 8.6 and 9.2): two floats in
 * 64 bits, saturating sums of 8 and 16 bits; and minima of floats over a warp (redux.sync). */
// SWCC: -arch=sm_90
// NO-GPU: they are sm_100's and later
#include "../check.h"
#include "../rows.h"

#include <cfenv>
#include <cmath>

typedef unsigned u32;
typedef unsigned long long u64;
enum { CASES = 256 };

/* %0 of the 64-bit operands %1, %2, %3; the expression is of floats a, b, c, for both halves. */
#define PAIRS(ROW)                                                                                               \
    ROW("add.f32x2 %0, %1, %2;", a + b) ROW("add.rn.f32x2 %0, %1, %2;", a + b)                                   \
    ROW("sub.rn.f32x2 %0, %1, %2;", a - b) ROW("mul.rn.f32x2 %0, %1, %2;", a * b)                                \
    ROW("mul.rn.ftz.f32x2 %0, %1, %2;", flushed(flushed(a) * flushed(b)))                                        \
    ROW("fma.rn.f32x2 %0, %1, %2, %3;", std::fmaf(a, b, c)) ROW("add.rz.f32x2 %0, %1, %2;", towards_zero(a, b))  \
    ROW("{ .reg .b64 x; .reg .b32 l, h; mov.b64 {l, h}, %1; mov.b64 x, {h, l}; add.rn.f32x2 x, x, %2; mov.b64 {l, h}, x; " \
        "mov.b64 %0, {h, l}; }", a + swapped_b)

/* Of 32-bit operands: sums and differences of elements of BITS bits, signed or not. */
#define SATURATING(ROW)                                                                                          \
    ROW("add.sat.u8x4", 8, false, +) ROW("add.sat.s8x4", 8, true, +) ROW("sub.sat.u8x4", 8, false, -)            \
    ROW("sub.sat.s8x4", 8, true, -) ROW("add.sat.u16x2", 16, false, +) ROW("add.sat.s16x2", 16, true, +)         \
    ROW("sub.sat.u16x2", 16, false, -) ROW("sub.sat.s16x2", 16, true, -) ROW("add.sat.u32", 32, false, +)        \
    ROW("sub.sat.u32", 32, false, -) ROW("add.sat.s32", 32, true, +)

/* Over a warp. */
#define REDUCTIONS(ROW)                                                                                          \
    ROW("redux.sync.min.f32", false, false, false) ROW("redux.sync.max.f32", true, false, false)                 \
    ROW("redux.sync.min.abs.f32", false, true, false) ROW("redux.sync.max.abs.f32", true, true, false)           \
    ROW("redux.sync.min.NaN.f32", false, false, true) ROW("redux.sync.max.NaN.f32", true, false, true)           \
    ROW("redux.sync.max.abs.NaN.f32", true, true, true)

static float float_of(u32 bits) { float x; std::memcpy(&x, &bits, 4); return x; }
static u32 bits_of(float x) { u32 bits; std::memcpy(&bits, &x, 4); return bits; }
static float flushed(float x) { return std::fabs(x) < 1.17549435e-38f ? std::copysign(0.0f, x) : x; }
static float towards_zero(float a, float b) {
    std::fesetround(FE_TOWARDZERO);
    volatile float x = a, y = b, sum = x + y;
    std::fesetround(FE_TONEAREST);
    return sum;
}
static u32 mixed(u32 x) {
    x = (x ^ x >> 15) * 0x2c1b3c6du;
    x = (x ^ x >> 12) * 0x297a2d39u;
    return x ^ x >> 15;
}
static float operand(int i) {
    static const float edges[] = {0.0f, -0.0f, 1.0f, -1.5f, 3.0e-39f, 1.0e-20f, 65536.0f, 0.1f};
    return i % 3 ? edges[mixed(i) % 8] : (float)(int)(mixed(i) >> 8) / 4096.0f - 1000.0f;
}

__global__ void pairs(const u64 *in, u64 *out) {
    int i = threadIdx.x, at = i;
    u64 a = in[i], b = in[CASES + i], c = in[2 * CASES + i];
#define PAIR(text, expression)                                                                                   \
    asm(text : "=l"(out[at]) : "l"(a), "l"(b), "l"(c));                                                          \
    at += CASES;
    PAIRS(PAIR)
}
__global__ void saturating(const u32 *in, u32 *out) {
    int i = threadIdx.x, at = i;
#define SATURATE(text, bits, is_signed, op)                                                                      \
    asm(text " %0, %1, %2;" : "=r"(out[at]) : "r"(in[i]), "r"(in[CASES + i]));                                   \
    at += CASES;
    SATURATING(SATURATE)
}
__global__ void reductions(const float *in, float *out) {
    int i = threadIdx.x, at = i;
#define REDUCE(text, is_max, is_abs, wins)                                                                       \
    asm volatile(text " %0, %1, %2;" : "=f"(out[at]) : "f"(in[i]), "r"(0xffffffff));                             \
    at += CASES;
    REDUCTIONS(REDUCE)
}

static long long element(u32 word, int bits, bool is_signed, int k) {
    long long value = (word >> k * bits) & ((1ull << bits) - 1);
    return is_signed && value >> (bits - 1) ? value - (1ll << bits) : value;
}
static u32 clamped(long long x, int bits, bool is_signed) {
    long long least = is_signed ? -(1ll << (bits - 1)) : 0, most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    return (u32)((x < least ? least : x > most ? most : x) & ((1ll << bits) - 1));
}
static float reduced(const float *in, bool is_max, bool is_abs, bool wins) {
    float best = NAN;
    for (int i = 0; i < 32; i++) {
        float x = is_abs ? std::fabs(in[i]) : in[i];
        if (x != x && wins) return NAN;
        if (x != x) continue;
        bool is_better = x == best ? (is_max ? std::signbit(best) : std::signbit(x)) : is_max ? x > best : x < best;
        if (best != best || is_better) best = x;
    }
    return best;
}

int main() {
    u64 *in = managed<u64>(3 * CASES), *out = managed<u64>(16 * CASES);
    for (int i = 0; i < 3 * CASES; i++) in[i] = (u64)bits_of(operand(2 * i + 1)) << 32 | bits_of(operand(2 * i));
    pairs<<<1, CASES>>>(in, out);
    FINISH();
    const u64 *at = out;
#define CHECK_PAIR(text, expression)                                                                             \
    for (int i = 0; i < 2 * CASES; i++) {                                                                        \
        auto half = [&](u64 word, int k) { return float_of((u32)(word >> 32 * k)); };                            \
        float a = half(in[i / 2], i & 1), b = half(in[CASES + i / 2], i & 1), c = half(in[2 * CASES + i / 2], i & 1); \
        float swapped_b = half(in[CASES + i / 2], ~i & 1);                                                       \
        (void)c, (void)swapped_b;                                                                                \
        CHECK_AT(i, (float)(expression), half(at[i / 2], i & 1));                                                \
    }                                                                                                            \
    print_row(text, at, CASES);                                                                                  \
    at += CASES;
    PAIRS(CHECK_PAIR)

    u32 *words = (u32 *)in, *sums = (u32 *)out;
    for (int i = 0; i < 2 * CASES; i++) words[i] = i % 5 ? mixed(i) : mixed(i) & 0x80808080;
    saturating<<<1, CASES>>>(words, sums);
    FINISH();
#define CHECK_SATURATED(text, bits, is_signed, op)                                                               \
    for (int i = 0; i < CASES; i++) {                                                                            \
        u32 expected = 0;                                                                                        \
        for (int k = 0; k < 32 / bits; k++)                                                                      \
            expected |= clamped(element(words[i], bits, is_signed, k) op element(words[CASES + i], bits, is_signed, k), bits, \
                                is_signed) << k * bits % 32;                                                     \
        CHECK_AT(i, expected, sums[i]);                                                                          \
    }                                                                                                            \
    print_row(text, sums, CASES);                                                                                \
    sums += CASES;
    SATURATING(CHECK_SATURATED)

    float *numbers = (float *)in, *results = (float *)out;
    for (int i = 0; i < CASES; i++) {
        numbers[i] = operand(i);
        if (i / 32 == 1 && i % 7 == 0) numbers[i] = float_of(i & 1 ? 0x7fc00001 : 0xffffffff);
        if (i / 32 == 2) numbers[i] = NAN;
        if (i / 32 == 3) numbers[i] = i & 1 ? 0.0f : -0.0f;
        if (i / 32 == 4) numbers[i] = i % 5 ? -(float)i : i & 1 ? INFINITY : -INFINITY;
    }
    reductions<<<1, CASES>>>(numbers, results);
    FINISH();
#define CHECK_REDUCED(text, is_max, is_abs, wins)                                                                \
    for (int i = 0; i < CASES; i++) CHECK_AT(i, reduced(numbers + i / 32 * 32, is_max, is_abs, wins), results[i]); \
    CHECK_EQUAL(0x7fffffffu, bits_of(results[64]));                                                              \
    print_row(text, results, CASES);                                                                             \
    results += CASES;
    REDUCTIONS(CHECK_REDUCED)
    return check_result();
}
