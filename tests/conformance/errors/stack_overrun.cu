// Writes beyond the end of a local array in a kernel that never waits are a fault of the thread that made them as soon
// as they leave its variables, with the line; what lies on the stack besides (return addresses, the loop over the
// block's threads) never sees them, nor writes before the start. Reads a little beyond are nothing.
// RUN: %swcc -O3 -lineinfo %s -o %t
// RUN: %run timeout 60 %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=1 %run timeout 60 %t 2>&1 | FileCheck %s
// RUN: %if !quick %{ env SOFTWARP_LANES=8 %run timeout 60 %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ env SOFTWARP_LANES=32 %run timeout 60 %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc -O0 -lineinfo %s -o %t %}
// RUN: %if !quick %{ %run timeout 60 %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc -G %s -o %t %}
// RUN: %if !quick %{ %run timeout 60 %t 2>&1 | FileCheck %s --check-prefix=DEBUG %}
// RUN: %if !quick %{ %swcc --check -lineinfo %s -o %t %}
// RUN: %if !quick %{ %run timeout 60 %t 2>&1 | FileCheck %s %}
#include <cstdio>

__device__ __noinline__ void put(int *to, int from, int end)
{
    for (int i = from; i < end; i++)
        to[i] = i; // far
}

__device__ __noinline__ int deep(int depth, int from, int end)
{
    int own[8] = {depth};
    if (depth)
        own[depth & 7] = deep(depth - 1, from, end);
    else
        put(own, from, end);
    return own[depth & 7];
}

__global__ void loop(int *cell, int from, int end)
{
    int own[8] = {};
    for (int i = from; i < end; i++)
        own[i] = i * cell[0]; // near
    cell[1] = own[cell[0] & 7];
}

__global__ void call(int *cell, int from, int end)
{
    int own[8] = {};
    put(own, from, end);
    cell[1] = own[cell[0] & 7];
}

__global__ void recursion(int *cell, int from, int end)
{
    cell[1] = deep(3, from, end);
}

__global__ void read(int *cell, int from, int end)
{
    int own[8] = {};
    own[cell[0] & 7] = 1;
    if (own[end - 1] == 12345) // of no consequence
        cell[1] = 1;
}

static void run(const char *name, void (*kernel)(int *, int, int), int from, int end)
{
    int *cell;
    cudaMallocManaged(&cell, 2 * sizeof *cell);
    cell[0] = 1;
    kernel<<<2, 64>>>(cell, from, end);
    cudaError_t error = cudaDeviceSynchronize();
    fprintf(stderr, "%s %d %d: %s\n", name, from, end, cudaGetErrorName(error));
    if (error)
        cudaDeviceReset();
}

int main()
{
    for (int end : {8, 9, 20, 200, 5000, 100000, 10000000})
        run("loop", loop, 0, end);
    for (int end : {8, 9, 5000, 10000000})
        run("call", call, 0, end);
    for (int end : {8, 5000, 10000000})
        run("recursion", recursion, 0, end);
    for (int from : {-1, -2, -20, -5000}) {
        run("loop", loop, from, 8);
        run("call", call, from, 8);
        run("recursion", recursion, from, 8);
    }
    run("read", read, 0, 10);
}
// CHECK: loop 0 8: cudaSuccess
// CHECK-NEXT: Write beyond the end of a local variable in kernel loop(int*, int, int), block ({{[01]}},0,0), thread (0,0,0), at {{.*}}stack_overrun.cu:37
// CHECK-NEXT: loop 0 9: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: loop 0 20: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: loop 0 200: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: loop 0 5000: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: loop 0 100000: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: loop 0 10000000: cudaErrorIllegalAddress
// CHECK-NEXT: call 0 8: cudaSuccess
// CHECK-NEXT: Write beyond the end of a local variable in kernel call(int*, int, int), {{.*}} at {{.*}}stack_overrun.cu:20
// CHECK-NEXT: call 0 9: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: call 0 5000: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: call 0 10000000: cudaErrorIllegalAddress
// CHECK-NEXT: recursion 0 8: cudaSuccess
// CHECK-NEXT: Write beyond
// CHECK-NEXT: recursion 0 5000: cudaErrorIllegalAddress
// CHECK-NEXT: Write beyond
// CHECK-NEXT: recursion 0 10000000: cudaErrorIllegalAddress
// CHECK-NEXT: loop -1 8: cudaSuccess
// CHECK: call -5000 8: cudaSuccess
// CHECK-NEXT: recursion -5000 8: cudaSuccess
// CHECK-NEXT: read 0 10: cudaSuccess

// Threads of debug builds have stacks of their own: what is beyond the kernel's variables is looked at when it ends.
// DEBUG: loop 0 8: cudaSuccess
// DEBUG: Write beyond the end of a local variable in kernel loop(int*, int, int), {{.*}}thread (0,0,0)
// DEBUG: loop 0 200: cudaErrorIllegalAddress
// DEBUG: Write beyond
// DEBUG: loop 0 5000: cudaErrorIllegalAddress
// DEBUG: Write beyond
// DEBUG: loop 0 10000000: cudaErrorIllegalAddress
// DEBUG: call 0 8: cudaSuccess
// DEBUG: Write beyond
// DEBUG: call 0 5000: cudaErrorIllegalAddress
// DEBUG: recursion 0 8: cudaSuccess
// DEBUG: Write beyond
// DEBUG: recursion 0 5000: cudaErrorIllegalAddress
// DEBUG: loop -1 8: cudaSuccess
// DEBUG: recursion -2 8: cudaSuccess
// DEBUG-NEXT: Write beyond
// DEBUG: loop -20 8: cudaErrorIllegalAddress
// DEBUG: recursion -5000 8:
// DEBUG: read 0 10: cudaSuccess
