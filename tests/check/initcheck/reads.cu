// Reads of what nobody has written: by kernels, of global and shared memory and of the device heap, and by copies to the
// host. What was written byte by byte, by atomics, copies or fills counts as written.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool initcheck %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check --tool initcheck %t wrong > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
#include "check.h"

struct three { short a, b, c; };

__global__ void read(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void bytes(char *to, int count) { if (threadIdx.x < count) to[threadIdx.x] = 1; }
__global__ void count(int *counter) { atomicAdd(counter, 1); }
__global__ void move(three *to, const three *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void shared(int *out, int written)
{
    __shared__ int values[64];
    if (threadIdx.x < written)
        values[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}
__global__ void heap(int *out, int written)
{
    int *own = (int *)malloc(8);
    if (written)
        own[1] = 1;
    *out = own[1];
    free(own);
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *in, *out, *counter, values[64];
    three *few, *more;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof values);
    cudaMalloc(&counter, sizeof *counter);
    cudaMalloc(&few, 10 * sizeof *few);
    cudaMalloc(&more, 10 * sizeof *more);
    cudaMemset(in, 0, 32 * sizeof *in);
    bytes<<<1, 128>>>((char *)(in + 32), wrong ? 127 : 128);
    // CHECK: Uninitialized __global__ memory read of size 4 bytes
    // CHECK-NEXT: at read(int*, int const*) in {{.*}}reads.cu:11
    // CHECK-NEXT: by thread (63,0,0) in block (0,0,0)
    // CHECK-NEXT: (global[256]+255)
    read<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    // CHECK: Uninitialized __global__ memory read of size 4 bytes
    // CHECK-NEXT: at {{.*}}reads.cu:13
    if (!wrong)
        cudaMemset(counter, 0, sizeof *counter);
    count<<<1, 1>>>(counter);
    move<<<1, 10>>>(more, few);
    // CHECK: Uninitialized __shared__ memory read of size 4 bytes
    // CHECK-NEXT: at shared(int*, int) in {{.*}}reads.cu:21
    // CHECK-NEXT: by thread (60,0,0) in block (0,0,0)
    // CHECK: (8 times)
    shared<<<2, 64>>>(out, wrong ? 60 : 64);
    // CHECK: Uninitialized __global__ memory read of size 4 bytes
    // CHECK-NEXT: at heap(int*, int) in {{.*}}reads.cu:28
    heap<<<1, 1>>>(out, !wrong);
    // CHECK: Uninitialized __global__ memory copied to the host
    // CHECK-NEXT: Nobody has written byte 0 of the allocation
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}reads.cu:
    // CHECK-NEXT: Saved host backtrace up to the copy
    // CHECK-NEXT: Host Frame: main in {{.*}}reads.cu:[[# @LINE + 2]]
    if (wrong)
        cudaMemcpy(values, more, sizeof *more, cudaMemcpyDeviceToHost);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 5 errors
    return finish();
}
