// NO-GPU: two devices, and a function that CUDA 13 has removed
// ENV: SOFTWARP_DEVICES=3
// A cooperative launch on several devices: its grids wait for each other, know each other, and start together; what is
// refused.
#include "../conformance.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { DEVICES = 3, TURNS = 5, BLOCKS = 4, THREADS = 40 };

__global__ void meet(int *counts, int *wrong, int *ranks)
{
    cg::multi_grid_group all = cg::this_multi_grid();
    int members = DEVICES * BLOCKS * THREADS;
    if (!all.is_valid() || all.num_grids() != DEVICES || (int)all.size() != members) atomicAdd(wrong, 1);
    ranks[all.thread_rank()] = all.grid_rank() * BLOCKS * THREADS + cg::this_grid().thread_rank();
    for (int turn = 0; turn < TURNS; turn++) {
        atomicAdd_system(&counts[turn], 1);
        all.sync();
        if (*(volatile int *)&counts[turn] != members) atomicAdd(wrong, 1);
    }
}

__global__ void alone(int *valid) { *valid = cg::this_multi_grid().is_valid(); }

int main()
{
    int *counts, *wrong, *ranks, *after;
    CHECK(cudaMallocManaged(&counts, TURNS * sizeof(int)));
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    CHECK(cudaMallocManaged(&after, sizeof(int)));
    CHECK(cudaMallocManaged(&ranks, DEVICES * BLOCKS * THREADS * sizeof(int)));
    memset(counts, 0, TURNS * sizeof(int));
    *wrong = *after = 0;
    void *args[] = {&counts, &wrong, &ranks};
    cudaLaunchParams list[DEVICES];
    for (int i = 0; i < DEVICES; i++) {
        CHECK(cudaSetDevice(i));
        list[i] = {(void *)meet, dim3(BLOCKS), dim3(THREADS), args, 0, 0};
        CHECK(cudaStreamCreate(&list[i].stream));
    }
    CHECK(cudaSetDevice(1));
    CHECK(cudaLaunchCooperativeKernelMultiDevice(list, DEVICES));
    int device;
    CHECK(cudaGetDevice(&device));
    EXPECT_EQ(device, 1);
    for (int i = 0; i < DEVICES; i++) CHECK(cudaStreamSynchronize(list[i].stream));
    EXPECT_EQ(*wrong, 0);
    EXPECT_EQ(counts[TURNS - 1], DEVICES * BLOCKS * THREADS);
    for (int i = 0; i < DEVICES * BLOCKS * THREADS; i++) EXPECT_EQ(ranks[i], i);
    alone<<<1, 1>>>(after);
    CHECK_LAUNCH();
    EXPECT_EQ(*after, 0);

    cudaLaunchParams bad[DEVICES] = {list[0], list[1], list[2]};
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(nullptr, 2), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(list, 0), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(list, DEVICES + 1), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(list, DEVICES, 4), cudaErrorInvalidValue);
    bad[1].gridDim = dim3(BLOCKS + 1);
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(bad, DEVICES), cudaErrorInvalidValue);
    bad[1] = list[0];
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(bad, DEVICES), cudaErrorInvalidValue);
    for (auto &one : bad) one = list[0], one.gridDim = dim3(1 << 20);
    bad[1].stream = list[1].stream, bad[2].stream = list[2].stream;
    EXPECT_ERROR(cudaLaunchCooperativeKernelMultiDevice(bad, DEVICES), cudaErrorCooperativeLaunchTooLarge);
    return finish();
}
