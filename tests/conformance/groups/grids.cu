// Cooperative launches: grids that wait for all their blocks, in every turn of a loop, with as many blocks as occupancy
// allows, in blocks of several shapes; the ways to launch them, and what is refused.
#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <utility>

namespace cg = cooperative_groups;

/* Each block adds what its neighbour had in the turn before: wrong when one is ahead of another. */
__global__ void ring(int *now, int *next, int turns, int *wrong)
{
    cg::grid_group grid = cg::this_grid();
    int block = grid.block_rank(), blocks = grid.num_blocks();
    bool is_first = cg::this_thread_block().thread_rank() == 0;
    if (!grid.is_valid()) atomicAdd(wrong, 1);
    for (int turn = 0; turn < turns; turn++) {
        if (is_first) next[block] = now[block] + now[(block + 1) % blocks] % 1000;
        grid.sync();
        int *swapped = now;
        now = next, next = swapped;
    }
}

static void check_ring(dim3 grid, dim3 block, int turns)
{
    int blocks = grid.x * grid.y * grid.z;
    std::vector<int> now(blocks), next(blocks);
    for (int i = 0; i < blocks; i++) now[i] = i * 31 % 17;
    DeviceArray<int> a(now), b(blocks), wrong(1);
    int *pa = a, *pb = b, *pwrong = wrong;
    void *args[] = {&pa, &pb, &turns, &pwrong};
    CHECK(cudaLaunchCooperativeKernel(ring, grid, block, args));
    CHECK_LAUNCH();
    for (int turn = 0; turn < turns; turn++, std::swap(now, next))
        for (int i = 0; i < blocks; i++) next[i] = now[i] + now[(i + 1) % blocks] % 1000;
    std::vector<int> got = (turns % 2 ? b : a).host();
    for (int i = 0; i < blocks; i++) EXPECT_EQ(got[i], now[i]);
    EXPECT_EQ(wrong.host()[0], 0);
    if (block.x < 256) print_row("ring", got.data(), blocks); /* how many such blocks there are depends on the device */
}

/* The grid's barrier in two steps. */
__global__ void in_two_steps(int *counts, int turns, int *wrong)
{
    cg::grid_group grid = cg::this_grid();
    for (int turn = 0; turn < turns; turn++) {
        atomicAdd(&counts[turn], 1);
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));
        if (*(volatile int *)&counts[turn] != (int)grid.num_threads()) atomicAdd(wrong, 1);
    }
}

/* Some threads leave before the others wait. */
__global__ void with_exits(int *sum)
{
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x >= 70) return;
    atomicAdd(&sum[0], 1);
    grid.sync();
    if (grid.thread_rank() == 0) sum[1] = sum[0];
}

__global__ void plain(int *valid) { valid[blockIdx.x] = cg::this_grid().is_valid(); }

static void launch_ways()
{
    DeviceArray<int> counts(8), wrong(1), valid(2), sum(2);
    int *pcounts = counts, *pwrong = wrong, *pvalid = valid, *psum = sum, turns = 8;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2, 2);
    config.blockDim = dim3(16, 5);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, in_two_steps, pcounts, turns, pwrong));
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.host()[0], 0);
    EXPECT_EQ(counts.host()[7], 320);
    plain<<<2, 1>>>(pvalid);
    CHECK_LAUNCH();
#ifdef __SOFTWARP__ /* an H200 says yes, and hangs at sync() */
    EXPECT_EQ(valid.host()[1], 0);
#endif
    void *args[] = {&pvalid};
    CHECK(cudaLaunchCooperativeKernel((const void *)plain, dim3(2), dim3(1), args, 0, 0));
    CHECK_LAUNCH();
    EXPECT_EQ(valid.host()[1], 1);
    void *exits[] = {&psum};
    CHECK(cudaLaunchCooperativeKernel((void *)with_exits, dim3(3), dim3(100), exits, 0, 0));
    CHECK_LAUNCH();
    EXPECT_EQ(sum.host()[1], 210);
}

static void too_large()
{
    int processors, each, supported;
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    EXPECT_EQ(supported, 1);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, ring, 256, 0));
    check_ring(dim3(processors * each), dim3(256), 3);
    DeviceArray<int> a(1);
    int *p = a, turns = 0;
    void *args[] = {&p, &p, &turns, &p};
    EXPECT_ERROR(cudaLaunchCooperativeKernel(ring, dim3(processors * each + 1), dim3(256), args),
                 cudaErrorCooperativeLaunchTooLarge);
}

int main()
{
    check_ring(dim3(1), dim3(32), 5);
    check_ring(dim3(7), dim3(64), 20);
    check_ring(dim3(3, 2, 2), dim3(9, 5), 11);
    check_ring(dim3(16), dim3(1), 6);
    launch_ways();
    too_large();
    return finish();
}
