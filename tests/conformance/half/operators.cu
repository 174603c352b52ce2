/* The operators of half and bfloat16 and of their pairs, from the table: each does what the function of its row does,
 * in its plain and in its assigning form; steps before and after; signs.
 */
// SAME-OUTPUT
// UNSUPPORTED: quick
#include "half_rows.h"

enum { CASES = 20000 };
enum {
#define SW_ROW_OPERATOR(op, name, pair) ROW_##name,
#include <softwarp/half/functions.def>
    ROWS
};
enum {
#define SW_ROW_STEP(op, name, pair) STEP_##name,
#include <softwarp/half/functions.def>
    STEPS
};

/* Of numbers or of pairs: what operators gave, and what the functions did. */
template <typename T> struct Group {
    T plain[ROWS][CASES], assigned[ROWS][CASES], result[ROWS][CASES], want[ROWS][CASES];
    T before[STEPS][CASES], after[STEPS][CASES], left[STEPS][CASES], stepped[STEPS][CASES], want_step[STEPS][CASES];
    T negated[CASES], want_negated[CASES], same[CASES], operand[CASES];
};

template <typename F> struct Columns {
    Group<typename F::Number> n;
    Group<typename F::Pair> p;
};

template <typename F> struct Compute {
    BOTH void numbers(size_t i, Group<typename F::Number> &g, typename F::Number a, typename F::Number b) const {
        const typename F::Number one = F::number(F::BIAS << F::MANTISSA);
#define OPERATOR(row, op, function)     \
        g.plain[row][i] = a op b;          \
        g.assigned[row][i] = a;            \
        g.result[row][i] = g.assigned[row][i] op##= b; \
        g.want[row][i] = function(a, b);
#define STEP(row, op, function)                 \
        g.left[row][i] = g.stepped[row][i] = a;       \
        g.before[row][i] = op g.stepped[row][i];      \
        g.after[row][i] = g.left[row][i] op;          \
        g.want_step[row][i] = function(a, one);
#define SW_ROW_OPERATOR(op, name, pair) OPERATOR(ROW_##name, op, __##name)
#define SW_ROW_STEP(op, name, pair) STEP(STEP_##name, op, __##name)
#define SW_ROW_SIGN(op, name, pair) g.negated[i] = op a, g.want_negated[i] = __##name(a);
#include <softwarp/half/functions.def>
        g.same[i] = +a;
        g.operand[i] = a;
    }
    BOTH void pairs(size_t i, Group<typename F::Pair> &g, typename F::Pair a, typename F::Pair b) const {
        const typename F::Number unit = F::number(F::BIAS << F::MANTISSA);
        const typename F::Pair one = F::pair(unit, unit);
#define SW_ROW_OPERATOR(op, name, pair) OPERATOR(ROW_##name, op, __##pair)
#define SW_ROW_STEP(op, name, pair) STEP(STEP_##name, op, __##pair)
#define SW_ROW_SIGN(op, name, pair) g.negated[i] = op a, g.want_negated[i] = __##pair(a);
#include <softwarp/half/functions.def>
        g.same[i] = +a;
        g.operand[i] = a;
    }
    BOTH void operator()(size_t i, Columns<F> &columns) const {
        typename F::Number a = F::number(operand((int)i, 0)), b = F::number(operand(i, 1)), c = F::number(operand(i, 2));
        numbers(i, columns.n, a, b);
        pairs(i, columns.p, F::pair(a, c), F::pair(b, a));
    }
};

template <typename F> unsigned bits_of(typename F::Number a) { return F::bits(a); }
template <typename F> unsigned bits_of(typename F::Pair a) { return word<F>(a); }

#define SAME(want, got) check_word<F>(i, #got, bits_of<F>(want) & 0xffff, bits_of<F>(want) >> 16, bits_of<F>(got))
template <typename F, typename T> void check_group(int i, const Group<T> &g) {
    for (int row = 0; row < ROWS; row++) {
        SAME(g.want[row][i], g.plain[row][i]);
        SAME(g.want[row][i], g.assigned[row][i]);
        SAME(g.want[row][i], g.result[row][i]);
    }
    for (int row = 0; row < STEPS; row++) {
        SAME(g.want_step[row][i], g.stepped[row][i]);
        SAME(g.want_step[row][i], g.before[row][i]);
        SAME(g.want_step[row][i], g.left[row][i]);
        SAME(g.operand[i], g.after[row][i]);
    }
    SAME(g.want_negated[i], g.negated[i]);
    SAME(g.operand[i], g.same[i]);
}

template <typename F> void check(int i, const Columns<F> &columns) {
    check_group<F>(i, columns.n);
    check_group<F>(i, columns.p);
}

template <typename F> void run_format() {
    Columns<F> *columns = run_columns<Columns<F>>(CASES, Compute<F>(), check<F>);
#define PRINT(pattern, member) print_column<F>(pattern, columns->member);
#define SW_ROW_OPERATOR(op, name, pair)                          \
    PRINT("operator" #op "(N, N)", n.plain[ROW_##name])          \
    PRINT("operator" #op "(P, P)", p.plain[ROW_##name])          \
    PRINT("operator" #op "=(N &, N)", n.assigned[ROW_##name])    \
    PRINT("operator" #op "=(P &, P)", p.assigned[ROW_##name])
#define SW_ROW_STEP(op, name, pair)                              \
    PRINT("operator" #op "(N &)", n.stepped[STEP_##name])        \
    PRINT("operator" #op "(P &)", p.stepped[STEP_##name])        \
    PRINT("operator" #op "(N &, int)", n.left[STEP_##name])      \
    PRINT("operator" #op "(P &, int)", p.left[STEP_##name])
#define SW_ROW_SIGN(op, name, pair)         \
    PRINT("operator" #op "(N)", n.negated)  \
    PRINT("operator" #op "(P)", p.negated)
#include <softwarp/half/functions.def>
    PRINT("operator+(N)", n.same)
    PRINT("operator+(P)", p.same)
    CUDA(cudaFree(columns));
}

int main() {
    run_format<Half>();
    run_format<Bfloat>();
    return check_result();
}
