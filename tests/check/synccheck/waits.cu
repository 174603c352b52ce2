// Waits that do not meet: threads at different barriers, barriers that some never come to, and masks that omit the caller.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool synccheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=error: --implicit-check-not=Invalid %s < %t.right
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool synccheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
#include "check.h"

__global__ void branches(bool wrong)
{
    if (wrong && threadIdx.x % 64 < 32)
        __syncthreads();
    else
        __syncthreads();
}
__global__ void named(bool wrong)
{
    if (threadIdx.x < (wrong ? 32 : 64))
        asm volatile("bar.sync 1, 64;");
}
__global__ void masks(int *out, bool wrong)
{
    unsigned mask = wrong && threadIdx.x == 5 ? 0xffffffdfu : 0xffffffffu;
    out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 3);
}
__global__ void never(int *out, bool wrong)
{
    if (wrong && threadIdx.x >= 16)
        __syncthreads();
    else
        __syncwarp();
    out[threadIdx.x] = 1;
    __syncthreads();
}
__device__ void meet() { __syncthreads(); }
__global__ void calls(int *out, bool wrong)
{
    if (threadIdx.x >= 32 && wrong)
        meet();
    else
        meet();
    out[threadIdx.x] = 1;
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *out;
    cudaMalloc(&out, 1024);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Barrier error: threads of one block wait at different barriers
        // CHECK-NEXT: one thread waits at branches(bool) in {{.*}}waits.cu:12
        // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
        // CHECK-NEXT: and another at branches(bool) in {{.*}}waits.cu:14
        // CHECK-NEXT: by thread (32,0,0) in block (0,0,0)
        // CHECK: ERROR SUMMARY: 1 error
        branches<<<1, 64>>>(wrong);
        break;
    case 1:
        // CHECK: cudaErrorLaunchFailure
        // CHECK: Barrier error: the threads of a block wait for ever
        // CHECK-NEXT: 32 threads wait at named(bool) in {{.*}}waits.cu:19
        // CHECK: 64 threads finished
        named<<<1, 96>>>(wrong);
        cudaDeviceReset();
        // CHECK: Barrier error: 32 threads come to a barrier for 64, the others have finished
        // CHECK-NEXT: one of them waits at named(bool) in {{.*}}waits.cu:19
        named<<<1, 64>>>(wrong);
        break;
    case 2:
        // CHECK: Invalid mask: a warp function whose mask does not name its caller
        // CHECK-NEXT: at masks(int*, bool) in {{.*}}waits.cu:24
        // CHECK-NEXT: by thread (5,0,0) in block (0,0,0)
        // CHECK-NEXT: __shfl_sync with mask 0xffffffdf, which does not name its caller (lane 5)
        masks<<<1, 32>>>(out, wrong);
        break;
    case 3:
        // CHECK: Barrier error: the threads of a block wait for ever
        // CHECK-DAG: 16 threads wait at never(int*, bool) in {{.*}}waits.cu:31
        // CHECK-DAG: 16 threads wait at never(int*, bool) in {{.*}}waits.cu:29
        never<<<1, 32>>>(out, wrong);
        break;
    case 4:
        // CHECK: Barrier error: threads of one block wait at different barriers
        // CHECK-NEXT: one thread waits at meet() in {{.*}}waits.cu:35
        // CHECK-NEXT: called at calls(int*, bool) in {{.*}}waits.cu:41
        calls<<<1, 64>>>(out, wrong);
        break;
    }
    // RIGHT-COUNT-5: ERROR SUMMARY: 0 errors
    return finish();
}
