// Clusters of more than one block are refused where the kernel says that it wants them; of one block they are what every
// block is.
// RUN: not %swcc -c %s -o %t.o -DMORE=1 2>&1 | FileCheck %s
// RUN: not %swcc -c %s -o %t.o -DMORE=2 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// RUN: %swcc %s -o %t && %run %t | FileCheck %s --check-prefix=RUNS
#include <cstdio>
__global__ void __cluster_dims__(1, 1, 1) three(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void __cluster_dims__(1) __launch_bounds__(64) one(int *out) { out[threadIdx.x] += 2; }
template <int N> __global__ __cluster_dims__(N, 1, 1) void some(int *out) { out[threadIdx.x] *= 2; }
__global__ void __block_size__((64, 1, 1)) sized(int *out) { out[threadIdx.x] += 5; }
__global__ void __block_size__((64, 1, 1), (1, 1, 1)) both(int *out) { out[threadIdx.x] += 1; }
#if MORE == 1
// CHECK: clusters.cu:[[@LINE+1]]:17: error: thread block clusters are not supported
__global__ void __cluster_dims__(2, 1, 1) two(int *) {}
// CHECK: clusters.cu:[[@LINE+1]]:17: error: thread block clusters are not supported
__global__ void __cluster_dims__(1, 2) over(int *) {}
// CHECK: clusters.cu:[[@LINE+1]]:17: error: thread block clusters are not supported
__global__ void __block_size__((64, 1, 1), (4, 1, 1)) large(int *) {}
#endif
int main()
{
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    three<<<1, 64>>>(out);
    one<<<1, 64>>>(out);
#if MORE == 2
    // TEMPLATE: clusters.cu:9:29: error: 'annotate' attribute requires parameter 1 to be a constant expression
    // TEMPLATE: clusters.cu:[[@LINE+2]]:5: note: in instantiation of function template specialization 'some<4>'
    // TEMPLATE: non-constexpr function 'thread_block_clusters_are_not_supported'
    some<4><<<1, 64>>>(out);
#endif
    some<1><<<1, 64>>>(out);
    sized<<<1, 64>>>(out);
    both<<<1, 64>>>(out);
    // RUNS: 0: 136
    printf("%d: %d\n", cudaDeviceSynchronize(), out[63]);
    return 0;
}
