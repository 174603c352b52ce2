/* softwarp::atomic_count: every lane gets a number of its own, and none is left out; with all lanes, with some, lanes
 * of one warp on different counters, in loops that lanes leave at different times. */
#include "../check.h"
#include "../rows.h"
#include <algorithm>
#include <softwarp/atomics.cuh>
#include <vector>

#define BLOCKS 5
#define THREADS 83
#define COUNT (BLOCKS * THREADS)
#define COUNTERS 4
#define MOST 3 /* numbers for a thread */

enum { ALL, SOME, MANY, LOOP, WAYS };

/* Which counter a thread's i-th number is from; -1: it takes none. */
static __host__ __device__ int counter_of(int way, int t, int i) {
    switch (way) {
    case ALL: return i ? -1 : 0;
    case SOME: return !i && (t % 3 == 1 || t > 60) ? 1 : -1;
    case MANY: return i ? -1 : t * 5 % COUNTERS;
    default: return i < t % MOST + 1 ? i : -1;
    }
}

template <class T, softwarp::scope S> __global__ void take(int way, T *counters, T *numbers, bool alone, bool shared) {
    __shared__ T copy[COUNTERS];
    T *mine = counters + (alone ? COUNTERS * blockIdx.x : 0), *at = shared ? copy : mine;
    int t = threadIdx.x, k = blockIdx.x * THREADS + t;
    T *result = numbers + MOST * k;
    if (shared && t < COUNTERS) copy[t] = mine[t];
    __syncthreads();
    if (way == ALL)
        *result = softwarp::atomic_count<S>(at);
    else
        for (int i = 0, c; (c = counter_of(way, t, i)) >= 0; i++) result[i] = softwarp::atomic_count<S>(at + c);
    __syncthreads();
    if (shared && t < COUNTERS) mine[t] = copy[t];
}

template <class T, softwarp::scope S> void test(const char *label) {
    T *counters = managed<T>(BLOCKS * COUNTERS), *numbers = managed<T>(COUNT * MOST);
    std::vector<T> said;
    for (int way = 0; way < 2 * WAYS; way++) {
        bool shared = way % 2, alone = shared || S == softwarp::scope::block;
        for (int i = 0; i < BLOCKS * COUNTERS; i++) counters[i] = (T)(100 * i);
        for (int i = 0; i < COUNT * MOST; i++) numbers[i] = 7777;
        take<T, S><<<BLOCKS, THREADS>>>(way / 2, counters, numbers, alone, shared);
        FINISH();
        for (int c = 0; c < (alone ? BLOCKS * COUNTERS : COUNTERS); c++) {
            std::vector<T> taken;
            for (int k = 0; k < COUNT * MOST; k++) {
                int from = counter_of(way / 2, k / MOST % THREADS, k % MOST);
                if (from < 0) CHECK_AT(k, (T)7777, numbers[k]);
                if (from == c % COUNTERS && (!alone || k / MOST / THREADS == c / COUNTERS)) taken.push_back(numbers[k]);
            }
            std::sort(taken.begin(), taken.end());
            for (size_t n = 0; n < taken.size(); n++) CHECK_AT(n, (T)(100 * c) + (T)n, taken[n]);
            CHECK_AT(c, (T)(100 * c) + (T)taken.size(), counters[c]);
            said.push_back(counters[c]);
        }
    }
    print_row(label, said.data(), said.size());
}

int main() {
#define ROW(T, S) test<T, softwarp::scope::S>("softwarp::atomic_count<softwarp::scope::" #S ">(" #T " *)");
#define EXT_COUNT(T, arch) ROW(T, block) ROW(T, device) ROW(T, system)
#include <softwarp/atomics_extensions.def>
    return check_result();
}
