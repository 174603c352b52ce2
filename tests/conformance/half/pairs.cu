/* Pairs of halves and of bfloat16: making them and taking them apart, their arithmetic and operators element by
 * element.
 */
#include "formats.h"

enum { CASES = 30000 };

struct Words {
    unsigned add, sub, mul, div, add_sat, sub_sat, mul_sat, neg, abs, fma, fma_sat, cmadd, add_rn, sub_rn, mul_rn;
    unsigned plus, minus, times, over, minus_unary, min, max, min_nan, max_nan, isnan;
    bool equal, unequal, less, greater, at_most, at_least;
};

template <typename F> static __host__ __device__ unsigned word(typename F::Pair a) {
    return F::bits(F::low(a)) | F::bits(F::high(a)) << 16;
}

template <typename F> struct Compute {
    BOTH void operator()(int i, Words &row) const {
        typedef typename F::Pair P;
        P a = F::pair(F::number(operand(i, 0)), F::number(operand(i + 1, 0)));
        P b = F::pair(F::number(operand(i, 1)), F::number(operand(i + 1, 1)));
        P c = F::pair(F::number(operand(i, 2)), F::number(operand(i + 1, 2)));
        row.add = word<F>(__hadd2(a, b));
        row.sub = word<F>(__hsub2(a, b));
        row.mul = word<F>(__hmul2(a, b));
        row.div = word<F>(__h2div(a, b));
        row.add_sat = word<F>(__hadd2_sat(a, b));
        row.sub_sat = word<F>(__hsub2_sat(a, b));
        row.mul_sat = word<F>(__hmul2_sat(a, b));
        row.add_rn = word<F>(__hadd2_rn(a, b));
        row.sub_rn = word<F>(__hsub2_rn(a, b));
        row.mul_rn = word<F>(__hmul2_rn(a, b));
        row.neg = word<F>(__hneg2(a));
        row.abs = word<F>(__habs2(a));
        row.fma = word<F>(__hfma2(a, b, c));
        row.fma_sat = word<F>(__hfma2_sat(a, b, c));
        row.plus = word<F>(a + b);
        row.minus = word<F>(a - b);
        row.times = word<F>(a * b);
        row.over = word<F>(a / b);
        row.minus_unary = word<F>(-a);
        row.min = word<F>(__hmin2(a, b));
        row.max = word<F>(__hmax2(a, b));
        row.min_nan = word<F>(__hmin2_nan(a, b));
        row.max_nan = word<F>(__hmax2_nan(a, b));
        row.isnan = word<F>(__hisnan2(a));
        row.equal = a == b;
        row.unequal = a != b;
        row.less = a < b;
        row.greater = a > b;
        row.at_most = a <= b;
        row.at_least = a >= b;
        row.cmadd = word<F>(__hcmadd(a, b, c));
    }
};

template <typename F> void check_word(int i, const char *name, unsigned low, unsigned high, unsigned got) {
    if (same_number<F>(low, got & 0xffff) && same_number<F>(high, got >> 16)) return;
    check_failed(__FILE__, __LINE__, name, i, low | high << 16, got);
}

template <typename F> void check(int i, const Words &row) {
    typedef typename F::Number N;
    N a = F::number(operand(i, 0)), a2 = F::number(operand(i + 1, 0)), b = F::number(operand(i, 1)),
      b2 = F::number(operand(i + 1, 1)), c = F::number(operand(i, 2)), c2 = F::number(operand(i + 1, 2));
#define CHECK_WORD(field, function)                                                                                 \
    check_word<F>(i, #field, F::bits(function(a, b)), F::bits(function(a2, b2)), row.field)
    CHECK_WORD(add, __hadd);
    CHECK_WORD(sub, __hsub);
    CHECK_WORD(mul, __hmul);
    CHECK_WORD(div, __hdiv);
    CHECK_WORD(add_sat, __hadd_sat);
    CHECK_WORD(sub_sat, __hsub_sat);
    CHECK_WORD(mul_sat, __hmul_sat);
    CHECK_WORD(add_rn, __hadd);
    CHECK_WORD(sub_rn, __hsub);
    CHECK_WORD(mul_rn, __hmul);
    CHECK_WORD(plus, __hadd);
    CHECK_WORD(minus, __hsub);
    CHECK_WORD(times, __hmul);
    CHECK_WORD(over, __hdiv);
    CHECK_WORD(min, __hmin);
    CHECK_WORD(max, __hmax);
    CHECK_WORD(min_nan, __hmin_nan);
    CHECK_WORD(max_nan, __hmax_nan);
    check_word<F>(i, "neg", F::bits(__hneg(a)), F::bits(__hneg(a2)), row.neg);
    check_word<F>(i, "-a", F::bits(__hneg(a)), F::bits(__hneg(a2)), row.minus_unary);
    check_word<F>(i, "abs", F::bits(__habs(a)), F::bits(__habs(a2)), row.abs);
    check_word<F>(i, "fma", F::bits(__hfma(a, b, c)), F::bits(__hfma(a2, b2, c2)), row.fma);
    check_word<F>(i, "fma_sat", F::bits(__hfma_sat(a, b, c)), F::bits(__hfma_sat(a2, b2, c2)), row.fma_sat);
    /* a * b + c as complex numbers, one fused step after another */
    N real = __hfma(__hneg(a2), b2, __hfma(a, b, c)), imaginary = __hfma(a2, b, __hfma(a, b2, c2));
    check_word<F>(i, "cmadd", F::bits(real), F::bits(imaginary), row.cmadd);
    unsigned one = pattern_of<F>(1, 0, RN);
    check_word<F>(i, "isnan", __hisnan(a) ? one : 0, __hisnan(a2) ? one : 0, row.isnan);
    CHECK_AT(i, a == b && a2 == b2, row.equal);
    CHECK_AT(i, a != b && a2 != b2, row.unequal);
    CHECK_AT(i, a < b && a2 < b2, row.less);
    CHECK_AT(i, a > b && a2 > b2, row.greater);
    CHECK_AT(i, a <= b && a2 <= b2, row.at_most);
    CHECK_AT(i, a >= b && a2 >= b2, row.at_least);
}

static void check_half_movement() {
    __half a = 1.0f, b = 2.0f, c = 3.0f, d = 4.0f;
    __half2 p = __halves2half2(a, b), q = make_half2(c, d);
    CHECK_EQUAL(0x40003c00u, word<Half>(p));
    CHECK_EQUAL(0x44004200u, word<Half>(q));
    CHECK(__low2float(p) == 1 && __high2float(p) == 2 && (float)__low2half(q) == 3 && (float)__high2half(q) == 4);
    CHECK(word<Half>(__half2half2(b)) == 0x40004000u && word<Half>(__lowhigh2highlow(p)) == 0x3c004000u);
    CHECK(word<Half>(__low2half2(q)) == 0x42004200u && word<Half>(__high2half2(q)) == 0x44004400u);
    CHECK(word<Half>(__lows2half2(p, q)) == 0x42003c00u && word<Half>(__highs2half2(p, q)) == 0x44004000u);
    CHECK(word<Half>(__float2half2_rn(2.0f)) == 0x40004000u);
    CHECK(word<Half>(__floats2half2_rn(1.0f, 3.0f)) == 0x42003c00u);
    float2 f = __half22float2(q);
    CHECK(f.x == 3 && f.y == 4 && word<Half>(__float22half2_rn(f)) == 0x44004200u);
    CHECK(__half_as_short(__half(-1.0f)) == (short)0xbc00 && Half::bits(__short_as_half((short)0x8001)) == 0x8001u);
    p += q;
    CHECK(word<Half>(p) == 0x46004400u && word<Half>(++p) == 0x47004500u && word<Half>(p--) == 0x47004500u);
    CHECK(p.x == __half(4.0f) && p.y == __half(6.0f));
    p = {};
    CHECK_EQUAL(0u, word<Half>(p));
}

static void check_bfloat_movement() {
    __nv_bfloat16 a = 1.0f, b = 2.0f, c = 3.0f, d = 4.0f;
    __nv_bfloat162 p = __halves2bfloat162(a, b), q = make_bfloat162(c, d);
    CHECK_EQUAL(0x40003f80u, word<Bfloat>(p));
    CHECK_EQUAL(0x40804040u, word<Bfloat>(q));
    CHECK(__low2float(p) == 1 && __high2float(p) == 2);
    CHECK((float)__low2bfloat16(q) == 3 && (float)__high2bfloat16(q) == 4);
    CHECK(word<Bfloat>(__bfloat162bfloat162(b)) == 0x40004000u && word<Bfloat>(__lowhigh2highlow(p)) == 0x3f804000u);
    CHECK(word<Bfloat>(__low2bfloat162(q)) == 0x40404040u && word<Bfloat>(__high2bfloat162(q)) == 0x40804080u);
    CHECK(word<Bfloat>(__lows2bfloat162(p, q)) == 0x40403f80u && word<Bfloat>(__highs2bfloat162(p, q)) == 0x40804000u);
    CHECK(word<Bfloat>(__float2bfloat162_rn(2.0f)) == 0x40004000u);
    CHECK(word<Bfloat>(__floats2bfloat162_rn(1.0f, 3.0f)) == 0x40403f80u);
    float2 f = __bfloat1622float2(q);
    CHECK(f.x == 3 && f.y == 4 && word<Bfloat>(__float22bfloat162_rn(f)) == 0x40804040u);
    CHECK(__bfloat16_as_short(__nv_bfloat16(-1.0f)) == (short)0xbf80);
    CHECK(Bfloat::bits(__short_as_bfloat16((short)0x8001)) == 0x8001u);
    p = {};
    CHECK_EQUAL(0u, word<Bfloat>(p));
}

int main() {
    run_both<Words>(CASES, Compute<Half>(), check<Half>);
    run_both<Words>(CASES, Compute<Bfloat>(), check<Bfloat>);
    check_half_movement();
    check_bfloat_movement();
    return check_result();
}
