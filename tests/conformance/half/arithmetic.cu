/* Arithmetic of half and bfloat16, of numbers and of pairs, from the table: sums, products, quotients and fused
 * multiply-adds are rounded exactly once, in their plain, _rn, saturating and relu forms; signs, minimum and maximum; on
 * special, close and random operands. A pair's elements are the cases i and i + 1.
 */
// SAME-OUTPUT
#include "half_rows.h"

enum { CASES = 20000 };
enum {
#define SW_ROW_UNARY(name, ...) ROW_##name,
#define SW_ROW_BINARY(name, ...) ROW_##name,
#define SW_ROW_TERNARY(name, ...) ROW_##name,
#include <softwarp/half/functions.def>
    ROWS
};
static const char *const names[] = {
#define SW_ROW_UNARY(name, ...) #name,
#define SW_ROW_BINARY SW_ROW_UNARY
#define SW_ROW_TERNARY SW_ROW_UNARY
#include <softwarp/half/functions.def>
};

template <typename F> struct Columns {
    typename F::Number one[ROWS][CASES];
    typename F::Pair two[ROWS][CASES], complex[CASES];
};

template <typename F> static BOTH typename F::Pair pair_operand(int i, int k) {
    return F::pair(F::number(operand(i, k)), F::number(operand(i + 1, k)));
}

template <typename F> struct Compute {
    BOTH void operator()(size_t i, Columns<F> &columns) const {
        typename F::Number a = F::number(operand((int)i, 0)), b = F::number(operand(i, 1)), c = F::number(operand(i, 2));
        typename F::Pair p = pair_operand<F>(i, 0), q = pair_operand<F>(i, 1), r = pair_operand<F>(i, 2);
#define FILL(name, pair, x, y)       \
        columns.one[ROW_##name][i] = __##name x; \
        columns.two[ROW_##name][i] = __##pair y;
#define SW_ROW_UNARY(name, pair, ...) FILL(name, pair, (a), (p))
#define SW_ROW_BINARY(name, pair, ...) FILL(name, pair, (a, b), (p, q))
#define SW_ROW_TERNARY(name, pair, ...) FILL(name, pair, (a, b, c), (p, q, r))
#define SW_ROW_COMPLEX(name, ...) columns.complex[i] = __##name(p, q, r);
#include <softwarp/half/functions.def>
    }
};

/* The operands of a case, as bits and as numbers. */
struct Operands {
    unsigned pa, pb;
    double a, b, c;
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

/* The less of two numbers, -0 counting as less than +0, and the greater. */
static unsigned extreme(const Operands &o, bool least) {
    bool a_is_less = o.a < o.b || (o.a == o.b && std::signbit(o.a));
    return a_is_less == least ? o.pa : o.pb;
}
static unsigned number_of(const Operands &o, bool least) {
    return o.a != o.a ? o.pb : o.b != o.b ? o.pa : extreme(o, least);
}
static unsigned nan_or(const Operands &o, unsigned pattern) { return o.a != o.a || o.b != o.b ? 0x7fff : pattern; }

#define REFERENCE(name, expression) \
    template <typename F> unsigned reference_##name(const Operands &o) { return expression; }
REFERENCE(hneg, o.pa ^ 0x8000)
REFERENCE(habs, o.pa & 0x7fff)
REFERENCE(hadd, fused<F>(o.a, 1, o.b))
REFERENCE(hsub, fused<F>(o.a, 1, -o.b))
REFERENCE(hmul, pattern_of<F>(o.a * o.b, 0, RN))
REFERENCE(hadd_rn, reference_hadd<F>(o))
REFERENCE(hsub_rn, reference_hsub<F>(o))
REFERENCE(hmul_rn, reference_hmul<F>(o))
REFERENCE(hadd_sat, clamped<F>(reference_hadd<F>(o)))
REFERENCE(hsub_sat, clamped<F>(reference_hsub<F>(o)))
REFERENCE(hmul_sat, clamped<F>(reference_hmul<F>(o)))
REFERENCE(hdiv, pattern_of<F>(o.a / o.b, 0, RN))
REFERENCE(hmin, number_of(o, true))
REFERENCE(hmax, number_of(o, false))
REFERENCE(hmin_nan, nan_or(o, extreme(o, true)))
REFERENCE(hmax_nan, nan_or(o, extreme(o, false)))
REFERENCE(hfma, fused<F>(o.a, o.b, o.c))
REFERENCE(hfma_sat, clamped<F>(reference_hfma<F>(o)))
REFERENCE(hfma_relu, not_negative<F>(reference_hfma<F>(o)))

static unsigned short expected[ROWS][CASES + 1];

template <typename F> void expect_case(int i) {
    unsigned pa = operand(i, 0), pb = operand(i, 1);
    Operands o = {pa, pb, value_of<F>(pa), value_of<F>(pb), value_of<F>(operand(i, 2))};
#define SW_ROW_UNARY(name, ...) expected[ROW_##name][i] = (unsigned short)reference_##name<F>(o);
#define SW_ROW_BINARY SW_ROW_UNARY
#define SW_ROW_TERNARY SW_ROW_UNARY
#include <softwarp/half/functions.def>
}

/* a * b + c as complex numbers, one fused step after another. */
template <typename F> void check_complex(int i, typename F::Pair got) {
    double a[2], b[2], c[2];
    for (int k = 0; k < 2; k++) {
        a[k] = value_of<F>(operand(i + k, 0));
        b[k] = value_of<F>(operand(i + k, 1));
        c[k] = value_of<F>(operand(i + k, 2));
    }
    double real = value_of<F>(fused<F>(a[0], b[0], c[0])), imaginary = value_of<F>(fused<F>(a[0], b[1], c[1]));
    check_word<F>(i, "hcmadd", fused<F>(-a[1], b[1], real), fused<F>(a[1], b[0], imaginary), word<F>(got));
}

template <typename F> void check(int i, const Columns<F> &columns) {
    for (int k = 0; k < ROWS; k++) {
        const unsigned short *want = &expected[k][i];
        check_word<F>(i, names[k], want[0], 0, F::bits(columns.one[k][i]));
        check_word<F>(i, names[k], want[0], want[1], word<F>(columns.two[k][i]));
    }
    check_complex<F>(i, columns.complex[i]);
}

template <typename F> void run_format() {
    for (int i = 0; i <= CASES; i++) expect_case<F>(i);
    Columns<F> *columns = run_columns<Columns<F>>(CASES, Compute<F>(), check<F>);
#define PRINT(name, pair, n, p)                                         \
    print_column<F>("__" #name n, columns->one[ROW_##name]);        \
    print_column<F>("__" #pair p, columns->two[ROW_##name]);
#define SW_ROW_UNARY(name, pair, ...) PRINT(name, pair, "(N)", "(P)")
#define SW_ROW_BINARY(name, pair, ...) PRINT(name, pair, "(N, N)", "(P, P)")
#define SW_ROW_TERNARY(name, pair, ...) PRINT(name, pair, "(N, N, N)", "(P, P, P)")
#define SW_ROW_COMPLEX(name, ...) print_column<F>("__" #name "(P, P, P)", columns->complex);
#include <softwarp/half/functions.def>
    CUDA(cudaFree(columns));
}

int main() {
    run_format<Half>();
    run_format<Bfloat>();
    return check_result();
}
