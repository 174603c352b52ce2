// UNSUPPORTED: quick
/* Conversions and data movement of half and bfloat16, from the table half/moves.def: floats and doubles at, between and
 * beside random numbers of the format in each rounding; pairs made and taken apart; bits seen as integers.
 */
// FEW-RUNS
// SAME-OUTPUT
#include "half_rows.h"

enum { CASES = 20000 };

enum {
#define SW_ROW_MOVE_1(half, ...) ROW_##half,
#define SW_ROW_MOVE_2 SW_ROW_MOVE_1
#include <softwarp/half/moves.def>
    ROWS
};

/* Case i's word: a number of the format in each half. And a float: one of these numbers, the middle between it and the
 * next, or one of a float's last places off; infinities and NaNs. */
static __host__ __device__ unsigned word_of(size_t i) { return operand((int)i, 0) | operand((int)i, 1) << 16; }
template <typename F> static __host__ __device__ float float_of(size_t i, unsigned k) {
    unsigned bits = operand((int)i, k);
    bits = (F::BIAS == 127 ? bits << 16 : (bits & 0x8000) << 16 | ((bits & 0x7fff) + 0x1c000) << 13);
    bits += (i % 3 == 1 ? 1u << (22 - F::MANTISSA) : 0) + (i % 5 == 1) - (i % 5 == 2);
    if (i % 11 == 3) bits |= i % 2 ? 0x7f800000u : 0;
    if (i % 11 == 4) bits = (bits & 0x80000000u) | 0x7f800000u;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Arguments of a case, by type, and the functions of a format by the name that the row begins with. */
template <typename F> struct Arguments {
    size_t i;
    BOTH void take(typename F::Number &a, int k) const { a = F::number(word_of(i) >> 16 * k & 0xffff); }
    BOTH void take(typename F::Pair &a, int k) const {
        unsigned word = word_of(i + k);
        a = F::pair(F::number(word & 0xffff), F::number(word >> 16));
    }
    BOTH void take(float &a, int k) const { a = float_of<F>(i, k); }
    BOTH void take(double &a, int k) const {
        a = (double)float_of<F>(i, k) * (i % 7 == 1 ? 1 + 1e-15 : i % 7 == 2 ? 1 - 1e-15 : 1);
    }
    BOTH void take(float2 &a, int k) const { a = make_float2(float_of<F>(i, k), float_of<F>(i, k + 1)); }
    BOTH void take(short &a, int) const { a = (short)word_of(i); }
    BOTH void take(unsigned short &a, int) const { a = (unsigned short)word_of(i); }
};

/* Results, and the functions that fill in a case. */
template <typename F> struct Columns;
#define CALL_1(row, function, A)             \
    {                                        \
        A a;                                 \
        from.take(a, 0);                     \
        row[from.i] = function(a);           \
    }
#define CALL_2(row, function, A, B)          \
    {                                        \
        A a;                                 \
        B b;                                 \
        from.take(a, 0);                     \
        from.take(b, 1);                     \
        row[from.i] = function(a, b);        \
    }
template <> struct Columns<Half> {
    typedef __half N;
    typedef __half2 P;
#define SW_ROW_MOVE_1(half, bf16, R, ...) R half##_of[CASES];
#define SW_ROW_MOVE_2 SW_ROW_MOVE_1
#include <softwarp/half/moves.def>
    BOTH void fill(const Arguments<Half> &from) {
#define SW_ROW_MOVE_1(half, bf16, R, A) CALL_1(half##_of, half, A)
#define SW_ROW_MOVE_2(half, bf16, R, A, B) CALL_2(half##_of, half, A, B)
#include <softwarp/half/moves.def>
    }
};
template <> struct Columns<Bfloat> {
    typedef __nv_bfloat16 N;
    typedef __nv_bfloat162 P;
#define SW_ROW_MOVE_1(half, bf16, R, ...) R half##_of[CASES];
#define SW_ROW_MOVE_2 SW_ROW_MOVE_1
#include <softwarp/half/moves.def>
    BOTH void fill(const Arguments<Bfloat> &from) {
#define SW_ROW_MOVE_1(half, bf16, R, A) CALL_1(half##_of, bf16, A)
#define SW_ROW_MOVE_2(half, bf16, R, A, B) CALL_2(half##_of, bf16, A, B)
#include <softwarp/half/moves.def>
    }
};

template <typename F> struct Compute {
    BOTH void operator()(size_t i, Columns<F> &columns) const {
        Arguments<F> from = {i};
        columns.fill(from);
    }
};

/* What a result has to be: the bits of one or two numbers of the format, or a float's, or two floats'. */
struct Wanted {
    unsigned low, high;
    float x, y;
};
#define REFERENCE(row, ...)                                                                                 \
    template <typename F> Wanted reference_##row(unsigned w, unsigned v, float f, float g, double d) {      \
        (void)w, (void)v, (void)f, (void)g, (void)d;                                                        \
        return Wanted __VA_ARGS__;                                                                          \
    }
#define LOW (w & 0xffff)
#define HIGH (w >> 16)
#define ROUNDED(x, mode) pattern_of<F>(x, 0, mode)
#define FLOAT(pattern) (float)value_of<F>(pattern)
REFERENCE(__half2float, {0, 0, FLOAT(LOW), 0})
REFERENCE(__float2half, {ROUNDED(f, RN), 0, 0, 0})
REFERENCE(__float2half_rn, {ROUNDED(f, RN), 0, 0, 0})
REFERENCE(__float2half_rz, {ROUNDED(f, RZ), 0, 0, 0})
REFERENCE(__float2half_rd, {ROUNDED(f, RD), 0, 0, 0})
REFERENCE(__float2half_ru, {ROUNDED(f, RU), 0, 0, 0})
REFERENCE(__double2half, {ROUNDED(d, RN), 0, 0, 0})
REFERENCE(__half_as_short, {LOW, 0, 0, 0})
REFERENCE(__half_as_ushort, {LOW, 0, 0, 0})
REFERENCE(__short_as_half, {LOW, 0, 0, 0})
REFERENCE(__ushort_as_half, {LOW, 0, 0, 0})
REFERENCE(__half2half2, {LOW, LOW, 0, 0})
REFERENCE(__halves2half2, {LOW, HIGH, 0, 0})
REFERENCE(make_half2, {LOW, HIGH, 0, 0})
REFERENCE(__low2half, {LOW, 0, 0, 0})
REFERENCE(__high2half, {HIGH, 0, 0, 0})
REFERENCE(__low2half2, {LOW, LOW, 0, 0})
REFERENCE(__high2half2, {HIGH, HIGH, 0, 0})
REFERENCE(__lows2half2, {LOW, v & 0xffff, 0, 0})
REFERENCE(__highs2half2, {HIGH, v >> 16, 0, 0})
REFERENCE(__lowhigh2highlow, {HIGH, LOW, 0, 0})
REFERENCE(__low2float, {0, 0, FLOAT(LOW), 0})
REFERENCE(__high2float, {0, 0, FLOAT(HIGH), 0})
REFERENCE(__float2half2_rn, {ROUNDED(f, RN), ROUNDED(f, RN), 0, 0})
REFERENCE(__floats2half2_rn, {ROUNDED(f, RN), ROUNDED(g, RN), 0, 0})
REFERENCE(__float22half2_rn, {ROUNDED(f, RN), ROUNDED(g, RN), 0, 0})
REFERENCE(__half22float2, {0, 0, FLOAT(LOW), FLOAT(HIGH)})

template <typename F> struct Check {
    static void one(size_t i, const char *name, const Wanted &want, typename F::Number got) {
        check_word<F>((int)i, name, want.low, 0, F::bits(got));
    }
    static void one(size_t i, const char *name, const Wanted &want, typename F::Pair got) {
        check_word<F>((int)i, name, want.low, want.high, word<F>(got));
    }
    static void one(size_t i, const char *, const Wanted &want, float got) { CHECK_AT(i, want.x, got); }
    static void one(size_t i, const char *, const Wanted &want, float2 got) {
        CHECK_AT(i, want.x, got.x);
        CHECK_AT(i, want.y, got.y);
    }
    static void one(size_t i, const char *, const Wanted &want, short got) { CHECK_AT(i, (short)want.low, got); }
    static void one(size_t i, const char *, const Wanted &want, unsigned short got) { CHECK_AT(i, (unsigned short)want.low, got); }
};

template <typename F> void check(int i, const Columns<F> &columns) {
    size_t at = (size_t)i;
    unsigned w = word_of(at), v = word_of(at + 1);
    float f = float_of<F>(at, 0), g = float_of<F>(at, 1);
    double d = (double)f * (at % 7 == 1 ? 1 + 1e-15 : at % 7 == 2 ? 1 - 1e-15 : 1);
#define SW_ROW_MOVE_1(half, ...) Check<F>::one(at, #half, reference_##half<F>(w, v, f, g, d), columns.half##_of[at]);
#define SW_ROW_MOVE_2 SW_ROW_MOVE_1
#include <softwarp/half/moves.def>
}

template <typename F> void run_format() {
    Columns<F> *columns = run_columns<Columns<F>>(CASES, Compute<F>(), check<F>);
    const bool is_half = F::BIAS == 15;
#define SW_ROW_MOVE_1(half, bf16, R, A) \
    print_column<F>(is_half ? #half "(" #A ")" : #bf16 "(" #A ")", columns->half##_of);
#define SW_ROW_MOVE_2(half, bf16, R, A, B) \
    print_column<F>(is_half ? #half "(" #A ", " #B ")" : #bf16 "(" #A ", " #B ")", columns->half##_of);
#include <softwarp/half/moves.def>
    CUDA(cudaFree(columns));
}

int main() {
    run_format<Half>();
    run_format<Bfloat>();
    return check_result();
}
