// Barriers to which a part of a warp comes, while the rest passes them by and comes to the kernel's end: by default.
// Threads that leave by `return`, and warps that pass a barrier by as a whole, are nobody's fault; strictly they are.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4 5 6; do %softwarp check --tool synccheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// RUN: for i in 0 1 2 3 4 5 6 7 8 9; do %softwarp check --tool synccheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=error: %s < %t.right
// RUN: for i in 2 3 4 5; do %softwarp check --tool synccheck --policy strict %t right $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=STRICT %s < %t.strict
#include "check.h"
#include <cooperative_groups.h>

// 0: the barrier stands where not all threads of a warp come by, and something follows, or nothing
__global__ void part(int *out, int most, bool more)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < most) {
        s[t] = t;
        __syncthreads();
        out[t] = s[most - 1 - t];
    }
    if (more)
        out[64 + t] = t;
}
__global__ void part_at_end(int *out, int most)
{
    __shared__ int s[64];
    if (threadIdx.x < most) {
        s[threadIdx.x] = 1;
        __syncthreads();
        out[threadIdx.x] = s[most - 1 - threadIdx.x];
    }
    return;
}
// 2: as CUDA allows
__global__ void returns(int *out, int most)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= most) {
        out[t] = 7;
        return;
    }
    s[t] = t;
    __syncthreads();
    out[t] = s[most - 1 - t];
}
__device__ int from_function(int *out, int t, int most)
{
    __shared__ int s[64];
    if (t >= most)
        return 0;
    s[t] = t;
    __syncthreads();
    return s[most - 1 - t];
}
__global__ void function_returns(int *out, int most) { from_function(out, threadIdx.x, most); }
__global__ void function_goes_on(int *out, int most) { out[threadIdx.x] = from_function(out, threadIdx.x, most); }
__global__ void returns_from_loop(int *out, int most)
{
    while (true) {
        __syncthreads();
        if (threadIdx.x >= --most)
            return;
        out[threadIdx.x] += most;
    }
}
struct at_end {
    int *out;
    __device__ ~at_end() { *out = 1; }
};
__global__ void returns_from_scope(int *out, int most)
{
    at_end end{out + threadIdx.x};
    if (threadIdx.x >= most)
        return;
    __syncthreads();
}
__global__ void exits(int *out, int most)
{
    if (threadIdx.x >= most)
        asm volatile("exit;");
    __syncthreads();
    out[threadIdx.x] = 1;
}
// Fewer turns of a loop for some lanes
__global__ void turns(int *out, int n)
{
    __shared__ int s[32];
    s[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        s[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void group(int *out, int step)
{
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    if (threadIdx.x % step == 0) {
        int value = out[threadIdx.x + 2];
        block.sync();
        out[threadIdx.x] = value;
    }
}
__global__ void votes(int *out, int most)
{
    if (threadIdx.x < most)
        out[threadIdx.x] = __syncthreads_or(threadIdx.x == 3);
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *out;
    cudaMalloc(&out, 1024);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at part(int*, int, bool) in {{.*}}parts.cu:20
        // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
        // CHECK-NEXT: and another of its warp has come to the kernel's end without it
        // CHECK-NEXT: by thread (16,0,0) in block (0,0,0)
        // CHECK-NEXT: 16 threads of the warp have come to the barrier, 16 never do
        // CHECK: ERROR SUMMARY: 1 error
        part<<<1, 64>>>(out, wrong ? 16 : 32, true);
        break;
    case 1:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at part_at_end(int*, int) in {{.*}}parts.cu:31
        // CHECK-NEXT: by thread (32,0,0) in block (0,0,0)
        // CHECK: by thread (40,0,0) in block (0,0,0)
        // CHECK-NEXT: 8 threads of the warp have come to the barrier, 24 never do
        part_at_end<<<1, 64>>>(out, wrong ? 40 : 64);
        break;
    case 2:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK: called at function_goes_on(int*, int) in {{.*}}parts.cu:59
        // STRICT: Barrier error: 16 of 64 threads come to __syncthreads(), the others have finished
        wrong ? function_goes_on<<<1, 64>>>(out, 16) : returns<<<1, 64>>>(out, 16);
        break;
    case 3:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK: 10 threads of the warp have come to the barrier, 22 never do
        // STRICT: Barrier error: 16 of 64 threads come to __syncthreads(), the others have finished
        if (wrong)
            turns<<<1, 32>>>(out, 42);
        else
            function_returns<<<1, 64>>>(out, 16);
        break;
    case 4:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at group(int*, int) in {{.*}}parts.cu:103
        // STRICT: Barrier error: 19 of 32 threads come to __syncthreads(), the others have finished
        if (wrong)
            group<<<1, 32>>>(out, 2);
        else
            returns_from_loop<<<1, 32>>>(out, 20);
        break;
    case 5:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at votes(int*, int) in {{.*}}parts.cu:110
        // STRICT: Barrier error: 16 of 32 threads come to __syncthreads(), the others have finished
        if (wrong)
            votes<<<1, 32>>>(out, 5);
        else
            returns_from_scope<<<1, 32>>>(out, 16);
        break;
    case 6:
        // In a block that is not the first: what threads of earlier blocks did counts no more.
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK: ERROR SUMMARY: 1 error, 3 times
        if (wrong)
            part<<<3, 32>>>(out, 16, false);
        else
            exits<<<1, 32>>>(out, 16);
        break;
    case 7:
        turns<<<1, 32>>>(out, 64);
        break;
    case 8:
        part<<<1, 48>>>(out, 48, false);
        break;
    case 9:
        returns<<<3, 64>>>(out, 40);
        break;
    }
    // RIGHT-COUNT-10: ERROR SUMMARY: 0 errors
    return finish();
}
