// What forbids an outcome that nobody wants, fewest changes first; and which fences are not needed.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp explore --watch A,B --kernel-name passes --forbid 'A==1 && B==20' %t | FileCheck --check-prefix=PASSES %s
// RUN: %softwarp explore --watch A,B --kernel-name backwards --forbid 'A==1 && B==2' %t | FileCheck --check-prefix=BACKWARDS %s
// RUN: %softwarp explore --watch A,B --kernel-name buffers --forbid 'A==1 && B==1' %t | FileCheck --check-prefix=BUFFERS %s
// RUN: %softwarp explore --watch A,B --kernel-name warp --forbid 'A==0' %t | FileCheck --check-prefix=WARP %s
// RUN: %softwarp explore --watch A,B --kernel-name fences --forbid 'A==1 && B==20' %t | FileCheck --check-prefix=FENCES %s
// RUN: %softwarp explore --watch A,B --kernel-name passes --forbid 'A==1 && B==2' %t | FileCheck --check-prefix=ORDER %s
#include <cuda/atomic>

__device__ int X = 1, Y = 2, Z, A, B;
__device__ cuda::atomic<int, cuda::thread_scope_device> P, Q;

// PASSES: What forbids A==1 && B==20 (fewest changes first):
// PASSES-NEXT: {{^}}    __threadfence() between mends.cu:[[#@LINE+7]] and :[[#@LINE+8]], and __threadfence() between mends.cu:[[#@LINE+10]] and :[[#@LINE+11]]
// PASSES-NEXT: data race: mends.cu:[[#@LINE+6]] with mends.cu:[[#@LINE+10]], X
// PASSES-NEXT: data race: mends.cu:[[#@LINE+6]] with mends.cu:[[#@LINE+8]], Y
// ORDER: What forbids A==1 && B==2: {{.*}}: it is an interleaving
__global__ void passes()
{
    if (blockIdx.x == 0) {
        X = 10;
        Y = 20;
    } else {
        B = Y;
        A = X;
    }
}

// BACKWARDS: What forbids A==1 && B==2 (fewest changes first):
// BACKWARDS-NEXT: {{^}}    volatile Z
__global__ void backwards()
{
    if (blockIdx.x == 0) {
        Z = 1;
    } else {
        A = Z;
        B = Z + 2;
    }
}

// BUFFERS: cuda::memory_order_acquire at mends.cu:[[#@LINE+4]], and cuda::memory_order_release at mends.cu:[[#@LINE+8]]
__global__ void buffers()
{
    if (blockIdx.x == 0) {
        A = P.load(cuda::memory_order_relaxed);
        Q.store(1, cuda::memory_order_relaxed);
    } else {
        B = Q.load(cuda::memory_order_relaxed);
        P.store(1, cuda::memory_order_relaxed);
    }
}

// FENCES: A==1 && B==20: forbidden by causality
// FENCES: not needed: the fence at mends.cu:[[#@LINE+7]], the outcomes are the same without
// FENCES-NOT: not needed
__global__ void fences()
{
    if (blockIdx.x == 0) {
        X = 10;
        __threadfence();
        __threadfence_block();
        Y = 20;
    } else {
        B = Y;
        __threadfence();
        A = X;
    }
}

// WARP: {{^}}    __syncwarp() between mends.cu:[[#@LINE+4]] and :[[#@LINE+5]]
__global__ void warp()
{
    __shared__ int shared[2];
    shared[threadIdx.x] = threadIdx.x + 1;
    if (int other = shared[1 - threadIdx.x]; threadIdx.x == 0) A = other;
}

int main()
{
    auto reset = [] {
        int x = 1, y = 2;
        cudaMemcpyToSymbol(X, &x, 4);
        cudaMemcpyToSymbol(Y, &y, 4);
    };
    passes<<<2, 1>>>();
    reset();
    fences<<<2, 1>>>();
    backwards<<<2, 1>>>();
    buffers<<<2, 1>>>();
    warp<<<1, 2>>>();
    return cudaDeviceSynchronize();
}
