// Atomic operations of many threads on one cell in which the order of the threads decides: exchanges, counters that go
// round, compare-and-swap with the same operands. Whole and partial warps, some lanes of each, every scope and shared
// memory, with and without a look at the results. What comes out must be what some order of the threads gives.
#include "../conformance.h"

#include <algorithm>
#include <vector>

enum { THREADS = 80, BLOCKS = 3, MOST = THREADS * BLOCKS };
enum Place { DEVICE, BLOCK, SYSTEM, SHARED, PLACES };
template <class T> struct Cells {
    T device, system, unseen, block[BLOCKS], shared[BLOCKS];
};

#define BY_PLACE(function, ...)                                                                     \
    __shared__ T own;                                                                               \
    if (threadIdx.x == 0)                                                                           \
        own = cells->shared[blockIdx.x];                                                            \
    __syncthreads();                                                                                \
    if (threadIdx.x % every == 0) {                                                                 \
        unsigned i = blockIdx.x * THREADS + threadIdx.x;                                            \
        olds[DEVICE * MOST + i] = function(&cells->device, __VA_ARGS__);                            \
        olds[BLOCK * MOST + i] = function##_block(&cells->block[blockIdx.x], __VA_ARGS__);          \
        olds[SYSTEM * MOST + i] = function##_system(&cells->system, __VA_ARGS__);                   \
        olds[SHARED * MOST + i] = function(&own, __VA_ARGS__);                                      \
        function(&cells->unseen, __VA_ARGS__);                                                      \
    }                                                                                               \
    __syncthreads();                                                                                \
    if (threadIdx.x == 0)                                                                           \
        cells->shared[blockIdx.x] = own

template <class T> __global__ void exchange(Cells<T> *cells, T *olds, unsigned every, T first)
{
    BY_PLACE(atomicExch, (T)(first + (T)i));
}

template <class T> __global__ void exchange_same(Cells<T> *cells, T *olds, unsigned every, T value)
{
    BY_PLACE(atomicExch, value);
}

typedef unsigned T;
__global__ void increment(Cells<T> *cells, T *olds, unsigned every, T limit) { BY_PLACE(atomicInc, limit); }
__global__ void decrement(Cells<T> *cells, T *olds, unsigned every, T limit) { BY_PLACE(atomicDec, limit); }
__global__ void swap(Cells<T> *cells, T *olds, unsigned every, T compare, T value)
{
    BY_PLACE(atomicCAS, compare, value);
}
__global__ void swap_long(Cells<unsigned long long> *cells, unsigned long long *olds, unsigned every,
                          unsigned long long compare, unsigned long long value)
{
    typedef unsigned long long T;
    BY_PLACE(atomicCAS, compare, value);
}

/* What the threads of one cell have found, and what is there in the end. */
template <class T> struct Outcome {
    std::vector<unsigned> threads;
    std::vector<T> olds;
    T end;
    bool is_seen;
};

template <class T> static std::vector<Outcome<T>> outcomes(const Cells<T> &cells, const T *olds, unsigned every)
{
    std::vector<Outcome<T>> all;
    for (int place = 0; place < PLACES; place++) {
        bool is_one = place == DEVICE || place == SYSTEM;
        for (int block = 0; block < (is_one ? 1 : (int)BLOCKS); block++) {
            Outcome<T> o;
            o.is_seen = true;
            o.end = place == DEVICE ? cells.device : place == SYSTEM ? cells.system
                  : place == BLOCK ? cells.block[block] : cells.shared[block];
            for (unsigned i = block * THREADS; i < (is_one ? (unsigned)MOST : (block + 1) * THREADS); i++)
                if (i % THREADS % every == 0)
                    o.threads.push_back(i), o.olds.push_back(olds[place * MOST + i]);
            all.push_back(o);
        }
    }
    all.push_back(all[0]);
    all.back().end = cells.unseen;
    all.back().is_seen = false;
    return all;
}

template <class T> struct Run {
    Cells<T> *cells;
    T *olds;
    Run(T start)
    {
        cudaMallocManaged(&cells, sizeof *cells);
        cudaMallocManaged(&olds, PLACES * MOST * sizeof *olds);
        cells->device = cells->system = cells->unseen = start;
        for (int b = 0; b < BLOCKS; b++)
            cells->block[b] = cells->shared[b] = start;
    }
    std::vector<Outcome<T>> end(unsigned every)
    {
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        return outcomes(*cells, olds, every);
    }
    ~Run() { cudaFree(cells), cudaFree(olds); }
};

/* From the first value on, each was found by the thread that left the next. */
template <class T> static void check_exchange(T start, T first, unsigned every)
{
    Run<T> run(start);
    exchange<T><<<BLOCKS, THREADS>>>(run.cells, run.olds, every, first);
    for (const Outcome<T> &o : run.end(every)) {
        T now = start;
        size_t steps = 0, n = o.olds.size();
        for (; o.is_seen && steps < n; steps++) {
            size_t k = std::find(o.olds.begin(), o.olds.end(), now) - o.olds.begin();
            EXPECT_EQ(k < n, true);
            if (k == n)
                break;
            now = (T)(first + (T)o.threads[k]);
        }
        if (o.is_seen)
            EXPECT_EQ(o.end, now);
        else
            EXPECT_EQ(std::find(o.threads.begin(), o.threads.end(), (unsigned)(o.end - first)) != o.threads.end(), true);
    }
}

template <class T> static void check_exchange_same(T start, T value, unsigned every)
{
    Run<T> run(start);
    exchange_same<T><<<BLOCKS, THREADS>>>(run.cells, run.olds, every, value);
    for (const Outcome<T> &o : run.end(every)) {
        EXPECT_EQ(o.end, value);
        if (o.is_seen) {
            EXPECT_EQ(std::count(o.olds.begin(), o.olds.end(), start), 1);
            EXPECT_EQ(std::count(o.olds.begin(), o.olds.end(), value), (long)o.olds.size() - 1);
        }
    }
}

/* All threads do the same, so any order gives the same sequence. */
template <class Kernel, class Next> static void check_sequence(T start, unsigned every, Kernel launch, Next next)
{
    Run<T> run(start);
    launch(run);
    for (Outcome<T> &o : run.end(every)) {
        std::vector<T> sequence;
        T now = start;
        for (size_t i = 0; i < o.olds.size(); i++) {
            sequence.push_back(now);
            now = next(now);
        }
        EXPECT_EQ(o.end, now);
        std::sort(sequence.begin(), sequence.end());
        std::sort(o.olds.begin(), o.olds.end());
        EXPECT_EQ(!o.is_seen || sequence == o.olds, true);
    }
}

static void check_counters(T start, T limit, unsigned every)
{
    check_sequence(start, every, [=](Run<T> &r) { increment<<<BLOCKS, THREADS>>>(r.cells, r.olds, every, limit); },
                   [=](T old) { return old >= limit ? 0 : old + 1; });
    check_sequence(start, every, [=](Run<T> &r) { decrement<<<BLOCKS, THREADS>>>(r.cells, r.olds, every, limit); },
                   [=](T old) { return old == 0 || old > limit ? limit : old - 1; });
}

static void check_swap(T start, T compare, T value, unsigned every)
{
    check_sequence(start, every, [=](Run<T> &r) { swap<<<BLOCKS, THREADS>>>(r.cells, r.olds, every, compare, value); },
                   [=](T old) { return old == compare ? value : old; });
}

static void check_swap_long(unsigned long long start, unsigned long long compare, unsigned long long value)
{
    Run<unsigned long long> run(start);
    swap_long<<<BLOCKS, THREADS>>>(run.cells, run.olds, 2, compare, value);
    for (const auto &o : run.end(2)) {
        unsigned long long end = start == compare ? value : start;
        EXPECT_EQ(o.end, end);
        if (o.is_seen)
            EXPECT_EQ(std::count(o.olds.begin(), o.olds.end(), end) + (end != start), (long)o.olds.size());
    }
}

int main()
{
    const T limits[] = {0, 1, 2, 5, 6, 7, 30, 31, 32, 33, 99, 0x80000000u, ~0u - 1, ~0u};
    for (unsigned every : {1u, 3u, 64u}) {
        check_exchange<int>(-5, 1000, every);
        check_exchange<unsigned>(7, 0x80000000u, every);
        check_exchange<unsigned long long>(7, 1ull << 40, every);
        check_exchange<float>(0.5f, 16, every);
        check_exchange_same<int>(3, 9, every);
        check_exchange_same<float>(3, 0.25f, every);
        for (T limit : limits)
            for (T start : {0u, limit / 2, limit, limit + 1, limit + 40, ~0u})
                check_counters(start, limit, every);
        check_swap(4, 4, 5, every);
        check_swap(4, 5, 6, every);
        check_swap(4, 4, 4, every);
    }
    check_swap_long(1ull << 40, 1ull << 40, 3);
    check_swap_long(1ull << 40, 0, 3);
    return finish();
}
