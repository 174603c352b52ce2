/* How the limit program divides an array among OpenMP threads: in whole pieces, the last thread taking the rest. */
#ifndef BENCH_LIMIT_SHARE_H
#define BENCH_LIMIT_SHARE_H

#include "../common/bench.h"

#include <immintrin.h>
#include <omp.h>

struct share {
    size_t first, end;
};

/* The calling thread's share of n elements; every share but the last is a multiple of piece. */
static inline struct share my_share(size_t n, size_t piece) {
    size_t threads = omp_get_num_threads(), me = omp_get_thread_num();
    size_t each = (n / threads + piece - 1) / piece * piece;
    struct share share = {each * me, each * (me + 1)};

    if (share.first > n)
        share.first = n;
    if (share.end > n || me == threads - 1)
        share.end = n;
    return share;
}

#endif
