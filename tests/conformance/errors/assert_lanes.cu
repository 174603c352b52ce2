// Each thread that an assertion fails for has its message, with its own index, and no other thread has one. Threads that
// wait for each other at one lane, or call a function, stop at the first.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: %run %t plane 2>&1 | FileCheck %s --match-full-lines --check-prefixes=PLANE,BOTH
// RUN: %run %t space 2>&1 | FileCheck %s --match-full-lines --check-prefixes=SPACE,BOTH
// RUN: %run %t messages 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MESSAGES,BOTH
// RUN: env SOFTWARP_THREADS=1 %run %t all 2>&1 | FileCheck %s --check-prefixes=ALL
// RUN: %run %t function 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTION,BOTH
// RUN: %run %t trap 2>&1 | FileCheck %s --check-prefixes=TRAP
// RUN: env SOFTWARP_LANES=1 %run %t plane 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ONE,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t never 2>&1 | FileCheck %s --match-full-lines --check-prefixes=NEVER
// RUN: %run %t never 2>&1 | FileCheck %s --match-full-lines --check-prefixes=NEVER
// RUN: %swcc -O0 -G %s -o %t
// RUN: %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
#include <cassert>
#include <cstdio>
#include <cstring>

enum { COUNT = 1024 };

__device__ int linear() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

__global__ void unwelcome(const int *value, int bad)
{
    assert(value[linear()] != bad);
}

/* After a barrier: blocks of 128 threads, or of 16 x 16, run as a whole. */
__global__ void unwelcome_later(const int *value, int bad)
{
    __shared__ int s[COUNT];
    s[linear()] = value[linear()];
    __syncthreads();
    assert(s[linear()] != bad);
}

__global__ void named(const char *const *names)
{
    const char *name = names[threadIdx.x];
    if (name)
        __assert_fail(name, "names", 7, "named");
}

__noinline__ __device__ int checked(int x)
{
    assert(x != 5);
    return x + 1;
}
__global__ void calls(int *value) { value[threadIdx.x] = checked(value[threadIdx.x]); }

__global__ void traps(const int *value, int bad)
{
    if (value[threadIdx.x] >= bad)
        __trap();
}

/* Compilers know that such a kernel does not return. */
__global__ void never(const int *value)
{
    assert(value == nullptr && !"never");
    assert(!"not at all");
}

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    int *value;
    const char **names;
    cudaMallocManaged(&value, COUNT * sizeof(int));
    cudaMallocManaged(&names, COUNT * sizeof(char *));
    for (int i = 0; i < COUNT; i++)
        value[i] = i;
    value[43] = value[51] = value[59] = 5000;
    names[37] = "first";
    names[39] = "second";
    if (!strcmp(how, "row"))
        unwelcome<<<1, 96>>>(value, 5000);
    else if (!strcmp(how, "plane"))
        unwelcome_later<<<1, dim3(16, 16)>>>(value, 5000);
    else if (!strcmp(how, "space"))
        unwelcome<<<1, dim3(5, 4, 3)>>>(value, 5000);
    else if (!strcmp(how, "messages"))
        named<<<1, 64>>>(names);
    else if (!strcmp(how, "function"))
        calls<<<1, 64>>>(value);
    else if (!strcmp(how, "never"))
        never<<<1, 3>>>(value);
    else if (!strcmp(how, "trap"))
        traps<<<1, 128>>>(value, 5000);
    else {
        memset(value, 0, COUNT * sizeof(int));
        unwelcome_later<<<1, 128>>>(value, 0);
    }
    cudaError_t error = cudaDeviceSynchronize();
    fprintf(stderr, "%s\n", cudaGetErrorName(error));
}

// ROW: {{.*}}assert_lanes.cu:{{[0-9]+}}: void unwelcome(const int *, int): block: [0,0,0], thread: [43,0,0] Assertion `value[linear()] != bad` failed.
// ROW-NEXT: {{.*}} thread: [51,0,0] Assertion `value[linear()] != bad` failed.
// ROW-NEXT: {{.*}} thread: [59,0,0] Assertion `value[linear()] != bad` failed.

// PLANE: {{.*}} thread: [11,2,0] Assertion `s[linear()] != bad` failed.
// PLANE-NEXT: {{.*}} thread: [3,3,0] Assertion `s[linear()] != bad` failed.
// PLANE-NEXT: {{.*}} thread: [11,3,0] Assertion `s[linear()] != bad` failed.

// ONE: {{.*}} thread: [11,2,0] Assertion `s[linear()] != bad` failed.

// NEVER: {{.*}} thread: [0,0,0] Assertion `value == nullptr && !"never"` failed.
// NEVER-NEXT: {{.*}} thread: [1,0,0] Assertion `value == nullptr && !"never"` failed.
// NEVER-NEXT: {{.*}} thread: [2,0,0] Assertion `value == nullptr && !"never"` failed.
// NEVER-NEXT: cudaErrorAssert

// SPACE: {{.*}} thread: [3,0,2] Assertion `value[linear()] != bad` failed.
// SPACE-NEXT: {{.*}} thread: [1,2,2] Assertion `value[linear()] != bad` failed.
// SPACE-NEXT: {{.*}} thread: [4,3,2] Assertion `value[linear()] != bad` failed.

// MESSAGES: names:7: named: block: [0,0,0], thread: [37,0,0] Assertion `first` failed.
// MESSAGES-NEXT: names:7: named: block: [0,0,0], thread: [39,0,0] Assertion `second` failed.

// FUNCTION: {{.*}} int checked(int): block: [0,0,0], thread: [5,0,0] Assertion `x != 5` failed.
// BOTH-NEXT: cudaErrorAssert

// ALL-COUNT-32: thread: [{{[0-9]+}},0,0] Assertion `s[linear()] != bad` failed.
// ALL-NOT: thread:
// ALL: cudaErrorAssert

// TRAP: Stopped by __trap() in kernel traps(int const*, int), block (0,0,0), thread (43,0,0)
// TRAP: cudaErrorLaunchFailure
