// What stops a block of a cluster stops the launch, and the device works again behind a reset. Where nobody of a cluster can go on
// it is told where the threads of all its blocks stand.
// RUN: %swcc -arch=sm_90 %s -o %t
// RUN: %run %t 1 2>&1 | FileCheck %s --check-prefix=ACCESS
// RUN: %run %t 2 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %run %t 3 2>&1 | FileCheck %s --check-prefix=STUCK
// RUN: %run %t 4 2>&1 | FileCheck %s --check-prefix=TWICE
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4) faulty(int *out, int how)
{
    __shared__ int box[64];
    cg::cluster_group cluster = cg::this_cluster();
    const int rank = cluster.block_rank();
    box[threadIdx.x] = 1;
    if (how == 1 && rank == 1)
        *(volatile int *)nullptr = 1;
    if (how == 2 && rank == 2)
        assert(threadIdx.x != 3);
    if (how == 3 && rank == 3)
        return;
    if (how == 3 && rank == 1 && threadIdx.x < 32)
        __syncthreads();
    cluster.sync();
    if (how == 4)
        cluster.barrier_arrive(), cluster.barrier_arrive();
    atomicAdd(cluster.map_shared_rank(box, (rank + 1) % 4), 1);
    cluster.sync();
    out[blockIdx.x] = box[0];
}

int main(int, char **argv)
{
    int *out, how = atoi(argv[1]);
    cudaMallocManaged(&out, 4096);
    faulty<<<40, 64>>>(out, how);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    cudaDeviceReset();
    cudaMallocManaged(&out, 4096);
    faulty<<<40, 64>>>(out, 0);
    // ACCESS: Invalid access to 0x0 in kernel faulty(int*, int), block ({{[0-9]+}},0,0)
    // ACCESS: cudaErrorIllegalAddress
    // ACCESS-NEXT: cudaSuccess 65
    // ASSERT: block: [{{[0-9]+}},0,0], thread: [3,0,0] Assertion
    // ASSERT: cudaErrorAssert
    // ASSERT-NEXT: cudaSuccess 65
    // STUCK: Barrier that can never complete in kernel faulty(int*, int)
    // STUCK: threads 0 to 63 wait at the cluster's barrier
    // STUCK: and in block ({{[0-9]+}},0,0) of the cluster
    // STUCK: threads 0 to 31 wait at barrier 0
    // STUCK-NEXT: threads 32 to 63 wait at the cluster's barrier
    // STUCK: of the cluster, which has ended
    // STUCK: cudaErrorLaunchFailure
    // STUCK-NEXT: cudaSuccess 65
    // TWICE: a thread arrives at a barrier again before it has waited there
    // TWICE: cudaErrorLaunchFailure
    error = cudaDeviceSynchronize();
    printf("%s %d\n", cudaGetErrorName(error), out[39]);
    return 0;
}
