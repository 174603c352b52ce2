// UNSUPPORTED: quick
// Compare-and-swap loops of many threads on one word that keep what is there or put their value: by every comparison of
// floats, in loops that always write and in loops that leave when the old value is enough. NaNs, zeros of both signs and
// infinities among the values. Bit by bit, what threads find and what stays must be what some order of them gives.
#include "../conformance.h"

#include <cmath>
#include <cstring>
#include <vector>

template <class T> struct Word;
template <> struct Word<float> {
    typedef unsigned Bits;
    static __device__ Bits bits(float x) { return __float_as_uint(x); }
    static __device__ float value(Bits x) { return __uint_as_float(x); }
};
template <> struct Word<double> {
    typedef unsigned long long Bits;
    static __device__ Bits bits(double x) { return (Bits)__double_as_longlong(x); }
    static __device__ double value(Bits x) { return __longlong_as_double((long long)x); }
};

#define KEEP(Name, condition)                                                                       \
    struct Name {                                                                                   \
        template <class T> static __host__ __device__ bool keeps(T old, T v) { return condition; }  \
        static constexpr const char *name = #condition;                                             \
    };
KEEP(Greater, old > v)
KEEP(GreaterOrEqual, old >= v)
KEEP(NotLessOrEqual, !(old <= v))
KEEP(NotLess, !(old < v))
KEEP(Less, old < v)
KEEP(LessOrEqual, old <= v)
KEEP(NotGreaterOrEqual, !(old >= v))
KEEP(NotGreater, !(old > v))

template <class Keep, class T> __device__ T always(T *cell, T value)
{
    typedef Word<T> W;
    typename W::Bits *p = reinterpret_cast<typename W::Bits *>(cell), old = *p, seen;
    do {
        seen = old;
        T next = Keep::keeps(W::value(seen), value) ? W::value(seen) : value;
        old = atomicCAS(p, seen, W::bits(next));
    } while (old != seen);
    return W::value(old);
}

template <class Keep, class T> __device__ bool if_needed(T *cell, T value)
{
    typedef Word<T> W;
    typename W::Bits *p = reinterpret_cast<typename W::Bits *>(cell), old = *(volatile typename W::Bits *)cell, seen;
    while (!Keep::keeps(W::value(old), value)) {
        seen = old;
        if ((old = atomicCAS(p, seen, W::bits(value))) == seen)
            return true;
    }
    return false;
}

enum { SEEN, UNSEEN, WANTED, CELLS };
template <class Keep, class T>
__global__ void work(T *cells, const T *in, T *olds, bool *wrote, unsigned every)
{
    __shared__ T own;
    unsigned i = threadIdx.x;
    if (i == 0)
        own = cells[CELLS];
    __syncthreads();
    if (i % every == 0) {
        olds[i] = always<Keep>(cells + SEEN, in[i]);
        always<Keep>(cells + UNSEEN, in[i]);
        wrote[i] = if_needed<Keep>(cells + WANTED, in[i]);
        olds[blockDim.x + i] = always<Keep>(&own, in[i]);
    }
    __syncthreads();
    if (i == 0)
        cells[CELLS] = own;
}

template <class T> static bool same(T a, T b) { return !memcmp(&a, &b, sizeof a); }

template <class Keep, class T> static T next(T old, T value) { return Keep::keeps(old, value) ? old : value; }

/* An order of the threads in which each finds what it has found. Who changes nothing can go at once. */
template <class Keep, class T> struct Order {
    std::vector<T> values, olds;
    std::vector<bool> used;
    unsigned steps = 0;

    bool find(T now, T end, size_t left)
    {
        if (++steps > 100000)
            return false;
        for (size_t i = 0; i < olds.size(); i++)
            if (!used[i] && same(olds[i], now) && same(next<Keep>(now, values[i]), now))
                used[i] = true, left--;
        if (left == 0)
            return same(now, end);
        for (size_t i = 0; i < olds.size(); i++) {
            if (used[i] || !same(olds[i], now))
                continue;
            std::vector<bool> before = used;
            used[i] = true;
            if (find(next<Keep>(now, values[i]), end, left - 1))
                return true;
            used = before;
        }
        return false;
    }
};

/* Where nobody has a NaN, or NaNs are passed over, it is the most or the least; a NaN that was there may stay. */
template <class Keep, class T> static bool may_stay(T end, T start, const std::vector<T> &values)
{
    bool is_start = same(end, start), is_one = is_start, is_best = true;
    for (T v : values) {
        is_one |= same(end, v);
        is_best &= Keep::keeps(end, v) || !(end < v || end > v);
    }
    bool passes_over = Keep::keeps((T)NAN, (T)0);
    for (T v : values)
        if (v != v && !passes_over)
            return is_one; /* it may come at any time, and what follows begins anew */
    return is_one && is_best && (is_start || !passes_over || start == start);
}

/* Those that wrote, in some order, each improved on what was there: the cell went through their values. */
template <class Keep, class T> static bool may_write(T end, T start, const std::vector<T> &values, const std::vector<bool> &wrote)
{
    bool anyone = false, is_last = false;
    for (size_t i = 0; i < values.size(); i++) {
        anyone |= wrote[i];
        is_last |= wrote[i] && same(end, values[i]);
    }
    return anyone ? is_last : same(end, start);
}

template <class Keep, class T> static void check(const std::vector<T> &in, T start, unsigned every)
{
    size_t n = in.size();
    DeviceArray<T> from(in), cells(std::vector<T>(CELLS + 1, start)), olds(2 * n);
    DeviceArray<bool> wrote(n);
    work<Keep><<<1, (unsigned)n>>>(cells.at, from.at, olds.at, wrote.at, every);
    CHECK_LAUNCH();
    std::vector<T> found(2 * n), end(CELLS + 1), values;
    std::vector<char> flags(n);
    CHECK(cudaMemcpy(found.data(), olds.at, 2 * n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(end.data(), cells.at, end.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(flags.data(), wrote.at, n, cudaMemcpyDeviceToHost));
    std::vector<bool> written;
    Order<Keep, T> global, shared;
    for (size_t i = 0; i < n; i += every) {
        values.push_back(in[i]);
        written.push_back(flags[i]);
        global.olds.push_back(found[i]);
        shared.olds.push_back(found[n + i]);
    }
    global.values = shared.values = values;
    global.used.resize(values.size());
    shared.used.resize(values.size());
    Words where = Words(Keep::name) + ", " + show(n) + " threads, from " + show(start) + ": ";
    if (!global.find(start, end[SEEN], values.size()) || !shared.find(start, end[CELLS], values.size()))
        report(__FILE__, __LINE__, where + "no order gives this");
    if (!may_stay<Keep>(end[UNSEEN], start, values))
        report(__FILE__, __LINE__, where + "cannot end with " + show(end[UNSEEN]));
    if (!may_stay<Keep>(end[WANTED], start, values) || !may_write<Keep>(end[WANTED], start, values, written))
        report(__FILE__, __LINE__, where + "nobody can have written " + show(end[WANTED]));
}

template <class Keep, class T> static void check_values()
{
    const T special[] = {0, (T)-0.0, (T)1.5, (T)-1.5, (T)INFINITY, (T)-INFINITY, (T)1e-40, (T)3e38, (T)NAN};
    for (unsigned size : {64u, 45u})
        for (unsigned pattern = 0; pattern < 5; pattern++) {
            std::vector<T> in(size);
            for (unsigned i = 0; i < size; i++)
                in[i] = pattern == 0   ? (T)(i * 37 % 101) - 50 /* numbers */
                        : pattern == 1 ? special[i * 7 % 9]     /* with NaNs */
                        : pattern == 2 ? special[i * 5 % 8]     /* without */
                        : pattern == 3 ? special[i % 2]         /* zeros of both signs */
                                       : (i % 32 == 20 ? (T)NAN : (T)(i % 32)); /* one NaN in each warp */
            for (T start : special)
                check<Keep, T>(in, start, pattern % 2 ? 1 : 3);
        }
}

int main()
{
    check_values<Greater, float>();
    check_values<GreaterOrEqual, float>();
    check_values<NotLessOrEqual, float>();
    check_values<NotLess, float>();
    check_values<Less, float>();
    check_values<LessOrEqual, float>();
    check_values<NotGreaterOrEqual, float>();
    check_values<NotGreater, float>();
    check_values<Greater, double>();
    check_values<NotGreater, double>();
    return finish();
}
