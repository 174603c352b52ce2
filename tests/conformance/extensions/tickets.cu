/* softwarp::last_block: exactly one block of a grid is told that it is the last, and sees what all threads of all
 * blocks have written with plain stores; the ticket serves again at once, without being reset. Grids and blocks of one
 * to three dimensions; several groups of blocks with a ticket each. */
#include "../check.h"
#include <softwarp/atomics.cuh>

__device__ int linear_block() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
__device__ int linear_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

/* Every thread writes; the last block of each group of `group` blocks adds up what its group has written. */
template <softwarp::scope S>
__global__ void sum_up(unsigned *tickets, int *parts, long long *sums, int *lasts, int group, int round) {
    int threads = blockDim.x * blockDim.y * blockDim.z, b = linear_block(), t = linear_thread(), g = b / group;
    bool last;
    parts[b * threads + t] = round * 1000 + b * threads + t;
    if (group == (int)(gridDim.x * gridDim.y * gridDim.z))
        last = softwarp::last_block<S>(tickets);
    else
        last = softwarp::last_block<S>(tickets + g, (unsigned)group);
    if (!last) return;
    long long sum = 0;
    for (int i = t; i < group * threads; i += threads) sum += parts[g * group * threads + i];
    atomicAdd((unsigned long long *)&sums[g], (unsigned long long)sum);
    if (t == 0) atomicAdd(&lasts[g], 1);
}

template <softwarp::scope S> void test(const char *label, dim3 grid, dim3 block, int group) {
    int blocks = (int)(grid.x * grid.y * grid.z), threads = (int)(block.x * block.y * block.z), groups = blocks / group;
    unsigned *tickets = managed<unsigned>((size_t)groups);
    int *parts = managed<int>((size_t)(blocks * threads)), *lasts = managed<int>((size_t)groups);
    long long *sums = managed<long long>((size_t)groups);
    std::printf("%s, %d blocks of %d threads in groups of %d:", label, blocks, threads, group);
    for (int round = 1; round <= 3; round++) {
        for (int g = 0; g < groups; g++) sums[g] = lasts[g] = 0;
        sum_up<S><<<grid, block>>>(tickets, parts, sums, lasts, group, round);
        FINISH();
        for (int g = 0; g < groups; g++) {
            long long n = (long long)group * threads, first = round * 1000 + g * n;
            CHECK_AT(g, 1, lasts[g]);
            CHECK_AT(g, first * n + n * (n - 1) / 2, sums[g]);
            CHECK_AT(g, 0u, tickets[g]);
            if (g == groups - 1) std::printf(" %lld", sums[g]);
        }
    }
    std::printf("\n");
}

template <softwarp::scope S> void test_shapes(const char *label) {
    test<S>(label, dim3(1), dim3(1), 1);
    test<S>(label, dim3(37), dim3(45), 37);
    test<S>(label, dim3(5, 4, 3), dim3(8, 4, 2), 60);
    test<S>(label, dim3(24), dim3(256), 4);
    test<S>(label, dim3(3, 7), dim3(16, 16), 21);
}

int main() {
#define ROW(S) test_shapes<softwarp::scope::S>("softwarp::last_block<softwarp::scope::" #S ">");
#define EXT_TICKET(arch) ROW(device) ROW(system)
#include <softwarp/atomics_extensions.def>
    return check_result();
}
