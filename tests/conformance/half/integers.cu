/* Conversions between half or bfloat16 and integers, from the table: every pattern to each integer type in each rounding
 * mode, saturating; and back, all small integers and random ones of every length.
 */
// FEW-RUNS
// SAME-OUTPUT
#include <climits>
#include "half_rows.h"

enum { SMALL = 10000, LARGE = 20000, INTEGERS = SMALL + LARGE };

static __host__ __device__ long long integer_of(size_t i) {
    unsigned long long word = (unsigned long long)scramble((unsigned)i) << 32 | scramble(~(unsigned)i);
    return i < SMALL ? (long long)i - SMALL / 2 : (long long)(word >> (i & 63));
}

/* Results, and the functions that fill in a case; these have other names in each format. */
template <typename F> struct To;
template <typename F> struct From;
#define SW_ROW_INTEGER(name, T, ...) T name##_of[4][PATTERNS];
#define SW_ROW_SMALL(name, T, ...) T name##_of[PATTERNS];
template <typename F> struct ToColumns {
#include <softwarp/half/functions.def>
};
template <> struct To<Half> : ToColumns<Half> {
    BOTH void fill(size_t i, __half a) {
#define SW_ROW_INTEGER(name, T, ...)            \
        name##_of[RN][i] = __half2##name##_rn(a); \
        name##_of[RZ][i] = __half2##name##_rz(a); \
        name##_of[RD][i] = __half2##name##_rd(a); \
        name##_of[RU][i] = __half2##name##_ru(a);
#define SW_ROW_SMALL(name, T, ...) name##_of[i] = __half2##name##_rz(a);
#include <softwarp/half/functions.def>
    }
};
template <> struct To<Bfloat> : ToColumns<Bfloat> {
    BOTH void fill(size_t i, __nv_bfloat16 a) {
#define SW_ROW_INTEGER(name, T, ...)                \
        name##_of[RN][i] = __bfloat162##name##_rn(a); \
        name##_of[RZ][i] = __bfloat162##name##_rz(a); \
        name##_of[RD][i] = __bfloat162##name##_rd(a); \
        name##_of[RU][i] = __bfloat162##name##_ru(a);
#define SW_ROW_SMALL(name, T, ...) name##_of[i] = __bfloat162##name##_rz(a);
#include <softwarp/half/functions.def>
    }
};

#define SW_ROW_INTEGER(name, T, ...) typename F::Number name##_of[4][INTEGERS];
template <typename F> struct FromColumns {
#include <softwarp/half/functions.def>
};
template <> struct From<Half> : FromColumns<Half> {
    BOTH void fill(size_t i, long long a) {
#define SW_ROW_INTEGER(name, T, ...)               \
        name##_of[RN][i] = __##name##2half_rn((T)a); \
        name##_of[RZ][i] = __##name##2half_rz((T)a); \
        name##_of[RD][i] = __##name##2half_rd((T)a); \
        name##_of[RU][i] = __##name##2half_ru((T)a);
#include <softwarp/half/functions.def>
    }
};
template <> struct From<Bfloat> : FromColumns<Bfloat> {
    BOTH void fill(size_t i, long long a) {
#define SW_ROW_INTEGER(name, T, ...)                   \
        name##_of[RN][i] = __##name##2bfloat16_rn((T)a); \
        name##_of[RZ][i] = __##name##2bfloat16_rz((T)a); \
        name##_of[RD][i] = __##name##2bfloat16_rd((T)a); \
        name##_of[RU][i] = __##name##2bfloat16_ru((T)a);
#include <softwarp/half/functions.def>
    }
};

template <typename F> struct Compute {
    BOTH void operator()(size_t i, To<F> &columns) const { columns.fill(i, F::number((unsigned)i)); }
    BOTH void operator()(size_t i, From<F> &columns) const { columns.fill(i, integer_of(i)); }
};

static double whole(double x, int mode) {
    return mode == RN ? std::rint(x) : mode == RZ ? std::trunc(x) : mode == RD ? std::floor(x) : std::ceil(x);
}

/* x as an integer, saturating. A NaN becomes 0, in 64 bits the top bit alone. */
template <typename T> T saturated(double x, int mode) {
    const bool is_signed = (T)-1 < (T)0;
    const unsigned long long top = 1ull << (8 * sizeof(T) - 1);
    double y = whole(x, mode), limit = std::ldexp(1, 8 * sizeof(T) - is_signed);
    if (y != y) return sizeof(T) == 8 ? (T)top : (T)0;
    if (y >= limit) return (T)(is_signed ? top - 1 : ~0ull);
    return y < (is_signed ? -limit : 0) ? (T)(is_signed ? top : 0) : (T)y;
}

template <typename F> void check_to(int i, const To<F> &columns) {
    double x = value_of<F>((unsigned)i);
    for (int mode = RN; mode <= RU; mode++) {
#define SW_ROW_INTEGER(name, T, ...) CHECK_AT(i, saturated<T>(x, mode), columns.name##_of[mode][i]);
#include <softwarp/half/functions.def>
    }
#define SW_ROW_SMALL(name, T, ...) CHECK_AT(i, (int)saturated<T>(x, RZ), (int)columns.name##_of[i]);
#include <softwarp/half/functions.def>
}

/* An integer as a double and what that leaves over. */
template <typename F> unsigned pattern_of_integer(__int128 x, int mode) {
    double sum = (double)x;
    return pattern_of<F>(sum, (double)(x - (__int128)sum), (Mode)mode);
}

template <typename F> void check_from(int i, const From<F> &columns) {
    for (int mode = RN; mode <= RU; mode++) {
#define SW_ROW_INTEGER(name, T, ...) \
        CHECK_PATTERN(F, i, pattern_of_integer<F>((T)integer_of(i), mode), F::bits(columns.name##_of[mode][i]));
#include <softwarp/half/functions.def>
    }
}

template <typename F> void run_format() {
    To<F> *to = run_columns<To<F>>(PATTERNS, Compute<F>(), check_to<F>);
    From<F> *from = run_columns<From<F>>(INTEGERS, Compute<F>(), check_from<F>);
#define PRINT(name, T, mode, MODE)                                          \
    print_column<F>("__H2" #name #mode "(N)", to->name##_of[MODE]);         \
    print_column<F>("__" #name "2H" #mode "(" #T ")", from->name##_of[MODE]);
#define SW_ROW_INTEGER(name, T, ...) \
    PRINT(name, T, _rn, RN) PRINT(name, T, _rz, RZ) PRINT(name, T, _rd, RD) PRINT(name, T, _ru, RU)
#define SW_ROW_SMALL(name, T, ...) print_column<F>("__H2" #name "_rz(N)", to->name##_of);
#include <softwarp/half/functions.def>
    CUDA(cudaFree(to));
    CUDA(cudaFree(from));
}

int main() {
    run_format<Half>();
    run_format<Bfloat>();
    return check_result();
}
