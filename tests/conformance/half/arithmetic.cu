/* Arithmetic of half and bfloat16: sums, products, quotients and fused multiply-adds are rounded exactly once, in their
 * plain, _rn, saturating and relu forms and as operators, on tens of thousands of operands; signs and NaNs.
 */
#include "formats.h"

enum { CASES = 80000 };

struct Results {
    unsigned short add, sub, mul, div, add_rn, sub_rn, mul_rn, add_sat, sub_sat, mul_sat, fma, fma_sat, fma_relu;
    unsigned short plus, minus, times, over, negated, neg, abs;
};

template <typename F> struct Compute {
    BOTH void operator()(int i, Results &row) const {
        typedef typename F::Number N;
        N a = F::number(operand(i, 0)), b = F::number(operand(i, 1)), c = F::number(operand(i, 2));
        row.add = (unsigned short)F::bits(__hadd(a, b));
        row.sub = (unsigned short)F::bits(__hsub(a, b));
        row.mul = (unsigned short)F::bits(__hmul(a, b));
        row.div = (unsigned short)F::bits(__hdiv(a, b));
        row.add_rn = (unsigned short)F::bits(__hadd_rn(a, b));
        row.sub_rn = (unsigned short)F::bits(__hsub_rn(a, b));
        row.mul_rn = (unsigned short)F::bits(__hmul_rn(a, b));
        row.add_sat = (unsigned short)F::bits(__hadd_sat(a, b));
        row.sub_sat = (unsigned short)F::bits(__hsub_sat(a, b));
        row.mul_sat = (unsigned short)F::bits(__hmul_sat(a, b));
        row.fma = (unsigned short)F::bits(__hfma(a, b, c));
        row.fma_sat = (unsigned short)F::bits(__hfma_sat(a, b, c));
        row.plus = (unsigned short)F::bits(a + b);
        row.minus = (unsigned short)F::bits(a - b);
        row.times = (unsigned short)F::bits(a * b);
        row.over = (unsigned short)F::bits(a / b);
        row.negated = (unsigned short)F::bits(-a);
        row.neg = (unsigned short)F::bits(__hneg(a));
        row.abs = (unsigned short)F::bits(__habs(a));
        row.fma_relu = (unsigned short)F::bits(__hfma_relu(a, b, c));
    }
};

/* a + b without loss, as a sum and the rest that it left over. */
static void exact_sum(double a, double b, double &sum, double &rest) {
    volatile double s = a + b, part = s - a, other = s - part;
    volatile double da = a - other, db = b - part;
    sum = s;
    rest = s - s == 0 ? da + db : 0;
}

template <typename F> unsigned fused(double a, double b, double c) {
    double sum, rest;
    exact_sum(a * b, c, sum, rest);
    return pattern_of<F>(sum, rest, RN);
}

template <typename F> unsigned clamped(unsigned pattern) {
    double x = value_of<F>(pattern);
    return pattern_of<F>(x > 0 ? std::fmin(x, 1) : 0, 0, RN);
}

template <typename F> unsigned not_negative(unsigned pattern) {
    return is_nan<F>(pattern) ? 0x7fff : pattern & 0x8000 ? 0 : pattern;
}

template <typename F> void check(int i, const Results &row) {
    unsigned pa = operand(i, 0), pb = operand(i, 1);
    double a = value_of<F>(pa), b = value_of<F>(pb), c = value_of<F>(operand(i, 2)), sum, rest;
    exact_sum(a, b, sum, rest);
    unsigned add = pattern_of<F>(sum, rest, RN);
    exact_sum(a, -b, sum, rest);
    unsigned sub = pattern_of<F>(sum, rest, RN), mul = pattern_of<F>(a * b, 0, RN), fma = fused<F>(a, b, c);
    CHECK_PATTERN(F, i, add, row.add);
    CHECK_PATTERN(F, i, sub, row.sub);
    CHECK_PATTERN(F, i, mul, row.mul);
    CHECK_PATTERN(F, i, pattern_of<F>(a / b, 0, RN), row.div);
    CHECK_PATTERN(F, i, fma, row.fma);
    CHECK_PATTERN(F, i, add, row.add_rn);
    CHECK_PATTERN(F, i, sub, row.sub_rn);
    CHECK_PATTERN(F, i, mul, row.mul_rn);
    CHECK_PATTERN(F, i, clamped<F>(add), row.add_sat);
    CHECK_PATTERN(F, i, clamped<F>(sub), row.sub_sat);
    CHECK_PATTERN(F, i, clamped<F>(mul), row.mul_sat);
    CHECK_PATTERN(F, i, clamped<F>(fma), row.fma_sat);
    CHECK_PATTERN(F, i, not_negative<F>(fma), row.fma_relu);
    CHECK_PATTERN(F, i, row.add, row.plus);
    CHECK_PATTERN(F, i, row.sub, row.minus);
    CHECK_PATTERN(F, i, row.mul, row.times);
    CHECK_PATTERN(F, i, row.div, row.over);
    CHECK_PATTERN(F, i, pa ^ 0x8000, row.neg);
    CHECK_PATTERN(F, i, pa ^ 0x8000, row.negated);
    CHECK_PATTERN(F, i, pa & 0x7fff, row.abs);
}

/* Steps and compound assignments. */
template <typename F> void check_assignments() {
    typename F::Number a = 3.0f, b = 2.0f, c = a;
    CHECK((float)(a += b) == 5 && (float)(a -= c) == 2 && (float)(a *= c) == 6 && (float)(a /= b) == 3);
    CHECK((float)a++ == 3 && (float)a == 4 && (float)++a == 5 && (float)a-- == 5 && (float)--a == 3);
    CHECK((float)+a == 3 && (float)-a == -3);
}

int main() {
    run_both<Results>(CASES, Compute<Half>(), check<Half>);
    run_both<Results>(CASES, Compute<Bfloat>(), check<Bfloat>);
    check_assignments<Half>();
    check_assignments<Bfloat>();
    return check_result();
}
