// What each thread of a launch does, as it is told: SOFTWARP_EXPLORE=trace. Elements of copies and vectors, the parts of atomic
// operations, what orders CUDA's constructs mean, waits, what accesses depend on (r0: the thread's first read).
// RUN: %swcc --check %s -o %t
// RUN: SOFTWARP_EXPLORE=trace %run %t 2>&1 | FileCheck %s
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

struct pair { int first, second; };
__device__ int X, Y, Z, many[8];
__device__ pair from, to;
__device__ float4 four;
__device__ volatile int fickle;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

// CHECK: thread 0: read 4 of from[0]
// CHECK-NEXT: thread 0: read 4 of from[1]
// CHECK-NEXT: thread 0: write 4 of to[0] = 0, value r0 r1
// CHECK-NEXT: thread 0: write 4 of to[1] = 0, value r0 r1
// CHECK-NEXT: thread 0: read 4 of from[0]
// CHECK-NEXT: thread 0: read 4 of from[1]
// CHECK-NEXT: thread 0: write 4 of X = 0, value r2 r3
// CHECK-NEXT: thread 0: write 4 of four[0] = 1065353216
// CHECK-NEXT: thread 0: write 4 of four[1] = 1073741824
// CHECK-NEXT: thread 0: write 4 of four[2] = 1077936128
// CHECK-NEXT: thread 0: write 4 of four[3] = 1082130432
// CHECK-NEXT: thread 0: end
__global__ void copies()
{
    to = from;
    pair own = from;
    X = own.second;
    four = make_float4(1, 2, 3, 4);
}

// CHECK-NEXT: thread 0: write 4 of fickle = 3, relaxed system volatile
// CHECK-NEXT: thread 0: read 4 of X, relaxed device rmw reduce atomic
// CHECK-NEXT: thread 0: write 4 of X = 1, relaxed device rmw reduce atomic, value r0
// CHECK-NEXT: thread 0: read 4 of X, relaxed block rmw atomic
// CHECK-NEXT: thread 0: write 4 of X = 1, relaxed block rmw atomic, value r1
// CHECK-NEXT: thread 0: write 4 of Y = 0, value r1
// CHECK-NEXT: thread 0: read 4 of Y, relaxed system rmw atomic cas
// CHECK-NEXT: thread 0: write 4 of Y = 5, relaxed system rmw atomic, value r2, control r2
// CHECK-NEXT: thread 0: read 4 of Y, relaxed device rmw atomic
// CHECK-NEXT: thread 0: fence, seq_cst block
// CHECK-NEXT: thread 0: fence, seq_cst device
// CHECK-NEXT: thread 0: fence, seq_cst system
// CHECK-NEXT: thread 0: end
__global__ void functions()
{
    fickle = 3;
    atomicAdd(&X, 1);
    Y = atomicAdd_block(&X, 1);
    atomicCAS_system(&Y, 0, 5);
    atomicCAS(&Y, 1, 6);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
}

// CHECK-NEXT: thread 0: read 4 of flag, acquire device atomic
// CHECK-NEXT: thread 0: write 4 of flag = 1, release device atomic
// CHECK-NEXT: thread 0: fence, seq_cst device
// CHECK-NEXT: thread 0: read 4 of flag, acquire device atomic
// CHECK-NEXT: thread 0: fence, seq_cst device
// CHECK-NEXT: thread 0: write 4 of flag = 2, relaxed device atomic
// CHECK-NEXT: thread 0: fence, seq_cst device
// CHECK-NEXT: thread 0: read 4 of flag, acquire device rmw atomic
// CHECK-NEXT: thread 0: write 4 of flag = 1, acquire device rmw atomic, value r2
// CHECK-NEXT: thread 0: read 4 of flag, acq_rel device rmw atomic
// CHECK-NEXT: thread 0: write 4 of flag = 2, acq_rel device rmw atomic, value r3
// CHECK-NEXT: thread 0: fence, acq_rel block
// CHECK-NEXT: thread 0: end
__global__ void orders()
{
    flag.load(cuda::memory_order_acquire);
    flag.store(1, cuda::memory_order_release);
    flag.load();
    flag.store(2);
    flag.fetch_add(1);
    flag.fetch_add(2, cuda::memory_order_acq_rel);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
}

// CHECK-NEXT: thread 0: barrier of 2, block, orders
// CHECK-NEXT: thread 0: barrier of 2, block, orders, exchanges
// CHECK-NEXT: thread 0: barrier of 2, warp, orders
// CHECK-NEXT: thread 0: barrier of 2, warp, exchanges
// CHECK-NEXT: thread 0: barrier of 32, block, arrives, orders
// CHECK-NEXT: thread 0: barrier of 32, block, orders
// CHECK-NEXT: thread 0: barrier of 2, cluster, orders
// CHECK-NEXT: thread 0: end
__global__ void waits()
{
    __syncthreads();
    __syncthreads_or(1);
    __syncwarp(3);
    __shfl_sync(3, 1, 0);
    asm volatile("bar.arrive 1, 32;");
    asm volatile("bar.sync 2, 32;");
    cg::this_cluster().sync();
}

// CHECK: thread 0: read 4 of X
// CHECK-NEXT: thread 0: read 4 of many[2], address r0
// CHECK-NEXT: thread 0: write 4 of Y = 0, value r1, control r0
// CHECK-NEXT: thread 0: write 4 of Z = 2
// CHECK-NEXT: thread 0: read 4 of many[0]
// CHECK-NEXT: thread 0: read 4 of many[1]
// CHECK-NEXT: thread 0: write 4 of many[3] = 0, value r2 r3
// CHECK-NEXT: thread 0: read 4 of X, relaxed system volatile
// CHECK-NEXT: thread 0: write 4 of Z = 1, control r4
// CHECK-NEXT: thread 0: end
__global__ void dependencies()
{
    int x = X, sum = 0;
    int y = many[x & 7];
    if (x != 1) Y = y;
    Z = 2;
    for (int i = 0; i < 2; i++) sum += many[i];
    many[3] = sum;
    while (!*(volatile int *)&X) {}
    Z = 1;
}

// CHECK-NEXT: thread 0: read 4 of Y, relaxed device rmw atomic
// CHECK-NEXT: thread 0: write 4 of Y = 0, relaxed device rmw atomic
// CHECK-NEXT: thread 0: turn
// CHECK-NEXT: thread 0: read 4 of Y, relaxed device rmw atomic
__global__ void turns()
{
    if (threadIdx.x) Y = 1;
    else while (atomicAdd(&Y, 0) == 0) __nanosleep(100);
}

int main()
{
    int zero = 0;
    copies<<<1, 1>>>();
    functions<<<1, 1>>>();
    orders<<<1, 1>>>();
    waits<<<1, 2>>>();
    dependencies<<<1, 1>>>();
    cudaMemcpyToSymbol(Y, &zero, 4);
    turns<<<1, 2>>>();
    return cudaDeviceSynchronize();
}
