/* Results in a form that can be compared with what a GPU printed: one line a row of a table.
 *
 *   print_row("atomicInc_block(unsigned int *, unsigned int)", results, count);
 *   -> atomicInc_block(unsigned int *, unsigned int): 72 x 4 bytes, 5d0c3f1e77ab9402
 *
 * The line has a digest of the bytes (FNV-1a, 64 bits), in which all NaNs of a type are one. The reference in the
 * program says what is wrong where a digest differs; the recording (NAME.gpu beside NAME.cu, made by tests/record.py)
 * says that the reference is right. What may vary (which lane wins, the order of float additions) is not printed.
 */
#ifndef ROWS_H
#define ROWS_H

#include <cstdio>
#include <cstring>

struct row_digest {
    unsigned long long state = 0xcbf29ce484222325ull;
    void add(const void *data, size_t size) {
        for (size_t i = 0; i < size; i++) state = (state ^ ((const unsigned char *)data)[i]) * 0x100000001b3ull;
    }
};

/* The bytes that count. T: no padding. */
template <typename T> void row_add(row_digest &digest, const T &value) { digest.add(&value, sizeof value); }
inline void row_add(row_digest &digest, const float &value) {
    unsigned bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (value != value) bits = 0x7fffffffu;
    digest.add(&bits, sizeof bits);
}
inline void row_add(row_digest &digest, const double &value) {
    unsigned long long bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (value != value) bits = 0x7fffffffffffffffull;
    digest.add(&bits, sizeof bits);
}

/* One line: what it is, how many values, and their digest. */
template <typename T> void print_row(const char *label, const T *values, size_t count) {
    row_digest digest;
    for (size_t i = 0; i < count; i++) row_add(digest, values[i]);
    std::printf("%s: %zu x %zu bytes, %016llx\n", label, count, sizeof(T), digest.state);
}

#endif
