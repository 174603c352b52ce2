// Places where threads wait: barriers made of memory, barriers in two steps, copies that are waited for, groups, the grid's.
// RUN: %swcc --check -std=c++17 %s -o %t
// RUN: %run %softwarp explore --model interleavings %t | FileCheck %s
// RUN: %softwarp explore --kernel-name warps %t | FileCheck --check-prefix=WARPS %s
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__device__ int A, B, N, tickets, serving, source[4];

// CHECK: kernel barrier(), 1 block x 2 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=5   B=5   allowed
__global__ void barrier()
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, 2);
    __syncthreads();
    if (threadIdx.x == 0) A = 5;
    bar.arrive_and_wait();
    if (threadIdx.x == 1) B = A;
}

// CHECK: kernel two_steps(), 1 block x 2 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=7   B=7   allowed
__global__ void two_steps()
{
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) A = 7;
    block.barrier_wait(block.barrier_arrive());
    if (threadIdx.x == 1) B = A;
}

// CHECK: kernel between_steps(), 1 block x 2 threads: not explored: something between the two steps of a barrier
__global__ void between_steps()
{
    auto block = cg::this_thread_block();
    auto arrived = block.barrier_arrive();
    if (threadIdx.x == 0) A = 7;
    block.barrier_wait(std::move(arrived));
}

// CHECK: kernel copy(), 1 block x 2 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: B=0   allowed
__global__ void copy()
{
    __shared__ int shared[4];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, shared, source, sizeof shared);
    cg::wait(block);
    if (threadIdx.x == 1) B = shared[2];
}

// CHECK: kernel tile(), 1 block x 2 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=16   allowed
__global__ void tile() { A = cg::reduce(cg::tiled_partition<2>(cg::this_thread_block()), A + 1, cg::plus<int>()); }

// CHECK: kernel grid(), 2 blocks x 1 thread: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=3   B=3   allowed
__global__ void grid()
{
    auto all = cg::this_grid();
    if (blockIdx.x == 0) A = 3;
    all.barrier_wait(all.barrier_arrive());
    if (blockIdx.x == 1) B = A;
}

// CHECK: kernel ticket(), 2 blocks x 1 thread: {{.*}}, 1 outcome, complete
// CHECK-NEXT: N=2   serving=2   tickets=2   allowed
__global__ void ticket()
{
    int mine = atomicAdd(&tickets, 1);
    while (atomicAdd(&serving, 0) != mine) __nanosleep(20);
    __threadfence();
    N = N + 1;
    __threadfence();
    atomicAdd(&serving, 1);
}

// Barriers with a count count whole warps: lanes that have exited count with theirs.
// CHECK: kernel whole_warps(), 1 block x 64 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=7   B=7   allowed
// WARPS: kernel whole_warps(), 1 block x 64 threads: {{.*}}, 1 outcome, complete
// WARPS-NEXT: A=7   B=7   allowed
__global__ void whole_warps()
{
    if (threadIdx.x == 3) {
        A = 7;
        asm volatile("barrier.arrive 1, 64;" ::: "memory");
    } else if (threadIdx.x >= 62) {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        if (threadIdx.x == 62) B = A;
    }
}

// CHECK: kernel too_few_warps(), 1 block x 33 threads: {{.*}}, 1 outcome, complete
// CHECK-NEXT: threads wait for ever
// WARPS: kernel too_few_warps(), 1 block x 33 threads: {{.*}}, 1 outcome, complete
// WARPS-NEXT: threads wait for ever
__global__ void too_few_warps()
{
    if (threadIdx.x == 32) asm volatile("barrier.sync 1, 64;" ::: "memory");
}

int main()
{
    barrier<<<1, 2>>>();
    two_steps<<<1, 2>>>();
    between_steps<<<1, 2>>>();
    copy<<<1, 2>>>();
    tile<<<1, 2>>>();
    cudaLaunchCooperativeKernel((void *)grid, 2, 1, nullptr, 0, 0);
    ticket<<<2, 1>>>();
    whole_warps<<<1, 64>>>();
    too_few_warps<<<1, 33>>>();
    return cudaDeviceSynchronize();
}
