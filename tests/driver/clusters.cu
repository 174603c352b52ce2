// What the compiler says of clusters: a dimension of 0 is none, in a template too; __block_size__ knows clusters of one block only.
// RUN: not %swcc -c %s -o %t.o -DWRONG=1 2>&1 | FileCheck %s
// RUN: not %swcc -c %s -o %t.o -DWRONG=2 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// RUN: %swcc %s -o %t && %run %t | FileCheck %s --check-prefix=RUNS
#include <cstdio>
__global__ void __cluster_dims__(1, 1, 1) three(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void __cluster_dims__(1) __launch_bounds__(64) one(int *out) { out[threadIdx.x] += 2; }
template <int N> __global__ __cluster_dims__(N, 1, 1) void some(int *out) { out[threadIdx.x] *= 2; }
__global__ void __block_size__((64, 1, 1)) sized(int *out) { out[threadIdx.x] += 5; }
__global__ void __block_size__((64, 1, 1), (1, 1, 1)) both(int *out) { out[threadIdx.x] += 1; }
__global__ void __cluster_dims__(2) declared(int *out);
__global__ void declared(int *out) { atomicAdd(&out[threadIdx.x], 100); }
#if WRONG == 1
// CHECK: clusters.cu:[[@LINE+1]]:17: error: a dimension of a cluster is 0
__global__ void __cluster_dims__(2, 0, 1) two(int *) {}
// CHECK: clusters.cu:[[@LINE+1]]:17: error: __block_size__ with a cluster of several blocks is not supported
__global__ void __block_size__((64, 1, 1), (4, 1, 1)) large(int *) {}
#endif
int main()
{
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    three<<<1, 64>>>(out);
    one<<<1, 64>>>(out);
#if WRONG == 2
    // TEMPLATE: clusters.cu:8:29: error: 'annotate' attribute requires parameter 1 to be a constant expression
    // TEMPLATE: clusters.cu:[[@LINE+2]]:5: note: in instantiation of function template specialization 'some<0>'
    // TEMPLATE: non-constexpr function 'a_dimension_of_a_cluster_is_zero'
    some<0><<<1, 64>>>(out);
#endif
    some<1><<<1, 64>>>(out);
    sized<<<1, 64>>>(out);
    both<<<1, 64>>>(out);
    declared<<<4, 64>>>(out);
    printf("%d\n", cudaDeviceSynchronize());
    declared<<<3, 64>>>(out); /* no whole number of clusters */
    // RUNS: 0
    // RUNS-NEXT: 912 536
    printf("%d %d\n", cudaGetLastError(), out[63]);
    return 0;
}
