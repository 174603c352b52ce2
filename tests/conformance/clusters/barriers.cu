// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* The cluster's barrier: in one step and in two, aligned or not, relaxed; with threads, warps and blocks that exit before it,
 * beside barriers of the blocks, in loops, and the grid's in cooperative launches. */
// SWCC: -arch=sm_90
#include "clusters.h"

#include <utility>

enum { BLOCKS = 4, THREADS = 96, GRID = 12 };

/* Each turn every block reads what its neighbour wrote in the turn before. */
__global__ void in_turns(unsigned *out, int turns) {
    __shared__ unsigned value;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
    unsigned seen = 0;
    for (int turn = 0; turn < turns; turn++) {
        if (threadIdx.x == turn % blockDim.x) value = rank * 1000 + turn;
        cluster.sync();
        seen = seen * 31 + *cluster.map_shared_rank(&value, next);
        cluster.sync();
    }
    out[block_number() * blockDim.x + threadIdx.x] = seen;
}

static void check_turns(int threads, int turns) {
    unsigned *out = managed<unsigned>(GRID * threads);
    CUDA(launch(in_turns, GRID, threads, dim3(BLOCKS), 0, out, turns));
    FINISH();
    for (int b = 0; b < GRID; b++)
        for (int t = 0; t < threads; t++) {
            unsigned seen = 0;
            for (int turn = 0; turn < turns; turn++) seen = seen * 31 + (b % BLOCKS + 1) % BLOCKS * 1000 + turn;
            CHECK_AT(b * threads + t, seen, out[b * threads + t]);
        }
    CUDA(cudaFree(out));
}

/* Between the two steps a thread does what others do not wait for. */
__global__ void in_two_steps(unsigned *out) {
    __shared__ unsigned own[THREADS], sum[2];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x, blocks = cluster.num_blocks();
    own[t] = rank * THREADS + t;
    if (t < 2) sum[t] = 0;
    auto token = cluster.barrier_arrive();
    unsigned work = 0;
    for (unsigned i = 0; i <= t; i++) work += i;
    if (t % 32 == 0) __syncwarp(1u);
    cluster.barrier_wait(std::move(token));
    unsigned far = *cluster.map_shared_rank(&own[THREADS - 1 - t], (rank + 2) % blocks);
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    atomicAdd(cluster.map_shared_rank(&sum[t % 2], t % blocks), work);
    __syncthreads();
    if (rank % 2) {
        asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    } else {
        asm volatile("fence.acq_rel.cluster;\n\tbarrier.cluster.arrive.relaxed;" ::: "memory");
        asm volatile("barrier.cluster.wait;" ::: "memory");
    }
    out[block_number() * THREADS + t] = far * 100000 + sum[0] + 3 * sum[1];
    cluster.barrier_arrive(); /* and nobody waits */
}

static void check_two_steps() {
    unsigned *out = managed<unsigned>(GRID * THREADS), sum[BLOCKS][2] = {};
    CUDA(launch(in_two_steps, GRID, THREADS, dim3(BLOCKS), 0, out));
    FINISH();
    for (unsigned t = 0; t < THREADS; t++) sum[t % BLOCKS][t % 2] += BLOCKS * (t * (t + 1) / 2);
    for (unsigned b = 0; b < GRID; b++)
        for (unsigned t = 0; t < THREADS; t++) {
            const unsigned rank = b % BLOCKS, far = (rank + 2) % BLOCKS * THREADS + THREADS - 1 - t;
            CHECK_AT(b * THREADS + t, far * 100000 + sum[rank][0] + 3 * sum[rank][1], out[b * THREADS + t]);
        }
}

/* Threads that have exited count as arrived: single ones, warps, whole blocks, before the first barrier and behind it. */
__global__ void some_exit(unsigned *out, int how) {
    __shared__ unsigned arrived;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x;
    bool leaves = how == 0   ? t % 3 == rank % 3
                  : how == 1 ? t / 32 == rank % 3
                  : how == 2 ? rank == 1
                             : rank % 2 == 1 && t >= 5;
    if (t == 0) arrived = 0;
    if (how >= 2 && leaves) return;
    cluster.sync();
    if (leaves) return; /* its block's other threads and memory stay */
    atomicAdd(cluster.map_shared_rank(&arrived, 0), 1);
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(&arrived, 0), 1000);
    cluster.sync();
    if (rank == 0) out[block_number() / BLOCKS * THREADS + t] = arrived;
}

static void check_exits(int how) {
    unsigned *out = managed<unsigned>(GRID / BLOCKS * THREADS), there = 0;
    CUDA(launch(some_exit, GRID, THREADS, dim3(BLOCKS), 0, out, how));
    FINISH();
    for (unsigned rank = 0; rank < BLOCKS; rank++)
        for (unsigned t = 0; t < THREADS; t++)
            there += !(how == 0   ? t % 3 == rank % 3
                       : how == 1 ? t / 32 == rank % 3
                       : how == 2 ? rank == 1
                                  : rank % 2 == 1 && t >= 5);
    for (unsigned i = 0; i < GRID / BLOCKS * THREADS; i++) {
        const bool left = how == 0 ? i % THREADS % 3 == 0 : how == 1 ? i % THREADS / 32 == 0 : false;
        CHECK_AT(i, left ? 0 : there * 1001, out[i]);
    }
    CUDA(cudaFree(out));
}

/* A flag in another block's memory, polled there; a lock in the first block's. */
__global__ void flags(unsigned *out) {
    __shared__ volatile unsigned flag;
    __shared__ unsigned lock, guarded;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
    if (threadIdx.x == 0) flag = lock = guarded = 0;
    cluster.sync();
    if (threadIdx.x == 0) {
        for (unsigned round = 1; round <= 5; round++) { /* handed around */
            while (flag != (rank ? round : round - 1) && !(rank == 0 && round == 1)) {}
            __threadfence();
            volatile unsigned *next = cluster.map_shared_rank((unsigned *)&flag, (rank + 1) % blocks);
            *next = round;
        }
        unsigned *there = cluster.map_shared_rank(&lock, 0), *what = cluster.map_shared_rank(&guarded, 0);
        for (int i = 0; i < 10; i++) {
            while (atomicCAS(there, 0, 1)) {}
            __threadfence();
            *what = *what + 1;
            __threadfence();
            atomicExch(there, 0);
        }
    }
    cluster.sync();
    if (threadIdx.x == 0) out[block_number()] = flag * 1000 + *cluster.map_shared_rank(&guarded, 0);
    cluster.sync();
}

static void check_flags() {
    unsigned *out = managed<unsigned>(GRID);
    CUDA(launch(flags, GRID, THREADS, dim3(BLOCKS), 0, out));
    FINISH();
    for (int b = 0; b < GRID; b++) CHECK_AT(b, 5000u + BLOCKS * 10, out[b]);
}

/* Short, for blocks of a known size: what code for whole blocks is made of, which knows of no other block. */
__global__ void __cluster_dims__(2) in_pairs(unsigned *out) {
    __shared__ unsigned own[64];
    cg::cluster_group cluster = cg::this_cluster();
    own[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = *cluster.map_shared_rank(&own[63 - threadIdx.x], cluster.block_rank() ^ 1);
    cluster.sync();
}

static void check_pairs() {
    unsigned *out = managed<unsigned>(GRID * 64);
    in_pairs<<<GRID, 64>>>(out);
    FINISH();
    for (int b = 0; b < GRID; b++)
        for (int t = 0; t < 64; t++) CHECK_AT(b * 64 + t, (b ^ 1) * 1000u + 63 - t, out[b * 64 + t]);
}

/* A grid whose clusters meet, too. */
__global__ void __cluster_dims__(2) whole_grid(unsigned *sums, unsigned *out) {
    __shared__ unsigned own;
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) own = block_number() + 1;
    for (int turn = 0; turn < 3; turn++) {
        cluster.sync();
        if (threadIdx.x == 0) atomicAdd(&sums[turn], *cluster.map_shared_rank(&own, cluster.block_rank() ^ 1));
        grid.sync();
    }
    if (threadIdx.x == 0) out[block_number()] = sums[0] + sums[1] * 100 + sums[2] * 10000;
    cluster.sync();
}

static void check_grid() {
    enum { FEW = 4 };
    unsigned *sums = managed<unsigned>(3), *out = managed<unsigned>(FEW);
    void *args[] = {&sums, &out};
    CUDA(cudaLaunchCooperativeKernel((void *)whole_grid, FEW, 32, args, 0, nullptr));
    FINISH();
    for (int b = 0; b < FEW; b++) CHECK_AT(b, 10u * 10101, out[b]);
}

int main() {
    check_turns(96, 9);
    check_turns(33, 4);
    check_turns(1, 3);
    check_two_steps();
    for (int how = 0; how < 4; how++) check_exits(how);
    check_flags();
    check_pairs();
    check_grid();
    return check_result();
}
