/* What the tests of the table half/functions.def share: digests of half types, in which all NaNs of a type are one, and
 * labels. In a label's pattern N stands for the format's type, P for its pair, H for how conversions call it, as in the
 * table: "__hadd2(P, P)" is __hadd2(__half2, __half2) and __hadd2(__nv_bfloat162, __nv_bfloat162), "__int2H_rn(int)" is
 * __int2half_rn(int) and __int2bfloat16_rn(int).
 */
#ifndef HALF_ROWS_H
#define HALF_ROWS_H

#include <string>
#include "../rows.h"
#include "formats.h"

template <typename F> void row_add_number(row_digest &digest, typename F::Number value) {
    unsigned bits = F::bits(value);
    unsigned short canonical = (unsigned short)(is_nan<F>(bits) ? 0x7fff : bits);
    digest.add(&canonical, sizeof canonical);
}
inline void row_add(row_digest &digest, const __half &value) { row_add_number<Half>(digest, value); }
inline void row_add(row_digest &digest, const __nv_bfloat16 &value) { row_add_number<Bfloat>(digest, value); }
inline void row_add(row_digest &digest, const __half2 &value) {
    row_add(digest, Half::low(value));
    row_add(digest, Half::high(value));
}
inline void row_add(row_digest &digest, const __nv_bfloat162 &value) {
    row_add(digest, Bfloat::low(value));
    row_add(digest, Bfloat::high(value));
}
inline void row_add(row_digest &digest, const float2 &value) {
    row_add(digest, value.x);
    row_add(digest, value.y);
}

template <typename F> std::string label(const char *pattern) {
    const std::string type = F::type(), conversion = F::name();
    std::string text;
    for (const char *c = pattern; *c; c++)
        text += *c == 'N' ? type : *c == 'P' ? type + "2" : *c == 'H' ? conversion : std::string(1, *c);
    return text;
}

enum { BLOCK = 64 };

/* compute(i, columns) for i < count on the device. Columns: arrays of results, by row of the table and case. Indices of
 * 64 bits, which do not wrap: less to compile. */
template <typename Columns, typename Compute> __global__ void fill_columns(Columns *columns, int count, Compute compute) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * BLOCK;
    if (i < (size_t)count) compute(i, *columns);
}

/* As run_both() of formats.h, for columns. */
template <typename Columns, typename Compute>
Columns *run_columns(int count, Compute compute, void (*check)(int, const Columns &)) {
    Columns *columns = managed<Columns>(1);
    HOST_TOO(for (int i = 0; i < count; i++) compute((size_t)i, *columns));
    HOST_TOO(for (int i = 0; i < count; i++) check(i, *columns));
    std::memset((void *)columns, 0, sizeof *columns);
    fill_columns<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(columns, count, compute);
    FINISH();
    for (int i = 0; i < count; i++) check(i, *columns);
    return columns;
}

/* One line: a column. */
template <typename F, typename T, size_t COUNT> void print_column(const char *pattern, const T (&column)[COUNT]) {
    print_row(label<F>(pattern).c_str(), column, COUNT);
}

/* The bits of a pair, and what they have to be. */
template <typename F> unsigned word(typename F::Pair a) { return F::bits(F::low(a)) | F::bits(F::high(a)) << 16; }
template <typename F> void check_word(int i, const char *name, unsigned low, unsigned high, unsigned got) {
    if (same_number<F>(low, got & 0xffff) && same_number<F>(high, got >> 16)) return;
    std::printf("%s:\n", F::name());
    check_failed(__FILE__, __LINE__, name, i, low | high << 16, got);
}

#endif
