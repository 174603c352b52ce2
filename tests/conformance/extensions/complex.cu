/* softwarp::atomic_add on complex numbers: each component is added at one stroke and has its own old value. */
#include "../check.h"
#include "../rows.h"
#include <algorithm>
#include <cuComplex.h>
#include <softwarp/atomics.cuh>
#include <vector>

#define BLOCKS 4
#define THREADS 77
#define COUNT (BLOCKS * THREADS)
#define CELLS 3

template <class T, softwarp::scope S>
__global__ void add(T *cells, const T *values, T *olds, bool alone, bool shared) {
    __shared__ T copy[CELLS];
    T *mine = cells + (alone ? CELLS * blockIdx.x : 0), *at = shared ? copy : mine;
    int k = blockIdx.x * THREADS + threadIdx.x;
    if (shared && threadIdx.x < CELLS) copy[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    olds[k] = softwarp::atomic_add<S>(at + threadIdx.x % CELLS, values[k]);
    __syncthreads();
    if (shared && threadIdx.x < CELLS) mine[threadIdx.x] = copy[threadIdx.x];
}

/* Values as powers of two and sums of whole numbers: exact in any order. */
template <class T, softwarp::scope S> void test(const char *label) {
    T *cells = managed<T>(BLOCKS * CELLS), *values = managed<T>(COUNT), *olds = managed<T>(COUNT);
    row_digest digest;
    for (int shared = 0; shared < 2; shared++) {
        bool alone = shared || S == softwarp::scope::block;
        for (int i = 0; i < BLOCKS * CELLS; i++) cells[i] = T{1, -1};
        for (int k = 0; k < COUNT; k++) values[k] = T{1, (decltype(T::y))(k % 5 - 2)};
        add<T, S><<<BLOCKS, THREADS>>>(cells, values, olds, alone, shared);
        FINISH();
        for (int i = 0; i < (alone ? BLOCKS * CELLS : CELLS); i++) {
            std::vector<double> x{cells[i].x}, left{cells[i].y}, came{-1};
            double sum = -1;
            for (int k = 0; k < COUNT; k++) {
                if (k % THREADS % CELLS != i % CELLS || (alone && k / THREADS != i / CELLS)) continue;
                x.push_back(olds[k].x);
                left.push_back(olds[k].y);
                came.push_back(olds[k].y + values[k].y);
                sum += values[k].y;
            }
            std::sort(x.begin(), x.end());
            std::sort(left.begin(), left.end());
            std::sort(came.begin(), came.end());
            for (size_t n = 0; n < x.size(); n++) CHECK_AT(n, 1.0 + (double)n, x[n]);
            for (size_t n = 0; n < left.size(); n++) CHECK_AT(n, came[n], left[n]);
            CHECK_AT(i, sum, (double)cells[i].y);
            row_add(digest, cells[i].x);
            row_add(digest, cells[i].y);
        }
    }
    std::printf("%s: %016llx\n", label, digest.state);
}

static_assert(std::is_same<cuComplex, float2>::value && std::is_same<cuDoubleComplex, double2>::value, "");

int main() {
#define ROW(T, S) test<T, softwarp::scope::S>("softwarp::atomic_add<softwarp::scope::" #S ">(" #T " *, " #T ")");
#define EXT_COMPLEX(T, arch) ROW(T, block) ROW(T, device) ROW(T, system)
#include <softwarp/atomics_extensions.def>
    return check_result();
}
