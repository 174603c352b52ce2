// Clusters of two blocks: their barrier, shared memory of the other block, and what cluster scope includes.
// RUN: %swcc --check -std=c++17 -arch=sm_90 %s -o %t
// RUN: %softwarp explore %t | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int A, B, C;

// CHECK: kernel exchange(), 4 blocks x 1 thread: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=1 B=2 C=12 allowed
__global__ void __cluster_dims__(2) exchange()
{
    __shared__ int box;
    cg::cluster_group cluster = cg::this_cluster();
    *cluster.map_shared_rank(&box, cluster.block_rank() ^ 1) = blockIdx.x + 1;
    cluster.sync();
    if (blockIdx.x == 1) A = box;
    if (blockIdx.x == 0) B = box;
    if (blockIdx.x == 3) C = box * 4;
}

// Without the barrier: who reads first.
// CHECK: kernel race(), 2 blocks x 1 thread: {{.*}}, 2 outcomes
// CHECK-DAG: A=0 {{.*}}allowed
// CHECK-DAG: A=5 {{.*}}allowed
__global__ void __cluster_dims__(2) race()
{
    __shared__ int box;
    cg::cluster_group cluster = cg::this_cluster();
    if (blockIdx.x == 0) atomicExch(cluster.map_shared_rank(&box, 1), 5);
    else A = atomicAdd(&box, 0);
}

// A message behind a fence in cluster scope: the block of the same cluster has it, that of another one perhaps not.
// CHECK: kernel message(), 4 blocks x 1 thread: {{.*}}, 2 outcomes, complete
// CHECK-NEXT: data=1 flag=1 allowed
// CHECK-NEXT: C=1 data=1 flag=1 allowed
__device__ int data, flag;
__global__ void __cluster_dims__(2) message()
{
    unsigned seen;
    if (blockIdx.x == 0) {
        data = 1;
        asm volatile("fence.acq_rel.cluster; st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(&flag) : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1]; fence.acq_rel.cluster;" : "=r"(seen) : "l"(&flag) : "memory");
        if (seen && !data) (blockIdx.x == 1 ? B : C) = 1;
    }
}

int main()
{
    exchange<<<4, 1>>>();
    race<<<2, 1>>>();
    cudaDeviceSynchronize();
    int zero = 0;
    cudaMemcpyToSymbol(B, &zero, sizeof zero);
    cudaMemcpyToSymbol(C, &zero, sizeof zero);
    message<<<4, 1>>>();
    return cudaDeviceSynchronize();
}
