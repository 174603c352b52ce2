// Atomic operations whose lanes meet: operations, types and scopes, on one cell, on a few, on one each; in full and in
// partial warps; with results used and not. What may happen is what some order of the threads would have given.
#include "../conformance.h"

enum Scope { DEVICE, BLOCK, SYSTEM };

#define BY_SCOPE(name, ...)                                                                        \
    (scope == DEVICE ? name(__VA_ARGS__) : scope == BLOCK ? name##_block(__VA_ARGS__) : name##_system(__VA_ARGS__))

#define OPERATION(Name, function, apply)                                                           \
    struct Name {                                                                                  \
        template <int scope, class T> static __device__ T run(T *at, T value)                      \
        {                                                                                          \
            return BY_SCOPE(function, at, value);                                                  \
        }                                                                                          \
        template <class T> static T cpu(T old, T value) { return apply; }                          \
        static constexpr const char *name = #function;                                             \
    };
OPERATION(Add, atomicAdd, (T)(old + value))
OPERATION(Sub, atomicSub, (T)(old - value))
OPERATION(Min, atomicMin, value < old ? value : old)
OPERATION(Max, atomicMax, value > old ? value : old)
OPERATION(And, atomicAnd, (T)(old & value))
OPERATION(Xor, atomicXor, (T)(old ^ value))
OPERATION(Exch, atomicExch, value)
OPERATION(Inc, atomicInc, (T)(old >= value ? 0 : old + 1))

/* Thread i works on cell i % count if `every` divides i, with value in[i]: in global memory, in shared memory, and in
 * global memory without looking at the result. `one`: the compiler sees that there is one cell. */
template <class Op, int scope, bool one, class T>
__global__ void apply(const T *in, T *cells, T *olds, unsigned count, unsigned every)
{
    __shared__ T own[64];
    unsigned i = threadIdx.x, n = blockDim.x, cell = one ? 0 : i % count;
    if (i < count)
        own[i] = cells[count + i];
    __syncthreads();
    if (i % every == 0) {
        T value = in[i];
        olds[i] = Op::template run<scope>(cells + cell, value);
        olds[n + i] = Op::template run<scope>(own + cell, value);
        Op::template run<scope>(cells + 2 * count + cell, value);
    }
    __syncthreads();
    if (i < count)
        cells[count + i] = own[i];
}

/* Looks for an order of the threads in which each finds what it has found, and the last leaves what is there in the end.
 * A thread that changes nothing can go at once; of the others that found the present value each is tried. */
template <class Op, class T> struct Order {
    std::vector<T> values, olds;
    std::vector<bool> used;
    unsigned steps = 0;

    bool find(T now, T end, unsigned left)
    {
        if (left == 0)
            return now == end;
        if (++steps > 200000)
            return false;
        for (size_t i = 0; i < olds.size(); i++) {
            if (used[i] || olds[i] != now || Op::cpu(now, values[i]) != now)
                continue;
            used[i] = true;
            left--;
        }
        if (left == 0)
            return now == end;
        for (size_t i = 0; i < olds.size(); i++) {
            if (used[i] || olds[i] != now)
                continue;
            used[i] = true;
            std::vector<bool> before = used;
            if (find(Op::cpu(now, values[i]), end, left - 1))
                return true;
            used = before;
            used[i] = false;
        }
        return false;
    }
};

struct Case { unsigned size, count, every; };

template <class Op, class T>
static void check_order(const char *where, Case c, const T *in, const T *start, const T *end, const T *olds)
{
    for (unsigned cell = 0; cell < c.count; cell++) {
        Order<Op, T> order;
        for (unsigned i = cell; i < c.size; i += c.count)
            if (i % c.every == 0) {
                order.values.push_back(in[i]);
                order.olds.push_back(olds[i]);
            }
        order.used.resize(order.values.size());
        if (!order.find(start[cell], end[cell], (unsigned)order.values.size()))
            report(__FILE__, __LINE__, Words(Op::name) + " in " + where + " memory, " + show(c.size) +
                                           " threads, cell " + show(cell) + " of " + show(c.count) + ": no order gives this");
    }
}

/* Where any order comes to the same end. */
template <class Op, class T> static void check_end(Case c, const T *in, const T *start, const T *end)
{
    std::vector<T> expected(start, start + c.count);
    for (unsigned i = 0; i < c.size; i += c.every)
        expected[i % c.count] = Op::cpu(expected[i % c.count], in[i]);
    for (unsigned cell = 0; cell < c.count; cell++)
        if (end[cell] != expected[cell])
            report(__FILE__, __LINE__, Words(Op::name) + " without result, " + show(c.size) + " threads, cell " +
                                           show(cell) + ": expected " + show(expected[cell]) + ", got " + show(end[cell]));
}

template <class Op, int scope, bool one, class T> static void check_case(Case c, bool in_any_order)
{
    std::vector<T> in(c.size), start(c.count * 3), end(c.count * 3), olds(c.size * 2);
    for (unsigned i = 0; i < c.size; i++)
        in[i] = (T)(i * 37 % 101 + 3);
    for (unsigned i = 0; i < c.count * 3; i++)
        start[i] = (T)(50 + i % c.count * 5);
    DeviceArray<T> from(in), cells(start), found(c.size * 2);
    apply<Op, scope, one><<<1, c.size>>>(from.at, cells.at, found.at, c.count, c.every);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(end.data(), cells.at, end.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(olds.data(), found.at, olds.size() * sizeof(T), cudaMemcpyDeviceToHost));
    check_order<Op>("global", c, in.data(), start.data(), end.data(), olds.data());
    check_order<Op>("shared", c, in.data(), start.data(), end.data() + c.count, olds.data() + c.size);
    if (in_any_order)
        check_end<Op>(c, in.data(), start.data(), end.data() + 2 * c.count);
}

template <class Op, class T, int scope = DEVICE> static void check(bool in_any_order = true)
{
    static const Case at_one[] = {{64, 1, 1}, {45, 1, 1}, {64, 1, 3}, {1, 1, 1}};
    static const Case at_some[] = {{70, 3, 1}, {64, 7, 2}, {33, 33, 1}, {64, 1, 1}};
    for (Case c : at_one)
        check_case<Op, scope, true, T>(c, in_any_order);
    for (Case c : at_some)
        check_case<Op, scope, false, T>(c, in_any_order);
}

/* Compare and swap: of the lanes that try, one at a time gets on. */
template <class T> __global__ void swap(T *cell, T *winners, unsigned every)
{
    T own = (T)(threadIdx.x + 1), old = 0;
    if (threadIdx.x % every == 0)
        old = atomicCAS(cell, (T)0, own);
    winners[threadIdx.x] = old;
}

template <class T> __global__ void chain(T *cell, unsigned *turns)
{
    T value = *cell, seen;
    unsigned tries = 0;
    do {
        seen = value;
        value = atomicCAS(cell, seen, (T)(seen * 3 + 1));
        tries++;
    } while (value != seen);
    turns[threadIdx.x] = tries;
}

template <class T> static void check_swaps(unsigned size, unsigned every)
{
    DeviceArray<T> cell(1), winners(size);
    DeviceArray<unsigned> turns(size);
    swap<<<1, size>>>(cell.at, winners.at, every);
    CHECK_LAUNCH();
    std::vector<T> seen(size);
    T final;
    CHECK(cudaMemcpy(seen.data(), winners.at, size * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&final, cell.at, sizeof final, cudaMemcpyDeviceToHost));
    unsigned won = (unsigned)final - 1;
    EXPECT(won < size && won % every == 0);
    for (unsigned i = 0; i < size; i++)
        EXPECT_EQ(seen[i], i == won || i % every ? (T)0 : final);
    T zero = 0, expected = 0;
    CHECK(cudaMemcpy(cell.at, &zero, sizeof zero, cudaMemcpyHostToDevice));
    chain<<<1, size>>>(cell.at, turns.at);
    CHECK_LAUNCH();
    for (unsigned i = 0; i < size; i++)
        expected = (T)(expected * 3 + 1);
    CHECK(cudaMemcpy(&final, cell.at, sizeof final, cudaMemcpyDeviceToHost));
    EXPECT_EQ(final, expected);
}

int main()
{
    check<Add, int>();
    check<Sub, int, BLOCK>();
    check<Max, unsigned>();
    check<And, unsigned, SYSTEM>();
    check<Inc, unsigned>(false);
    check<Xor, unsigned long long>();
    check<Exch, unsigned long long>(false);
    check<Min, long long>();
    check<Add, float, BLOCK>(); /* whole numbers: every sum is exact */
    check<Add, double>();
    check_swaps<int>(64, 1);
    check_swaps<unsigned long long>(33, 2);
    check_swaps<unsigned short>(50, 1);
    return finish();
}
