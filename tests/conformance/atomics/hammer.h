/* Many threads on few cells: rows of softwarp/atomics/atomics.def in every scope, hammered by all workers, and in
 * system scope by threads of the host as well, to an end that only atomicity can give:
 *
 *   add, sub, min, max, inc, dec   what the operations come to one after the other, in whatever order
 *   exch                           what was put in is found by somebody, or left
 *   cas                            a counter made of it
 *   and, or, xor                   a bit of its own for each of 30 threads, which must be found as it was left
 *
 * A program says which rows it takes (ROW_<code>), and includes this. All rows together: over 10^8 operations. */
#ifndef HAMMER_H
#define HAMMER_H

#include "../check.h"
#include <thread>
#include <vector>

typedef unsigned long long ull;
enum { BLOCK, DEVICE, SYSTEM, SCOPES };
static const char *const scope_names[] = {"block", "device", "system"};
#define BLOCKS 48
#define THREADS 160
#define TURNS 120
#define OWNERS 30      /* of a cell of bits on the device; the host has two more */
#define BLOCK_CELLS 8
#define HOST_THREADS 2
#define HOST_TURNS 3000

#ifndef __SOFTWARP__ /* nvcc has this type in device scope only */
#define SHORT_CAS(name)                                                                                       \
    static __device__ unsigned short name(unsigned short *address, unsigned short compare, unsigned short value) { \
        return atomicCAS(address, compare, value);                                                            \
    }
SHORT_CAS(atomicCAS_block)
SHORT_CAS(atomicCAS_system)
#endif

enum kind { ORDERLESS, EXCHANGE, COUNTER, BITS };
enum { KIND_add, KIND_sub = KIND_add, KIND_min = KIND_add, KIND_max = KIND_add, KIND_inc = KIND_add, KIND_dec = KIND_add,
       KIND_exch = EXCHANGE, KIND_cas = COUNTER, KIND_and = BITS, KIND_or = BITS, KIND_xor = BITS };

template <typename T> T ref_add(T old, T value) { return old + value; }
template <typename T> T ref_sub(T old, T value) { return old - value; }
template <typename T> T ref_min(T old, T value) { return old < value ? old : value; }
template <typename T> T ref_max(T old, T value) { return old > value ? old : value; }
template <typename T> T ref_inc(T old, T value) { return old >= value ? 0 : old + 1; }
template <typename T> T ref_dec(T old, T value) { return old == 0 || old > value ? value : old - 1; }
template <typename T> T ref_exch(T, T value) { return value; }
template <typename T> T ref_and(T old, T value) { return old ^ value; } /* of the host: its bit */
template <typename T> T ref_or(T old, T value) { return old ^ value; }
template <typename T> T ref_xor(T old, T value) { return old ^ value; }
template <typename T> T ref_cas(T old, T) { return old + 1; }

/* inc and dec have one limit for all; minima and maxima spread. */
template <typename Row, typename T> __host__ __device__ T value_of(unsigned who, int turn) {
    return Row::is_limit ? (T)1000 : (T)((who * 31 + turn * 17) % 101);
}

/* What went wrong, and the sum of what exchanges have found. */
struct witness {
    ull wrong, found;
};

struct place {
    unsigned cell, bit;
};
template <typename Row> __host__ __device__ place place_of(unsigned block, unsigned thread, int scope) {
    unsigned index = scope == BLOCK ? thread : block * THREADS + thread;
    unsigned threads = scope == BLOCK ? THREADS : BLOCKS * THREADS;
    unsigned cells = (int)Row::kind == BITS ? (threads + OWNERS - 1) / OWNERS : BLOCK_CELLS;
    return {(scope == BLOCK ? block * BLOCK_CELLS : 0) + index % cells, index / cells};
}

template <typename Row, typename T> __device__ void step(std::integral_constant<int, ORDERLESS>, int scope, T *cell,
                                                         unsigned, T value, int, witness &) {
    Row::call(scope, cell, value);
}
template <typename Row, typename T> __device__ void step(std::integral_constant<int, EXCHANGE>, int scope, T *cell,
                                                         unsigned, T value, int, witness &w) {
    w.found += (ull)Row::call(scope, cell, value);
}
template <typename Row, typename T> __device__ void step(std::integral_constant<int, COUNTER>, int scope, T *cell,
                                                         unsigned, T, int, witness &) {
    T old = *(volatile T *)cell, assumed;
    do {
        assumed = old;
        old = Row::swap(scope, cell, assumed, (T)(assumed + 1));
    } while (old != assumed);
}
/* or sets what xor takes back, xor sets what and takes back, xor does both. */
template <typename Row, typename T> __device__ void step(std::integral_constant<int, BITS>, int scope, T *cell,
                                                         unsigned bit, T, int turn, witness &w) {
    T mine = (T)1 << bit;
    bool sets = turn % 2 == 0, is_row = Row::sets == 2 || Row::sets == (int)sets;
    T old = is_row ? Row::call(scope, cell, Row::sets == 0 ? (T)~mine : mine) : atomicXor(cell, mine);
    w.wrong += ((old & mine) != 0) == sets;
}

template <typename Row, typename T> __global__ void hammer(T *cells, witness *all, int scope) {
    place at = place_of<Row>(blockIdx.x, threadIdx.x, scope);
    unsigned who = blockIdx.x * THREADS + threadIdx.x;
    witness w = {0, 0};
    for (int turn = 0; turn < TURNS; turn++)
        step<Row, T>(std::integral_constant<int, Row::kind>(), scope, cells + at.cell, at.bit, value_of<Row, T>(who, turn),
                     turn, w);
    atomicAdd(&all->wrong, w.wrong);
    atomicAdd(&all->found, w.found);
}

/* The host's part, on one cell of the device's: the same by compare and exchange. */
template <typename Row, typename T> void host_part(T *cell, unsigned number, ull *found) {
    T mine = (T)((ull)1 << (OWNERS + number)), old, wanted;
    for (int turn = 0; turn < HOST_TURNS; turn++) {
        T value = (int)Row::kind == BITS ? mine : value_of<Row, T>(BLOCKS * THREADS + number, turn);
        __atomic_load(cell, &old, __ATOMIC_RELAXED);
        do wanted = Row::ref(old, value);
        while (!__atomic_compare_exchange(cell, &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
        if ((int)Row::kind == EXCHANGE) __atomic_fetch_add(found, (ull)old, __ATOMIC_RELAXED);
    }
}

/* What the cells come to, one operation after the other; of exchanges the sum of what is put in. */
template <typename Row, typename T> ull model(std::vector<T> &cells, int scope) {
    ull given = 0;
    for (unsigned who = 0; who < BLOCKS * THREADS + HOST_THREADS; who++) {
        bool is_host = who >= BLOCKS * THREADS;
        if (is_host && scope != SYSTEM) break;
        unsigned cell = is_host ? 0 : place_of<Row>(who / THREADS, who % THREADS, scope).cell;
        for (int turn = 0; turn < (is_host ? HOST_TURNS : TURNS); turn++) {
            T value = value_of<Row, T>(who, turn);
            given += (ull)value;
            cells[cell] = Row::ref(cells[cell], value);
        }
    }
    return given;
}

template <typename Row, typename T> void run_row(const char *label) {
    const size_t count = BLOCKS * BLOCK_CELLS;
    for (int scope = 0; scope < SCOPES; scope++) {
        T *cells = managed<T>(count);
        witness *all = managed<witness>(1);
        std::vector<T> expected(count, (T)0);
        std::vector<std::thread> host;
        ull found = 0, left = 0, given = model<Row, T>(expected, scope);
        hammer<Row, T><<<BLOCKS, THREADS>>>(cells, all, scope);
        for (unsigned i = 0; i < HOST_THREADS && scope == SYSTEM; i++)
            host.emplace_back(host_part<Row, T>, cells, i, &found);
        for (std::thread &one : host) one.join();
        FINISH();
        found += all->found;
        CHECK_AT(scope, 0ull, all->wrong);
        for (size_t i = 0; i < count; i++) left += (ull)cells[i];
        if ((int)Row::kind == EXCHANGE) CHECK_AT(scope, given, found + left);
        for (size_t i = 0; i < count && (int)Row::kind != EXCHANGE; i++)
            CHECK_AT(i, (int)Row::kind == BITS ? (T)0 : expected[i], cells[i]);
        printf("%s, %s scope: %d operations, nothing lost\n", label, scope_names[scope],
               BLOCKS * THREADS * TURNS + (scope == SYSTEM ? HOST_THREADS * HOST_TURNS : 0));
        CUDA(cudaFree(cells));
        CUDA(cudaFree(all));
    }
}

#define SETS_and 0
#define SETS_or 1
#define SETS_xor 2
#define SETS_add 2
#define SETS_sub 2
#define SETS_exch 2
#define SETS_min 2
#define SETS_max 2
#define SETS_inc 2
#define SETS_dec 2
#define MEMBERS(op)                                                                                   \
    static constexpr int kind = KIND_##op, is_limit = #op[2] == 'c' && #op[3] == 0;             \
    static Type ref(Type old, Type value) { return ref_##op(old, value); }
#define TWO(Name, op, T, code)                                                                        \
    template <typename Type> struct row_##op##_##code {                                               \
        MEMBERS(op)                                                                                   \
        static constexpr int sets = SETS_##op;                                                        \
        static __device__ Type call(int scope, Type *p, Type v) {                                     \
            return scope == BLOCK    ? atomic##Name##_block(p, v)                                     \
                   : scope == DEVICE ? atomic##Name(p, v)                                             \
                                     : atomic##Name##_system(p, v);                                   \
        }                                                                                             \
    };
#define THREE(Name, op, T, code)                                                                      \
    template <typename Type> struct row_##op##_##code {                                               \
        MEMBERS(op)                                                                                   \
        static __device__ Type swap(int scope, Type *p, Type c, Type v) {                             \
            return scope == BLOCK    ? atomic##Name##_block(p, c, v)                                  \
                   : scope == DEVICE ? atomic##Name(p, c, v)                                          \
                                     : atomic##Name##_system(p, c, v);                                \
        }                                                                                             \
    };
#define RUN_TWO(Name, op, T, code) run_row<row_##op##_##code<T>, T>("atomic" #Name "(" #T " *, " #T ")");
#define RUN_THREE(Name, op, T, code) run_row<row_##op##_##code<T>, T>("atomic" #Name "(" #T " *, " #T ", " #T ")");

#include "run_rows.h"

#endif
