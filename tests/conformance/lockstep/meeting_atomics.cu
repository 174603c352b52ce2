// Atomics of a block whose addresses differ between lanes, by an index or by pointers, with results used, in full, partial and
// divergent warps, with lanes that meet seldom, often, in one cell, or never. Each cell's results must be those of some order
// of the threads that came to it, bit for bit, float sums that round included.
// ALSO: -march=x86-64-v4
#include "../conformance.h"
#include <cmath>
#include <cstring>

/* A read-modify-write that CUDA has no function for, as programs write it. */
static __device__ unsigned bits_of(float x) { return __float_as_uint(x); }
static __device__ unsigned long long bits_of(double x) { return (unsigned long long)__double_as_longlong(x); }
static __device__ float number_of(unsigned x) { return __uint_as_float(x); }
static __device__ double number_of(unsigned long long x) { return __longlong_as_double((long long)x); }

template <class Bits, class T, class Apply> static __device__ T swap_until(T *at, T value, Apply apply)
{
    Bits found = *(Bits *)at, seen;
    do {
        seen = found;
        found = atomicCAS_block((Bits *)at, seen, bits_of(apply(number_of(seen), value)));
    } while (found != seen);
    return number_of(found);
}

#define OPERATION(Name, call, apply)                                                               \
    struct Name {                                                                                  \
        template <class T> static __device__ T run(T *at, T value) { return call; }                \
        template <class T> static __host__ __device__ T cpu(T old, T value) { return apply; }      \
        static constexpr const char *name = #Name;                                                 \
    };
#define BY_SWAP(Bits, apply) (swap_until<Bits>(at, value, [](T old, T value) { return (T)(apply); }))
OPERATION(Add, atomicAdd_block(at, value), (T)(old + value))
OPERATION(Sub, atomicSub_block(at, value), (T)(old - value))
OPERATION(Min, atomicMin_block(at, value), value < old ? value : old)
OPERATION(Max, atomicMax_block(at, value), value > old ? value : old)
OPERATION(Xor, atomicXor_block(at, value), (T)(old ^ value))
OPERATION(Exch, atomicExch_block(at, value), value)
OPERATION(Inc, atomicInc_block(at, value), (T)(old >= value ? 0 : old + 1))
OPERATION(Dec, atomicDec_block(at, value), (T)(old == 0 || old > value ? value : old - 1))
OPERATION(Swap, atomicCAS_block(at, (T)(value - 1), value), old == (T)(value - 1) ? value : old)
OPERATION(FloatMax, BY_SWAP(unsigned, fmaxf(old, value)), (T)fmaxf(old, value))
OPERATION(DoubleMax, BY_SWAP(unsigned long long, fmax(old, value)), (T)fmax(old, value))

enum { MOST_CELLS = 96, TABLES = 2 };

/* Thread i comes to cell index[i] (that is at[i] of table 1) of each table, if `every` divides i, or, `loops`, i % every
 * times. Table 0: shared; 1: global, by pointers. */
template <class Op, class T, bool loops>
__global__ void meet(const T *in, const unsigned *index, T *const *at, T *tables, T *olds, unsigned count, unsigned every)
{
    __shared__ T own[MOST_CELLS];
    unsigned i = threadIdx.x, n = blockDim.x;
    for (unsigned k = i; k < count; k += n)
        own[k] = tables[k];
    __syncthreads();
    unsigned rounds = loops ? i % every : i % every == 0;
    for (unsigned r = 0; r < rounds; r++) {
        unsigned k = index[i];
        T value = (T)(in[i] + (T)r);
        T *found = olds + 2 * (r * n + i);
        found[0] = Op::run(&own[k], value);
        found[1] = Op::run(at[i], value);
    }
    __syncthreads();
    for (unsigned k = i; k < count; k += n)
        tables[k] = own[k];
}

template <class T> static bool is_same(T x, T y) { return std::memcmp(&x, &y, sizeof x) == 0; }

/* Those who came to one cell: looks for an order in which each finds what it has found. Who changes nothing goes at once. */
template <class Op, class T> struct Order {
    std::vector<T> values, olds;
    std::vector<bool> gone;
    unsigned steps = 0;

    bool find(T now, T end, size_t left)
    {
        std::vector<bool> before = gone;
        if (++steps > 100000)
            return false;
        for (size_t i = 0; i < olds.size(); i++)
            if (!gone[i] && is_same(olds[i], now) && is_same(Op::cpu(now, values[i]), now))
                gone[i] = true, left--;
        if (left == 0)
            return is_same(now, end);
        for (size_t i = 0; i < olds.size(); i++)
            if (!gone[i] && is_same(olds[i], now)) {
                gone[i] = true;
                if (find(Op::cpu(now, values[i]), end, left - 1))
                    return true;
                gone[i] = false;
            }
        gone = before;
        return false;
    }
};

struct Case { unsigned size, every; };

template <class Op, class T, bool loops> struct Run {
    Case c;
    const char *pattern;
    unsigned count;
    std::vector<unsigned> index;
    std::vector<T> in, start, end, olds;

    unsigned rounds(unsigned i) const { return loops ? i % c.every : i % c.every == 0; }
    Words name(const char *what, unsigned cell) const
    {
        return Words(Op::name) + ", " + pattern + ", " + show(c.size) + " threads, every " + show(c.every) +
               (loops ? " in a loop" : "") + ", cell " + show(cell) + ", " + what;
    }

    void launch()
    {
        DeviceArray<T> from(in), tables(start), found(c.size * c.every * 2);
        DeviceArray<unsigned> places(index);
        std::vector<T *> pointers(c.size);
        for (unsigned i = 0; i < c.size; i++)
            pointers[i] = tables.at + count + index[i];
        DeviceArray<T *> at(pointers);
        meet<Op, T, loops><<<1, c.size>>>(from.at, places.at, at.at, tables.at, found.at, count, c.every);
        CHECK_LAUNCH();
        end.resize(start.size());
        olds.resize(c.size * c.every * 2);
        CHECK(cudaMemcpy(end.data(), tables.at, end.size() * sizeof(T), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(olds.data(), found.at, olds.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }

    void check()
    {
        for (unsigned cell = 0; cell < count; cell++)
            for (unsigned which = 0; which < 2; which++) {
                Order<Op, T> order;
                for (unsigned r = 0; r < c.every; r++)
                    for (unsigned i = 0; i < c.size; i++)
                        if (index[i] == cell && r < rounds(i)) {
                            order.values.push_back((T)(in[i] + (T)r));
                            order.olds.push_back(olds[2 * (r * c.size + i) + which]);
                        }
                order.gone.resize(order.values.size());
                if (!order.find(start[cell], end[which * count + cell], order.values.size()))
                    report(__FILE__, __LINE__, name(which ? "by pointer: no order" : "by index: no order", cell));
            }
    }
};

struct Pattern { const char *name; unsigned count, factor, divisor; };

template <class Op, class T, bool loops = false> static void check(T smallest, T step)
{
    static const Case cases[] = {{64, 1}, {45, 1}, {96, 3}, {128, 4}};
    static const Pattern patterns[] = {
        {"all apart", 96, 1, 1}, {"few meet", 61, 7, 1}, {"many meet", 5, 3, 1}, {"neighbours meet", 48, 1, 4}, {"one cell", 1, 1, 1}};
    for (Case c : cases)
        for (Pattern p : patterns) {
            Run<Op, T, loops> run = {c, p.name, p.count};
            for (unsigned i = 0; i < c.size; i++) {
                run.index.push_back(i * p.factor / p.divisor % p.count);
                run.in.push_back((T)(smallest + (T)(i * 37 % 101) * step));
            }
            for (unsigned k = 0; k < TABLES * p.count; k++)
                run.start.push_back((T)(smallest + (T)(50 + k % p.count % 7) * step));
            run.launch();
            run.check();
        }
}

int main()
{
    typedef unsigned long long u64;
    check<Add, int>(-20, 3);
    check<Add, float, true>(0.1f, 0.37f);
    check<Add, double>(0.1, 0.37);
    check<Sub, unsigned>(5, 3);
    check<Min, u64>(7, 0x100000000ull);
    check<Max, long long, true>(-150ll * (1ll << 32), 3ll << 32);
    check<Xor, int>(12, 99);
    check<Exch, float>(0.5f, 0.25f);
    check<Inc, unsigned>(3, 1);
    check<Dec, unsigned, true>(3, 1);
    check<Swap, int>(3, 1);
    check<FloatMax, float>(-3.7f, 0.1f);
    check<DoubleMax, double>(-3.7, 0.1);
    return finish();
}
