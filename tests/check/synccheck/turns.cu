// Lanes of a warp that meet at one barrier in different turns of the loop around it. Warps that pass it by as a whole, and
// loops that lanes leave, enter and go around in different ways between two barriers, are nobody's fault.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4; do %softwarp check --tool synccheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// RUN: for i in 0 1 2 3 4 5; do %softwarp check --tool synccheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=error: %s < %t.right
#include "check.h"

__global__ void skips(int *out, int n, int mask)
{
    for (int i = 0; i < n; i++) {
        if ((threadIdx.x & mask) == (i & mask))
            continue;
        out[threadIdx.x] += i;
        __syncthreads();
    }
}
__device__ void step(int *out, int i)
{
    out[threadIdx.x] += i;
    __syncthreads();
}
__global__ void skips_in_function(int *out, int n, int late)
{
    int i = 0;
    while (i < n) {
        if (threadIdx.x % 32 == late && i++ == 0)
            continue;
        step(out, i);
        if (threadIdx.x % 32 != late)
            i++;
    }
}
/* In another turn of the outer loop. */
__global__ void starts_late(int *out, int n, int late)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            if (i == (threadIdx.x < late ? 0 : n - 1))
                break;
            out[threadIdx.x] += k;
            __syncthreads();
        }
}
__global__ void votes(int *out, int n, int late)
{
    int i = threadIdx.x < late;
    do {
        if (i == 1)
            continue;
        out[threadIdx.x] = __syncthreads_count(i);
    } while (++i < n);
}
/* Two ways back to the head, each behind a barrier. */
__global__ void two_ways(int *out, int n)
{
    int i = 0;
    while (i < n) {
        i++;
        __syncthreads();
        if (threadIdx.x % 2) {
            out[threadIdx.x] += i;
            continue;
        }
        out[threadIdx.x] -= i;
    }
}
/* The inner loop goes around as often as each lane likes where there is no barrier. */
__global__ void no_barrier_at_times(int *out, int n)
{
    for (int i = 0; i < n; i++) {
        bool meets = i % 2;
        int most = meets ? 3 : int(threadIdx.x % 7);
        for (int k = 0; k < most; k++) {
            out[threadIdx.x] += k;
            if (meets)
                __syncthreads();
        }
        while (out[threadIdx.x] % 5)
            out[threadIdx.x]++;
        __syncthreads();
    }
}
__global__ void leaves(int *out, int n)
{
    for (int i = 0;; i++) {
        if (i >= n - int(threadIdx.x % 2))
            return;
        __syncthreads();
        out[threadIdx.x] += i;
    }
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *out;
    cudaMalloc(&out, 1024);
    cudaMemset(out, 0, 1024);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at skips(int*, int, int) in {{.*}}turns.cu:16
        // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
        // CHECK-NEXT: and another of its warp waits there in another turn of the loop
        // CHECK-NEXT: by thread (1,0,0) in block (0,0,0)
        // CHECK-NEXT: 16 threads of the warp are in the one's turn, 16 in others
        // CHECK: ERROR SUMMARY: 1 error
        skips<<<1, 64>>>(out, 4, wrong ? 1 : 32);
        break;
    case 1:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at step(int*, int) in {{.*}}turns.cu:22
        // CHECK-NEXT: called at skips_in_function(int*, int, int) in {{.*}}turns.cu:30
        // CHECK: 31 threads of the warp are in the one's turn, 1 in another
        skips_in_function<<<1, 64>>>(out, 4, wrong ? 5 : 32);
        break;
    case 2:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK: 8 threads of the warp are in the one's turn, 24 in others
        // CHECK: ERROR SUMMARY: 1 error
        starts_late<<<1, 64>>>(out, 3, wrong ? 8 : 32);
        break;
    case 3:
        // CHECK: Barrier error: divergent threads in a warp
        // CHECK-NEXT: one waits at votes(int*, int, int) in {{.*}}turns.cu:52
        // CHECK: by thread (20,0,0) in block (0,0,0)
        wrong ? votes<<<1, 32>>>(out, 4, 20) : two_ways<<<1, 64>>>(out, 4);
        break;
    case 4:
        // CHECK: ERROR SUMMARY: 1 error, 6 times
        wrong ? skips<<<3, 32>>>(out, 4, 1) : no_barrier_at_times<<<1, 64>>>(out, 6);
        break;
    case 5:
        leaves<<<1, 64>>>(out, 4);
        break;
    }
    // RIGHT-COUNT-6: ERROR SUMMARY: 0 errors
    return finish();
}
