/* Comparisons of half and bfloat16, ordered and unordered, as functions, operators and on pairs; NaN and infinity
 * tests; minimum and maximum with NaNs and zeros of both signs.
 */
#include "formats.h"

enum { CASES = 60000 };

/* C(name, operator on doubles): the ordered form and, with u, the one that a NaN makes true. */
#define COMPARISONS(C) C(eq, ==) C(ne, !=) C(lt, <) C(le, <=) C(gt, >) C(ge, >=)

struct Results {
#define FIELD(name, op)                                                  \
    bool name, name##u, name##_operator, both_##name, both_##name##u;    \
    unsigned mask_##name, mask_##name##u, pair_##name;
    COMPARISONS(FIELD)
#undef FIELD
    bool nan;
    int inf;
    unsigned short min, max, min_nan, max_nan;
};

template <typename F> struct Compute {
    BOTH void operator()(int i, Results &row) const {
        typedef typename F::Number N;
        typedef typename F::Pair P;
        N a = F::number(operand(i, 0)), b = F::number(operand(i, 1)), c = F::number(operand(i, 2));
        P p = F::pair(a, c), q = F::pair(b, a);
#define FILL(name, op)                                                                              \
        row.name = __h##name(a, b);                                                                 \
        row.name##u = __h##name##u(a, b);                                                           \
        row.name##_operator = a op b;                                                               \
        row.both_##name = __hb##name##2(p, q);                                                      \
        row.both_##name##u = __hb##name##u2(p, q);                                                  \
        row.mask_##name = __h##name##2_mask(p, q);                                                  \
        row.mask_##name##u = __h##name##u2_mask(p, q);                                              \
        row.pair_##name = F::bits(F::low(__h##name##2(p, q))) | F::bits(F::high(__h##name##2(p, q))) << 16;
        COMPARISONS(FILL)
#undef FILL
        row.nan = __hisnan(a);
        row.inf = __hisinf(a);
        row.min = (unsigned short)F::bits(__hmin(a, b));
        row.max = (unsigned short)F::bits(__hmax(a, b));
        row.min_nan = (unsigned short)F::bits(__hmin_nan(a, b));
        row.max_nan = (unsigned short)F::bits(__hmax_nan(a, b));
    }
};

/* -0 counts as less than +0. */
template <typename F> bool is_less(unsigned a, unsigned b) {
    double x = value_of<F>(a), y = value_of<F>(b);
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
}

template <typename F> void check(int i, const Results &row) {
    unsigned pa = operand(i, 0), pb = operand(i, 1), pc = operand(i, 2);
    double a = value_of<F>(pa), b = value_of<F>(pb), c = value_of<F>(pc);
    bool ab_nan = a != a || b != b, ca_nan = c != c || a != a;
    unsigned one = pattern_of<F>(1, 0, RN);
#define CHECK_ROW(name, op)                                                                         \
    {                                                                                               \
        bool first = !ab_nan && a op b, second = !ca_nan && c op a;                                 \
        bool first_u = ab_nan || a op b, second_u = ca_nan || c op a;                               \
        CHECK_AT(i, first, row.name);                                                               \
        CHECK_AT(i, first_u, row.name##u);                                                          \
        CHECK_AT(i, a op b, row.name##_operator);                                                   \
        CHECK_AT(i, first && second, row.both_##name);                                              \
        CHECK_AT(i, first_u && second_u, row.both_##name##u);                                       \
        CHECK_AT(i, (first ? 0xffffu : 0u) | (second ? 0xffff0000u : 0u), row.mask_##name);         \
        CHECK_AT(i, (first_u ? 0xffffu : 0u) | (second_u ? 0xffff0000u : 0u), row.mask_##name##u);  \
        CHECK_AT(i, (first ? one : 0u) | (second ? one << 16 : 0u), row.pair_##name);               \
    }
    COMPARISONS(CHECK_ROW)
#undef CHECK_ROW
    CHECK_AT(i, a != a, row.nan);
    CHECK_AT(i, std::isinf(a) ? (a > 0 ? 1 : -1) : 0, row.inf);
    unsigned least = is_less<F>(pa, pb) ? pa : pb, most = is_less<F>(pb, pa) ? pa : pb;
    unsigned number = a != a ? pb : pa;
    CHECK_PATTERN(F, i, ab_nan ? number : least, row.min);
    CHECK_PATTERN(F, i, ab_nan ? number : most, row.max);
    CHECK_PATTERN(F, i, ab_nan ? 0x7fff : least, row.min_nan);
    CHECK_PATTERN(F, i, ab_nan ? 0x7fff : most, row.max_nan);
}

int main() {
    run_both<Results>(CASES, Compute<Half>(), check<Half>);
    run_both<Results>(CASES, Compute<Bfloat>(), check<Bfloat>);
    return check_result();
}
