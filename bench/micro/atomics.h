/* The rows of atomics.def as functors, and what the kernels for shared and for global memory share.
 *
 * Contention is how many addresses the threads share: 1, 32 (each lane of a warp has its own), 1024, or one for each
 * thread. It is a template parameter, as it is a constant in real programs, so the compiler may see that all lanes
 * meet at one address.
 */
#ifndef BENCH_MICRO_ATOMICS_H
#define BENCH_MICRO_ATOMICS_H

#include "micro.h"

enum { THREADS = 256, BLOCKS = 64, ROUNDS = 16 };

/* Row number `n` of atomics.def; the number is the line's. */
template <int n> struct Atomic;

#define ATOMIC(title, type, statement)                              \
    template <>                                                     \
    struct Atomic<__LINE__> {                                       \
        typedef type T;                                             \
        static const char *name() { return title; }                 \
        static __device__ void run(T *p, int i, T &sum)             \
        {                                                           \
            (void)i, (void)sum;                                     \
            statement;                                              \
        }                                                           \
    };
#include "atomics.def"
#undef ATOMIC

template <int addresses> __device__ int address_of(int thread) {
    return addresses == 1 ? 0 : thread % addresses;
}

inline void answer_atomic(const char *section, const char *name, const char *contention, double time) {
    char what[80];

    snprintf(what, sizeof what, "%s, %s", name, contention);
    answer(section, what, time / (double(THREADS) * BLOCKS * ROUNDS), "ns per thread");
}

#endif
