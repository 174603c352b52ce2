/* The rows of tiles.def, on the device and as a computation on the CPU: the group's values in an array, and its members
 * in the order of their ranks. */
#ifndef TILES_H
#define TILES_H

#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/* 12 bytes, of which the last are not like the first. */
struct triple {
    int a, b, c;
    triple() = default;
    __host__ __device__ triple(int n) : a(n), b(-n), c(n * 3 + 1) {}
    __host__ __device__ bool operator==(const triple &o) const { return a == o.a && b == o.b && c == o.c; }
};
static Words show(const triple &t) { return show(t.a) + "," + show(t.b) + "," + show(t.c); }
struct add_triples {
    __host__ __device__ triple operator()(const triple &x, const triple &y) const {
        triple sum(0);
        sum.a = x.a + y.a, sum.b = x.b + y.b, sum.c = x.c ^ y.c;
        return sum;
    }
};
/* Not one of CUDA's own. */
struct longest {
    __host__ __device__ int operator()(int x, int y) const { return x % 10 > y % 10 || (x % 10 == y % 10 && x > y) ? x : y; }
};
template <class G, class T> __device__ int match_all_of(const G &g, T value)
{
    int predicate = -1;
    unsigned mask = g.match_all((int)value, predicate);
    return (int)(mask * 2 + predicate);
}

enum row {
#define TILE_ROW(name, type, expression) row_##name,
#define TILE_ONLY_ROW(name, type, expression) row_##name,
#include "tiles.def"
    rows
};
static const char *const row_names[] = {
#define TILE_ROW(name, type, expression) #name ": " #expression,
#define TILE_ONLY_ROW(name, type, expression) #name ": " #expression,
#include "tiles.def"
};

/* Every result as a triple, so that one array holds them. */
template <class T> __host__ __device__ triple boxed(T value)
{
    triple t(0);
    t.a = (int)(long long)value, t.b = (int)((long long)value >> 32), t.c = (int)(long long)((double)value * 2);
    return t;
}
__host__ __device__ inline triple boxed(triple value) { return value; }

#define OPS cg
template <class G> __device__ void tile_rows(const G &g, int thread, triple *out, int stride)
{
#define TILE_ROW(name, type, expression)                                       \
    {                                                                          \
        type v = (type)(thread + 1);                                           \
        out[row_##name * stride + thread] = boxed((type)(expression));         \
    }
#define TILE_ONLY_ROW TILE_ROW
#include "tiles.def"
#undef TILE_ONLY_ROW
}
template <class G> __device__ void coalesced_rows(const G &g, int thread, triple *out, int stride)
{
#define TILE_ROW(name, type, expression)                                       \
    {                                                                          \
        type v = (type)(thread + 1);                                           \
        out[row_##name * stride + thread] = boxed((type)(expression));         \
    }
#include "tiles.def"
}

#undef OPS

namespace reference {
#define OPS reference

/* One member of a group on the CPU. An expression is run twice for each: first to note what it passes (the answers are
 * nothing then), then to answer from what all have passed. */
struct raw {
    unsigned char bytes[16];
};
struct member {
    unsigned rank, count;
    bool notes;
    std::vector<raw> *passed;

    template <class T> T give(T value) const
    {
        raw r = {};
        memcpy(&r, &value, sizeof value);
        if (notes) (*passed)[rank] = r;
        return value;
    }
    template <class T> T at(unsigned from) const
    {
        T value(0);
        if (!notes) memcpy((void *)&value, &(*passed)[from], sizeof value);
        return value;
    }
    unsigned size() const { return count; }
    unsigned num_threads() const { return count; }
    unsigned thread_rank() const { return rank; }
    template <class T> T shfl(T v, unsigned from) const { return give(v), at<T>(from % count); }
    template <class T> T shfl_up(T v, unsigned by) const { return give(v), by > rank ? v : at<T>(rank - by); }
    template <class T> T shfl_down(T v, unsigned by) const { return give(v), rank + by >= count ? v : at<T>(rank + by); }
    template <class T> T shfl_xor(T v, unsigned by) const { return give(v), at<T>((rank ^ by) % count); }
    unsigned ballot(int predicate) const
    {
        unsigned bits = 0;
        give(predicate);
        for (unsigned i = 0; i < count; i++) bits |= (unsigned)(at<int>(i) != 0) << i;
        return bits;
    }
    unsigned all_bits() const { return count == 32 ? 0xffffffffu : (1u << count) - 1; }
    int any(int predicate) const { return ballot(predicate) != 0; }
    int all(int predicate) const { return ballot(predicate) == all_bits(); }
    template <class T> unsigned match_any(T v) const
    {
        unsigned bits = 0;
        give(v);
        for (unsigned i = 0; i < count; i++) bits |= (unsigned)(at<T>(i) == v) << i;
        return bits;
    }
    template <class T> unsigned match_all(T v, int &predicate) const
    {
        predicate = match_any(v) == all_bits();
        return predicate ? all_bits() : 0;
    }
};
inline int match_all_of(const member &g, int value)
{
    int predicate = -1;
    unsigned mask = g.match_all(value, predicate);
    return (int)(mask * 2 + predicate);
}

template <class T> T apply(cg::plus<T>, T a, T b) { return a + b; }
template <class T> T apply(cg::less<T>, T a, T b) { return a < b ? a : b; }
template <class T> T apply(cg::greater<T>, T a, T b) { return a > b ? a : b; }
template <class T> T apply(cg::bit_and<T>, T a, T b) { return a & b; }
template <class T> T apply(cg::bit_or<T>, T a, T b) { return a | b; }
template <class T> T apply(cg::bit_xor<T>, T a, T b) { return a ^ b; }
inline int apply(longest op, int a, int b) { return op(a, b); }
inline triple apply(add_triples op, triple a, triple b) { return op(a, b); }

template <class T, class Op> T fold(const member &g, unsigned members, Op op)
{
    T value = g.at<T>(0);
    for (unsigned i = 1; i < members; i++) value = apply(op, value, g.at<T>(i));
    return value;
}
template <class T, class Op> T reduce(const member &g, T v, Op op) { return g.give(v), fold<T>(g, g.count, op); }
template <class T, class Op> T inclusive_scan(const member &g, T v, Op op) { return g.give(v), fold<T>(g, g.rank + 1, op); }
template <class T, class Op> T exclusive_scan(const member &g, T v, Op op)
{
    return g.give(v), g.rank ? fold<T>(g, g.rank, op) : T(0);
}
template <class T> T inclusive_scan(const member &g, T v) { return inclusive_scan(g, v, cg::plus<T>()); }
template <class T> T exclusive_scan(const member &g, T v) { return exclusive_scan(g, v, cg::plus<T>()); }

inline void row_of(const member &g, int thread, int row, triple *out)
{
    switch (row) {
#define TILE_ROW(name, type, expression)                                       \
    case row_##name: {                                                         \
        type v = (type)(thread + 1);                                           \
        *out = boxed((type)(expression));                                      \
        break;                                                                 \
    }
#define TILE_ONLY_ROW TILE_ROW
#include "tiles.def"
#undef TILE_ONLY_ROW
    }
}
/* members: a group's threads in the order of their ranks. */
inline void rows_of(const std::vector<int> &members, triple *out, int stride)
{
    for (int row = 0; row < rows; row++) {
        std::vector<raw> passed(members.size());
        for (int notes = 1; notes >= 0; notes--)
            for (unsigned i = 0; i < members.size(); i++)
                row_of({i, (unsigned)members.size(), notes != 0, &passed}, members[i], row, &out[row * stride + members[i]]);
    }
}

}

/* Prints every row's digest, and says where it differs from the CPU's. tile_only: are those rows to be looked at? */
inline void compare_rows(const Words &what, const std::vector<triple> &got, const std::vector<triple> &wanted,
                         int stride, bool tile_only)
{
    static const bool only_tiles[] = {
#define TILE_ROW(...) false,
#define TILE_ONLY_ROW(...) true,
#include "tiles.def"
    };
    for (int row = 0; row < rows; row++) {
        if (only_tiles[row] && !tile_only) continue;
        Words label = what + " " + row_names[row];
        for (int i = 0; i < stride; i++)
            if (!expect_equal(__FILE__, __LINE__, (label + ", thread " + show(i)).c_str(), got[row * stride + i],
                              wanted[row * stride + i]))
                break;
        print_row(label.c_str(), &got[row * stride], stride);
    }
}

#endif
