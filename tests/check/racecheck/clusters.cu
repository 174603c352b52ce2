// Shared memory of a cluster's other blocks: the cluster's barrier orders, and so does an mbarrier of another block's; threads
// and blocks that have exited are behind it. Between clusters, and between the barrier's two steps, nothing is ordered.
// RUN: %swcc --check -arch=sm_90 -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// A block's neighbour reads what the block goes on to overwrite.
// CHECK: Race on __shared__ memory: two plain accesses
// CHECK: read at neighbours(int
// CHECK-NEXT: in block (1,0,0)
// CHECK: write at neighbours(int
// CHECK-NEXT: in block (0,0,0)
// CHECK: of the shared memory of block ({{[01]}},0,0), box
__global__ void __cluster_dims__(2) neighbours(int *out, bool wrong)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    for (int i = 0; i < 3; i++) {
        box[t] = rank + i;
        cluster.sync();
        out[blockIdx.x * 32 + t] = *cluster.map_shared_rank(&box[31 - t], rank ^ 1);
        if (!wrong)
            cluster.sync();
    }
    cluster.sync();
}

// What is written behind the arrival is behind nobody's wait.
// CHECK: Race on __shared__ memory
// CHECK: two_steps(int
__global__ void __cluster_dims__(2) two_steps(int *out, bool wrong)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, *there = cluster.map_shared_rank(&box[t], cluster.block_rank() ^ 1);
    if (!wrong)
        *there = t;
    cluster.barrier_arrive();
    if (wrong)
        *there = t;
    cluster.barrier_wait();
    out[blockIdx.x * 32 + t] = box[t];
    cluster.sync();
}

__device__ unsigned mapped(const void *p, unsigned rank)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank));
    return there;
}

// Who writes before he arrives at the other's mbarrier, and who does behind that.
// CHECK: Race on __shared__ memory
// CHECK: arrivals(int
__global__ void __cluster_dims__(2) arrivals(int *out, bool wrong)
{
    __shared__ int box[32];
    __shared__ unsigned long long barrier;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, other = cluster.block_rank() ^ 1;
    unsigned own = (unsigned)__cvta_generic_to_shared(&barrier), done = 0;
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(own) : "memory");
    cluster.sync();
    if (!wrong)
        *cluster.map_shared_rank(&box[t], other) = t;
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(&barrier, other)) : "memory");
    if (wrong)
        *cluster.map_shared_rank(&box[t], other) = t;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(own) : "memory");
    out[blockIdx.x * 32 + t] = box[t];
    cluster.sync();
}

// Threads that have exited: what they wrote before is behind the barrier that counts them. Nobody reads what others write then.
// CHECK: Race on __shared__ memory
// CHECK: exits(int
__global__ void __cluster_dims__(2) exits(int *out, bool wrong)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    cluster.sync();
    if (rank == 1 ? t < 16 : t >= 16 || wrong)
        *cluster.map_shared_rank(&box[t], 0) += 5;
    if (rank == 1 || t % 4 == 3)
        return;
    cluster.sync();
    out[blockIdx.x * 32 + t] = box[31 - t];
}

// Device memory, by two blocks of one cluster and by two clusters.
// CHECK: Race on __global__ memory
// CHECK: beyond(int
__global__ void __cluster_dims__(2) beyond(int *out, bool wrong)
{
    int rank = cg::this_cluster().block_rank(), which = wrong ? 0 : blockIdx.x / 2;
    if (rank == 0)
        out[which * 32 + threadIdx.x] = which;
    cg::this_cluster().sync();
    if (rank == 1)
        out[which * 32 + threadIdx.x]++;
}

int main(int argc, char **argv)
{
    int *out;
    bool wrong = is_wrong(argc, argv);
    void (*const kernels[])(int *, bool) = {neighbours, two_steps, arrivals, exits, beyond};
    cudaMalloc(&out, 4 * 32 * sizeof(int));
    int which = argc > 2 ? atoi(argv[2]) : 0;
    kernels[which]<<<4, 32>>>(out, wrong);
    return finish();
}
// RIGHT-COUNT-5: ERROR SUMMARY: 0 errors
