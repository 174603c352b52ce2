// Groups of several warps and of several blocks wait for each other through words of Softwarp's headers, which are no
// races, nor read before they are written; what lies before the wait is in order with what lies behind it, and nothing else.
//
// RUN: %swcc --check -lineinfo -arch=sm_90 -std=c++17 %s -o %t
// RUN: %softwarp check --tool racecheck %t ok 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %softwarp check --tool initcheck %t ok 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %softwarp check --tool racecheck %t 2>&1 | FileCheck %s
//
// OK-DAG: right
// OK-DAG: ERROR SUMMARY: 0 errors
// CHECK: Race on __shared__ memory
// CHECK-NEXT: at int sum_of_tile<64>(bool)
// CHECK: Race on __global__ memory
// CHECK-NEXT: at split(
// CHECK-NOT: shared memory, meetings
// CHECK: ERROR SUMMARY
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <utility>
namespace cg = cooperative_groups;

template <int SIZE> __device__ int sum_of_tile(bool is_right)
{
    __shared__ cg::block_tile_memory<512> memory;
    __shared__ int values[512];
    auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block(memory));
    int t = threadIdx.x, first = t / SIZE * SIZE;
    for (int i = 0; i < 3; i++) {
        values[t] = t + i;
        if (is_right || i == 0) tile.sync();
        int other = values[first + (t - first + 40) % SIZE];
        tile.sync();
        if (other != first + (t - first + 40) % SIZE + i && is_right) return -1;
    }
    return cg::exclusive_scan(tile, 1, cg::plus<int>());
}

__global__ void tiles(int *wrong, bool is_right)
{
    int t = threadIdx.x;
    bool fails = sum_of_tile<64>(is_right) != t % 64 || sum_of_tile<128>(true) != t % 128 ||
                 sum_of_tile<256>(true) != t % 256 || sum_of_tile<512>(true) != t;
    if (fails) atomicAdd(wrong, 1);
}

__global__ void split(int *data, int *wrong, bool is_right)
{
    auto grid = cg::this_grid();
    int me = grid.thread_rank(), n = grid.num_threads();
    for (int i = 0; i < 3; i++) {
        data[me] = me + i;
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));
        if (data[n - 1 - me] != n - 1 - me + i) atomicAdd(wrong, 1);
        if (is_right) grid.sync();
    }
}

int main(int argc, char **)
{
    int *data, *wrong;
    bool is_right = argc > 1;
    cudaMallocManaged(&data, 1024);
    cudaMallocManaged(&wrong, 4);
    *wrong = 0;
    tiles<<<1, 512>>>(wrong, is_right);
    void *args[] = {&data, &wrong, &is_right};
    cudaLaunchCooperativeKernel((void *)split, 4, 32, args, 0, 0);
    cudaDeviceSynchronize();
    puts(*wrong ? "wrong" : "right");
}
