/* Mathematical functions of half and bfloat16, of numbers and of pairs, from the table, on every pattern. What rounds to
 * a whole number is exact. The rest CUDA says to round to nearest: so does an H200, for every argument, and so do ours;
 * the approximate ones have their bounds. Special values are those of the C library. */
// SAME-OUTPUT
#include "half_rows.h"

enum {
#define SW_ROW_WHOLE(name, ...) ROW_##name,
#define SW_ROW_MATH(name, ...) ROW_##name,
#define SW_ROW_APPROX(name, ...) ROW_##name,
#include <softwarp/half/functions.def>
    ROWS
};

/* A pair's high element is the pattern, the low one its complement. */
template <typename F> struct Columns {
    typename F::Number one[ROWS][PATTERNS];
    typename F::Pair two[ROWS][PATTERNS];
};

template <typename F> struct Compute {
    __device__ void operator()(size_t pattern, Columns<F> &columns) const {
        typename F::Number a = F::number((unsigned)pattern);
        typename F::Pair p = F::pair(F::number(~(unsigned)pattern), a);
#define SW_ROW_WHOLE(name, ...)                                                                                       \
        columns.one[ROW_##name][pattern] = h##name(a);                                                                \
        columns.two[ROW_##name][pattern] = h2##name(p);
#define SW_ROW_MATH SW_ROW_WHOLE
#define SW_ROW_APPROX SW_ROW_WHOLE
#include <softwarp/half/functions.def>
    }
};

#define REFERENCE(name, expression)                                                                                   \
    static double reference_##name(double x) { return expression; }
REFERENCE(ceil, std::ceil(x))
REFERENCE(floor, std::floor(x))
REFERENCE(trunc, std::trunc(x))
REFERENCE(rint, std::rint(x))
REFERENCE(sqrt, std::sqrt(x))
REFERENCE(rsqrt, 1 / std::sqrt(x))
REFERENCE(rcp, 1 / x)
REFERENCE(exp, std::exp(x))
REFERENCE(exp2, std::exp2(x))
REFERENCE(exp10, std::pow(10.0, x))
REFERENCE(log, std::log(x))
REFERENCE(log2, std::log2(x))
REFERENCE(log10, std::log10(x))
REFERENCE(sin, std::sin(x))
REFERENCE(cos, std::cos(x))
REFERENCE(tanh, std::tanh(x))
REFERENCE(tanh_approx, std::tanh(x))

/* What an answer may be: in units in the last place (0: the nearest and no other), or absolutely. */
struct Bound {
    double units, absolute;
};

template <typename F> double magnitude_with_sign(unsigned pattern) {
    return magnitude_of<F>(pattern & 0x7fff) * (pattern & 0x8000 ? -1 : 1);
}

/* Whether got is not the nearest number; what is out of bounds is told. */
template <typename F>
bool is_off(const char *name, unsigned pattern, double (*reference)(double), unsigned nearest, unsigned got, Bound bound) {
    if (same_number<F>(nearest, got)) return false;
    double exact = reference(value_of<F>(pattern));
    double unit = magnitude_of<F>((nearest & 0x7fff) + 1) - magnitude_of<F>(nearest & 0x7fff);
    bool is_number = !is_nan<F>(nearest) && !is_nan<F>(got) && !((nearest ^ got) & 0x8000 && exact == 0);
    double error = is_number ? std::fabs(magnitude_with_sign<F>(got) - exact) : INFINITY;
    if (!(error <= std::fmax(bound.units * unit, bound.absolute))) {
        std::printf("%s:\n", F::name());
        check_failed(__FILE__, __LINE__, name, pattern, nearest, got);
    }
    return true;
}

/* All answers of a row. How many a GPU does not round correctly is of interest, but no result. */
template <typename F>
void check_row(const char *name, const Columns<F> &columns, int row, double (*reference)(double), Bound bound) {
    static unsigned short nearest[PATTERNS];
    int off = 0;
    for (unsigned p = 0; p < PATTERNS; p++)
        nearest[p] = (unsigned short)pattern_of<F>(reference(value_of<F>(p)), 0, RN);
    for (unsigned p = 0; p < PATTERNS; p++) {
        typename F::Pair two = columns.two[row][p];
        unsigned mirrored = ~p & 0xffff;
        off += is_off<F>(name, p, reference, nearest[p], F::bits(columns.one[row][p]), bound);
        is_off<F>(name, p, reference, nearest[p], F::bits(F::high(two)), bound);
        is_off<F>(name, mirrored, reference, nearest[mirrored], F::bits(F::low(two)), bound);
    }
    if (off) std::fprintf(stderr, "%s of %s: %d of %d not rounded correctly\n", name, F::name(), off, (int)PATTERNS);
}

template <typename F> void print_bound(const char *pattern, const char *what) {
    std::printf("%s: %d values within %s\n", label<F>(pattern).c_str(), (int)PATTERNS, what);
}

template <typename F> void check_all() {
    Columns<F> *columns = managed<Columns<F>>(1);
    fill_columns<<<PATTERNS / BLOCK, BLOCK>>>(columns, (int)PATTERNS, Compute<F>());
    FINISH();
#define SW_ROW_WHOLE(name, ...)                                                                                       \
    check_row<F>("h" #name, *columns, ROW_##name, reference_##name, {0, 0});                                          \
    print_column<F>("h" #name "(N)", columns->one[ROW_##name]);                                                       \
    print_column<F>("h2" #name "(P)", columns->two[ROW_##name]);
#define SW_ROW_MATH SW_ROW_WHOLE
#define SW_ROW_APPROX(name, half, bf16, half_error, bf16_error)                                                       \
    check_row<F>("h" #name, *columns, ROW_##name, reference_##name,                                \
                 {0, F::BIAS == 15 ? half_error : bf16_error});    \
    print_bound<F>("h" #name "(N)", F::BIAS == 15 ? #half_error : #bf16_error);                                       \
    print_bound<F>("h2" #name "(P)", F::BIAS == 15 ? #half_error : #bf16_error);
#include <softwarp/half/functions.def>
    CUDA(cudaFree(columns));
}

int main() {
    check_all<Half>();
    check_all<Bfloat>();
    return check_result();
}
