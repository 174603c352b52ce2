/* Comparisons of half and bfloat16, ordered and unordered, from the table: as functions, as operators and of pairs; NaN
 * and infinity tests. A pair's elements are the operands a, c against b, a.
 */
// SAME-OUTPUT
#include "half_rows.h"

enum { CASES = 30000 };
enum {
#define SW_ROW_COMPARE(name, ...) ROW_##name,
#include <softwarp/half/functions.def>
    ROWS
};
enum {
#define SW_ROW_RELATION(op, name) RELATION_##name,
#include <softwarp/half/functions.def>
    RELATIONS
};

template <typename F> struct Columns {
    bool one[ROWS][CASES], both[ROWS][CASES], relation[RELATIONS][CASES], pair_relation[RELATIONS][CASES], hisnan[CASES];
    unsigned mask[ROWS][CASES];
    typename F::Pair two[ROWS][CASES], hisnan2[CASES];
    int hisinf[CASES];
};

template <typename F> struct Compute {
    BOTH void operator()(size_t i, Columns<F> &columns) const {
        typename F::Number a = F::number(operand((int)i, 0)), b = F::number(operand(i, 1)), c = F::number(operand(i, 2));
        typename F::Pair p = F::pair(a, c), q = F::pair(b, a);
#define SW_ROW_COMPARE(name, ...)                       \
        columns.one[ROW_##name][i] = __h##name(a, b);          \
        columns.both[ROW_##name][i] = __hb##name##2(p, q);     \
        columns.mask[ROW_##name][i] = __h##name##2_mask(p, q); \
        columns.two[ROW_##name][i] = __h##name##2(p, q);
#define SW_ROW_RELATION(op, name)                       \
        columns.relation[RELATION_##name][i] = a op b;         \
        columns.pair_relation[RELATION_##name][i] = p op q;
#define SW_ROW_TEST(name, ...) columns.name[i] = __##name(a);
#define SW_ROW_PAIR_TEST(name, ...) columns.name[i] = __##name(p);
#include <softwarp/half/functions.def>
    }
};

#define REFERENCE(name, expression) \
    static bool reference_##name(double a, double b) { return expression; }
#define REFERENCES(name, op)                                \
    REFERENCE(name, a == a && b == b && a op b)             \
    REFERENCE(name##u, a != a || b != b || a op b)
REFERENCES(eq, ==)
REFERENCES(ne, !=)
REFERENCES(lt, <)
REFERENCES(le, <=)
REFERENCES(gt, >)
REFERENCES(ge, >=)

typedef bool Relation(double, double);
static Relation *const compares[] = {
#define SW_ROW_COMPARE(name, ...) reference_##name,
#include <softwarp/half/functions.def>
};
static Relation *const relations[] = {
#define SW_ROW_RELATION(op, name) reference_##name,
#include <softwarp/half/functions.def>
};

template <typename F> void check(int i, const Columns<F> &columns) {
    double a = value_of<F>(operand((int)i, 0)), b = value_of<F>(operand(i, 1)), c = value_of<F>(operand(i, 2));
    unsigned one = pattern_of<F>(1, 0, RN);
    for (int k = 0; k < ROWS; k++) {
        bool low = compares[k](a, b), high = compares[k](c, a);
        CHECK_AT(i, low, columns.one[k][i]);
        CHECK_AT(i, low && high, columns.both[k][i]);
        CHECK_AT(i, (low ? 0xffffu : 0u) | (high ? 0xffff0000u : 0u), columns.mask[k][i]);
        check_word<F>(i, "compare", low ? one : 0u, high ? one : 0u, word<F>(columns.two[k][i]));
    }
    for (int k = 0; k < RELATIONS; k++) {
        CHECK_AT(i, relations[k](a, b), columns.relation[k][i]);
        CHECK_AT(i, relations[k](a, b) && relations[k](c, a), columns.pair_relation[k][i]);
    }
    CHECK_AT(i, a != a, columns.hisnan[i]);
    CHECK_AT(i, std::isinf(a) ? (a > 0 ? 1 : -1) : 0, columns.hisinf[i]);
    check_word<F>(i, "hisnan2", a != a ? one : 0, c != c ? one : 0, word<F>(columns.hisnan2[i]));
}

template <typename F> void run_format() {
    Columns<F> *columns = run_columns<Columns<F>>(CASES, Compute<F>(), check<F>);
#define PRINT(pattern, member) print_column<F>(pattern, columns->member);
#define SW_ROW_COMPARE(name, ...)                        \
    PRINT("__h" #name "(N, N)", one[ROW_##name])         \
    PRINT("__h" #name "2(P, P)", two[ROW_##name])        \
    PRINT("__hb" #name "2(P, P)", both[ROW_##name])      \
    PRINT("__h" #name "2_mask(P, P)", mask[ROW_##name])
#define SW_ROW_RELATION(op, name)                                        \
    PRINT("operator" #op "(N, N)", relation[RELATION_##name])            \
    PRINT("operator" #op "(P, P)", pair_relation[RELATION_##name])
#define SW_ROW_TEST(name, ...) PRINT("__" #name "(N)", name)
#define SW_ROW_PAIR_TEST(name, ...) PRINT("__" #name "(P)", name)
#include <softwarp/half/functions.def>
    CUDA(cudaFree(columns));
}

int main() {
    run_format<Half>();
    run_format<Bfloat>();
    return check_result();
}
