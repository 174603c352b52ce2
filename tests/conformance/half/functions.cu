/* Mathematical functions of half and bfloat16, single and on pairs, on every pattern: roundings and the square root
 * exactly, the rest to within one unit in the last place of the format.
 */
#include "formats.h"

/* M(name, reference in double, error allowed in units in the last place) */
#define FUNCTIONS(M)                   \
    M(sqrt, std::sqrt(x), 0.5)         \
    M(floor, std::floor(x), 0)         \
    M(ceil, std::ceil(x), 0)           \
    M(trunc, std::trunc(x), 0)         \
    M(rint, std::rint(x), 0)           \
    M(rcp, 1 / x, 1)                   \
    M(rsqrt, 1 / std::sqrt(x), 1)      \
    M(exp, std::exp(x), 1)             \
    M(exp2, std::exp2(x), 1)           \
    M(exp10, std::pow(10.0, x), 1)     \
    M(log, std::log(x), 1)             \
    M(log2, std::log2(x), 1)           \
    M(log10, std::log10(x), 1)         \
    M(sin, std::sin(x), 1)             \
    M(cos, std::cos(x), 1)

struct Results {
#define FIELD(name, reference, allowed) unsigned short name, low_##name, high_##name;
    FUNCTIONS(FIELD)
#undef FIELD
};

template <typename F> struct Compute {
    __device__ void operator()(int pattern, Results &row) const {
        typename F::Number a = F::number((unsigned)pattern);
        typename F::Pair p = F::pair(F::number(~(unsigned)pattern), a), q;
#define FILL(name, reference, allowed)                     \
        row.name = (unsigned short)F::bits(h##name(a));    \
        q = h2##name(p);                                   \
        row.low_##name = (unsigned short)F::bits(F::low(q)); \
        row.high_##name = (unsigned short)F::bits(F::high(q));
        FUNCTIONS(FILL)
#undef FILL
    }
};

template <typename F> void check_near(const char *name, unsigned pattern, double exact, unsigned got, double allowed) {
    unsigned nearest = pattern_of<F>(exact, 0, RN);
    if (same_number<F>(nearest, got)) return;
    double unit = magnitude_of<F>((nearest & 0x7fff) + 1) - magnitude_of<F>(nearest & 0x7fff);
    double value = is_nan<F>(got) ? NAN : magnitude_of<F>(got & 0x7fff) * (got & 0x8000 ? -1 : 1);
    if (!is_nan<F>(nearest) && std::fabs(value - exact) <= allowed * unit) return;
    check_failed(__FILE__, __LINE__, name, pattern, nearest, got);
}

template <typename F> void check_all() {
    Results *rows = managed<Results>(PATTERNS);
    fill_rows<<<64, 64>>>(rows, (int)PATTERNS, Compute<F>());
    FINISH();
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
        double x = value_of<F>(pattern);
        const Results &row = rows[pattern], &mirrored = rows[~pattern & 0xffff];
#define CHECK_ROW(name, reference, allowed)                                             \
        check_near<F>("h" #name, pattern, reference, row.name, allowed);                \
        CHECK_PATTERN(F, pattern, row.name, row.high_##name);                           \
        CHECK_PATTERN(F, pattern, mirrored.name, row.low_##name);
        FUNCTIONS(CHECK_ROW)
#undef CHECK_ROW
    }
    CUDA(cudaFree(rows));
}

int main() {
    check_all<Half>();
    check_all<Bfloat>();
    return check_result();
}
