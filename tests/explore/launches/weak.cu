// What NVIDIA's memory model allows and no interleaving has, and what forbids it; races.
// RUN: %swcc --check %s -o %t
// RUN: %run %softwarp explore --watch A,B %t | FileCheck %s
// RUN: %softwarp explore --model sc --watch A,B --kernel-name plain %t | FileCheck --check-prefix=SC %s
// RUN: %softwarp explore --model ptx-6.0 --watch A,B --kernel-name fences --find 'A==1 && B==20' %t | FileCheck --check-prefix=FORBIDDEN %s
#include <cuda/atomic>

__device__ int X = 1, Y = 2, A, B;
__device__ cuda::atomic<int, cuda::thread_scope_device> P, Q;

// CHECK: kernel plain(), 2 blocks x 1 thread: 6 events, 4 outcomes, complete
// CHECK-NEXT: A=1    B=2    allowed
// CHECK-NEXT: A=1    B=20   allowed, in no interleaving   <-- weak.cu:[[#@LINE+8]] reads X from before weak.cu:[[#@LINE+7]]
// CHECK-NEXT: A=10   B=2    allowed
// CHECK-NEXT: A=10   B=20   allowed
// CHECK-NEXT: data race: weak.cu:[[#@LINE+4]] with weak.cu:[[#@LINE+5]], X, Y
// SC: 3 outcomes, complete, of interleavings
__global__ void plain()
{
    if (blockIdx.x == 0) { X = 10; Y = 20; }
    else { B = Y; A = X; }
}

// CHECK: kernel fences(), 2 blocks x 1 thread: 8 events, 3 outcomes, complete
// FORBIDDEN: A==1 && B==20: forbidden by causality, the shortest of several reasons:
// FORBIDDEN-NEXT: {{^}}            weak.cu:[[#@LINE+8]]: read X = 1 (block 1 thread 0)
// FORBIDDEN-NEXT: {{^}}    fr      weak.cu:[[#@LINE+6]]: write X = 10 (block 0 thread 0)
// FORBIDDEN-NEXT: {{^}}    po      weak.cu:[[#@LINE+5]]: fence, seq_cst device (block 0 thread 0)
// FORBIDDEN-NEXT: {{^}}    sc      weak.cu:[[#@LINE+5]]: fence, seq_cst device (block 1 thread 0)
// FORBIDDEN-NEXT: {{^}}    po      weak.cu:[[#@LINE+4]]: read X = 1 (block 1 thread 0)
__global__ void fences()
{
    if (blockIdx.x == 0) { X = 10; __threadfence(); Y = 20; }
    else { B = Y; __threadfence(); A = X; }
}

// Load buffering: forbidden where what is written depends on what was read.
// CHECK: kernel buffers(), 2 blocks x 1 thread: 6 events, 4 outcomes, complete
__global__ void buffers()
{
    if (blockIdx.x == 0) { A = P.load(cuda::memory_order_relaxed); Q.store(1, cuda::memory_order_relaxed); }
    else { B = Q.load(cuda::memory_order_relaxed); P.store(1, cuda::memory_order_relaxed); }
}

// CHECK: kernel depends(), 2 blocks x 1 thread: 7 events, 1 outcome, complete
// CHECK-NEXT: A=0   B=0   allowed
__global__ void depends()
{
    if (blockIdx.x == 0) { A = P.load(cuda::memory_order_relaxed); Q.store(A, cuda::memory_order_relaxed); }
    else { int q = Q.load(cuda::memory_order_relaxed); B = q; P.store(q, cuda::memory_order_relaxed); }
}

int main()
{
    auto reset = [](int x, int y) {
        cudaMemcpyToSymbol(X, &x, 4);
        cudaMemcpyToSymbol(Y, &y, 4);
        int zero = 0;
        cudaMemcpyToSymbol(P, &zero, 4);
        cudaMemcpyToSymbol(Q, &zero, 4);
    };
    plain<<<2, 1>>>();
    reset(1, 2);
    fences<<<2, 1>>>();
    buffers<<<2, 1>>>();
    reset(0, 0);
    depends<<<2, 1>>>();
    return cudaDeviceSynchronize();
}
