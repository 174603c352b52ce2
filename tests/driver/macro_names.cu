// Headers keep away from the names that programs give macros of their own, on the command line or before an #include,
// and leave those macros as they were; in one order and in the other.
// RUN: %swcc -c %s -o %t.o -std=c++11 \
// RUN:     -DM=16 -DN=3 -DT=float -DSIZE=100 -DA=1 -DB=2 -DC=4 -DD=5 -DE=6 -DF=7 -DG=8 -DH=9 \
// RUN:     -DI=10 -DK=11 -DL=12 -DP=13 -DQ=14 -DR=15 -DS=17 -DU=18 -DV=19 -DW=20 -DX=21 -DY=22 -DZ=23 -DTILE=1 \
// RUN:     -DBLOCK=1 -DBLOCK_SIZE=1 -DWARP=1 -DWARP_SIZE=32 -DTHREADS=1 -DLANES=1 -DMASK=1 -DROWS=1 -DCOLS=1 \
// RUN:     -DNAME=1 -DTYPE=1 -DKIND=1 -DOP=1 -DROW=1 -DVALUE=1 -DCHECK=1 -DOK=1 -DFLAGS=1 -DINLINE=1 \
// RUN:     -DDEVICE=1 -DHOST=1 -DBITS=1
// RUN: %if !quick %{ %swcc -c %s -o %t.o -std=c++20 -DT=float -DM=16 -DN=3 -DSIZE=100 -DA=1 -DV=19 -DBACKWARDS %}
#ifndef BACKWARDS
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda.h>
#include <cuComplex.h>
#include <cuda/atomic>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <nvtx3/nvToolsExt.h>
#include <softwarp/atomics.cuh>
#endif
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>
#ifdef BACKWARDS
#include <softwarp/atomics.cuh>
#include <nvtx3/nvToolsExt.h>
#include <curand_kernel.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/atomic>
#include <cuda.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>
#endif
static_assert(M == 16 && N == 3 && SIZE == 100 && A == 1 && V == 19, "the program's own");
using namespace std;
using namespace cooperative_groups;

__global__ void sums(T *values) {
    auto tile = tiled_partition<32>(this_thread_block());
    T sum = reduce(tile, values[threadIdx.x], cooperative_groups::plus<T>());
    cuda::atomic_ref<T, cuda::thread_scope_device> total(values[0]);
    total.fetch_add(inclusive_scan(tile, sum) + __half2float(__float2half(1.0f)));
}
