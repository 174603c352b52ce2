// The groups that are there by themselves: block, cluster of one block, grid; thread_group made of them; what they say of
// ranks, sizes and dimensions, in blocks and grids of three dimensions; a block's barrier in two steps.
#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <utility>

namespace cg = cooperative_groups;

enum { NUMBERS = 40 };

__device__ long long folded(dim3 d) { return d.x + 1000ll * d.y + 1000000ll * d.z; }

__global__ void ask(long long *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::cluster_group cluster = cg::this_cluster();
    cg::grid_group grid = cg::this_grid();
    cg::thread_group any_block = block, any_tile = cg::tiled_partition(block, 16);
    long long *at = out + grid.thread_rank() * NUMBERS;
    const long long answers[] = {
        block.thread_rank(), block.size(), block.num_threads(), folded(block.group_index()), folded(block.thread_index()),
        folded(block.group_dim()), folded(block.dim_threads()),
        cluster.thread_rank(), cluster.size(), cluster.num_threads(), cluster.block_rank(), cluster.num_blocks(),
        folded(cluster.block_index()), folded(cluster.dim_blocks()), folded(cluster.dim_threads()),
        (long long)grid.thread_rank(), (long long)grid.size(), (long long)grid.num_threads(), (long long)grid.block_rank(),
        (long long)grid.num_blocks(), folded(grid.group_dim()), folded(grid.dim_blocks()), folded(grid.block_index()),
        (long long)grid.num_clusters(), (long long)grid.cluster_rank(), folded(grid.dim_clusters()),
        (long long)any_block.size(), (long long)any_block.thread_rank(), (long long)any_tile.size(), (long long)any_tile.thread_rank(),
        (long long)cg::thread_rank(block), (long long)cg::group_size(block),
    };
    for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++) at[i] = answers[i];
}

static long long fold(dim3 d) { return d.x + 1000ll * d.y + 1000000ll * d.z; }

static void check(dim3 grid, dim3 block)
{
    int threads = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z;
    DeviceArray<long long> out((size_t)threads * blocks * NUMBERS);
    ask<<<grid, block>>>(out);
    CHECK_LAUNCH();
    std::vector<long long> got = out.host();
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++) {
            dim3 at(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y);
            dim3 in(t % block.x, t / block.x % block.y, t / block.x / block.y);
            long long all = (long long)threads * blocks, rank = (long long)b * threads + t;
            int left = threads - t / 16 * 16, tile = left < 16 ? left : 16;
            const long long wanted[] = {t, threads, threads, fold(at), fold(in), fold(block), fold(block),
                                        t, threads, threads, 0, 1, 0, fold(dim3(1, 1, 1)), fold(block),
                                        rank, all, all, b, blocks, fold(grid), fold(grid), fold(at), blocks, b, fold(grid),
                                        threads, t, tile, t % 16, t, threads};
            for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
                if (got[rank * NUMBERS + i] != wanted[i])
                    report(__FILE__, __LINE__, "answer " + show(i) + " of thread " + show(rank) +
                           ": expected " + show(wanted[i]) + ", got " + show(got[rank * NUMBERS + i]));
        }
    print_row("answers", got.data(), got.size());
}

/* Between the steps a thread does something else; only the second waits. */
__global__ void in_two_steps(int *out, int turns)
{
    __shared__ int values[2][100], flag;
    cg::thread_block block = cg::this_thread_block();
    int thread = block.thread_rank(), n = block.size(), sum = 0;
    for (int turn = 0; turn < turns; turn++) {
        values[turn & 1][thread] = thread * turn;
        auto token = block.barrier_arrive();
        sum += 3;
        block.barrier_wait(std::move(token));
        sum += values[turn & 1][(thread + 41) % n];
    }
#ifdef __SOFTWARP__
    /* One goes on and lets the other past its own loop, although it waits for it only then. (An H200 counts whole warps
     * at the second step: this does not end there.) */
    if (thread == 0) flag = 0;
    block.sync();
    auto token = block.barrier_arrive();
    if (thread >= 64) {
        block.barrier_wait(std::move(token));
        *(volatile int *)&flag = 1;
    } else {
        while (thread == 0 && !*(volatile int *)&flag) {}
        block.barrier_wait(std::move(token));
    }
#else
    (void)flag;
#endif
    out[thread] = sum;
}

int main()
{
    check(dim3(3), dim3(70));
    check(dim3(2, 3, 2), dim3(5, 3, 2));
    check(dim3(1, 2), dim3(32, 4));
    DeviceArray<int> out(100);
    in_two_steps<<<1, 100>>>(out, 9);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 100; i++) EXPECT_EQ(got[i], 27 + 36 * ((i + 41) % 100));
    print_row("barrier_arrive, barrier_wait", got.data(), 100);
    return finish();
}
