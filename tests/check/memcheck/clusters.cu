// Shared memory of a cluster's other blocks: what belongs to them and what does not, and blocks that have ended.
// RUN: %swcc --check -arch=sm_90 -I%S/.. %s -o %t
// RUN: %softwarp check --tool memcheck,initcheck,synccheck %t right 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=Invalid %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck %s
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern __shared__ int dynamic[];

// CHECK: Invalid __shared__ read of size 4 bytes
// CHECK: 128 bytes from the start of the block's 128 bytes of dynamic shared memory
// CHECK: The shared memory is that of block (0,0,0) of the same cluster
// CHECK: Invalid __shared__ write of size 4 bytes
// CHECK-NEXT: at beyond(int
// CHECK: Address is 132 bytes from the start of the 128-byte variable box
// CHECK: The shared memory is that of block (1,0,0) of the same cluster
__global__ void __cluster_dims__(2) beyond(int *out, int ahead)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank(), other = rank ^ 1;
    box[t] = dynamic[t] = t;
    cluster.sync();
    if (rank == 0)
        cluster.map_shared_rank(box, other)[t + (t == 31 ? 2 * ahead : 0)] = 5;
    out[t] = cluster.map_shared_rank(dynamic, other)[t + (t == 31 && rank == 1 ? ahead : 0)];
    cluster.sync();
}

// CHECK: Invalid __shared__ write of size 4 bytes
// CHECK-NEXT: at ended(int
// CHECK: variable box
// CHECK: The shared memory is that of block ({{[13]}},0,0) of the same cluster, which has ended
// CHECK: Invalid __shared__ atomic of size 4 bytes
// CHECK: which has ended
__global__ void __cluster_dims__(2) ended(int *out, bool wrong)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    box[threadIdx.x] = 1;
    cluster.sync();
    if (wrong && cluster.block_rank() == 1)
        return;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        *cluster.map_shared_rank(&box[threadIdx.x], 1) = 3;
        atomicAdd(cluster.map_shared_rank(&box[0], 1), 3);
    }
    cluster.sync();
    out[threadIdx.x] = box[threadIdx.x];
}

int main(int argc, char **argv)
{
    int *out;
    bool wrong = is_wrong(argc, argv);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(out, 0, 32 * sizeof(int));
    beyond<<<4, 32, 32 * sizeof(int)>>>(out, wrong);
    ended<<<4, 32>>>(out, wrong);
    return finish();
}
// RIGHT: ERROR SUMMARY: 0 errors
