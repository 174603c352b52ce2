// Barriers at which threads arrive and wait apart: what is done before arriving is behind nobody's wait, what is done
// between the two steps may be; whether a thread waits before the barrier opens or behind that is all one.
// RUN: %swcc --check -arch=sm_90 -I%S/.. %s -o %t
// RUN: for i in 0 1; do %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: for i in 0 1; do %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
#include "check.h"
#include <cooperative_groups.h>
#include <utility>

__global__ void cluster(int *out, bool wrong)
{
    __shared__ int values[64];
    if (!wrong)
        values[threadIdx.x] = threadIdx.x;
    __cluster_barrier_arrive();
    if (wrong)
        values[threadIdx.x] = threadIdx.x;
    __cluster_barrier_wait();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

__global__ void block(int *out, bool wrong)
{
    __shared__ int values[64];
    auto all = cooperative_groups::this_thread_block();
    for (int i = 0; i < 3; i++) {
        values[threadIdx.x] = threadIdx.x + i;
        auto token = all.barrier_arrive();
        out[threadIdx.x] = i;
        if (threadIdx.x < 8)
            __nanosleep(10);
        all.barrier_wait(std::move(token));
        out[threadIdx.x] += values[63 - threadIdx.x];
        if (!wrong)
            all.sync();
    }
}

int main(int argc, char **argv)
{
    int *out;
    bool wrong = is_wrong(argc, argv);
    cudaMalloc(&out, 64 * sizeof(int));
    if (argc > 2 && atoi(argv[2]))
        block<<<1, 64>>>(out, wrong);
    else
        cluster<<<1, 64>>>(out, wrong);
    return finish();
}
// RIGHT: ERROR SUMMARY: 0 errors
// RIGHT: ERROR SUMMARY: 0 errors
// CHECK: Race on __shared__ memory
// CHECK: cluster(int
// CHECK: Race on __shared__ memory
// CHECK: block(int
