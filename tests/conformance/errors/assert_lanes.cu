// Each thread that an assertion fails for has its message, with its own index, and no other thread has one. Of those that
// wait for each other none gets past the barrier that a failed one does not come to.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH
// RUN: %run %t plane 2>&1 | FileCheck %s --match-full-lines --check-prefixes=PLANE,BOTH
// RUN: %run %t space 2>&1 | FileCheck %s --match-full-lines --check-prefixes=SPACE,BOTH
// RUN: %run %t messages 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MESSAGES,BOTH
// RUN: env SOFTWARP_THREADS=1 %run %t all 2>&1 | FileCheck %s --check-prefixes=ALL
// RUN: %run %t function 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTION,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t functions 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTIONS,BOTH
// RUN: env SOFTWARP_LANES=1 SOFTWARP_SHUFFLE=reverse %run %t functions 2>&1 | FileCheck %s --check-prefixes=FUNCTIONS,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t functions 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTIONS,BOTH
// RUN: env SOFTWARP_LANES=32 %run %t functions 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTIONS,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t together 2>&1 | FileCheck %s --match-full-lines --check-prefixes=TOGETHER,BOTH
// RUN: %run %t together 2>&1 | FileCheck %s --match-full-lines --check-prefixes=TOGETHER,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t together 2>&1 | FileCheck %s --match-full-lines --check-prefixes=TOGETHER,BOTH
// RUN: env SOFTWARP_LANES=32 %run %t warps 2>&1 | FileCheck %s --match-full-lines --check-prefixes=WARPS,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t warps 2>&1 | FileCheck %s --match-full-lines --check-prefixes=WARPS,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t warps 2>&1 | FileCheck %s --match-full-lines --check-prefixes=WARPS,BOTH
// RUN: %run %t pointers 2>&1 | FileCheck %s --match-full-lines --check-prefixes=POINTERS,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t pointers 2>&1 | FileCheck %s --match-full-lines --check-prefixes=POINTERS,BOTH
// RUN: %run %t many 2>&1 | FileCheck %s --check-prefixes=MANY
// RUN: env SOFTWARP_LANES=1 %run %t meet 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MEET,BOTH
// RUN: env SOFTWARP_LANES=8 %run %t meet 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MEET,BOTH
// RUN: env SOFTWARP_LANES=32 %run %t meet 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MEET,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t vote 2>&1 | FileCheck %s --match-full-lines --check-prefixes=VOTE,BOTH
// RUN: %run %t vote 2>&1 | FileCheck %s --match-full-lines --check-prefixes=VOTE,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t all 2>&1 | FileCheck %s --check-prefixes=ALL
// RUN: %run %t poll 2>&1 | FileCheck %s --match-full-lines --check-prefixes=POLL,BOTH
// RUN: %run %t trap 2>&1 | FileCheck %s --check-prefixes=TRAP
// RUN: env SOFTWARP_LANES=1 %run %t plane 2>&1 | FileCheck %s --match-full-lines --check-prefixes=PLANE,BOTH
// RUN: env SOFTWARP_LANES=1 %run %t never 2>&1 | FileCheck %s --match-full-lines --check-prefixes=NEVER
// RUN: %run %t never 2>&1 | FileCheck %s --match-full-lines --check-prefixes=NEVER
// RUN: %if !quick %{ %swcc -O0 -G %s -o %t %}
// RUN: %if !quick %{ %run %t row 2>&1 | FileCheck %s --match-full-lines --check-prefixes=ROW,BOTH %}
// RUN: %if !quick %{ %run %t functions 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTIONS,BOTH %}
// RUN: %if !quick %{ %run %t meet 2>&1 | FileCheck %s --match-full-lines --check-prefixes=MEET,BOTH %}
// RUN: %if !quick %{ %swcc --strict %s -o %t %}
// RUN: %if !quick %{ %run %t functions 2>&1 | FileCheck %s --match-full-lines --check-prefixes=FUNCTIONS,BOTH %}
// RUN: %if !quick %{ %run %t pointers 2>&1 | FileCheck %s --match-full-lines --check-prefixes=POINTERS,BOTH %}
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

__global__ void call_of_many(int *value)
{
    value[threadIdx.x] = checked(value[threadIdx.x] == 5000 ? 5 : 6);
}

/* Of 96 threads: the second assertion would fail for nobody that gets there. */
__global__ void meet(const int *value, int *out)
{
    __shared__ int s[96];
    s[threadIdx.x] = value[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = checked(s[95 - threadIdx.x]);
    assert(s[threadIdx.x] != 5000);
    __syncthreads();
    assert(!"nobody");
}

/* Waits at one lane; at 32 a warp waits for nobody. */
__global__ void warps(int *value)
{
    value[threadIdx.x] = checked(value[threadIdx.x] == 5000 ? 5 : 6);
    __syncwarp();
}

/* As a whole block, where it has 256 threads. */
__global__ void together(const int *value, int *out)
{
    __shared__ int s[COUNT];
    s[threadIdx.x] = value[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = checked(s[255 - threadIdx.x] == 5000 ? 5 : 6);
}

struct Shape {
    __device__ virtual float4 area(int t) const { return make_float4(t, 0, 0, 0); }
};
struct Circle : Shape {
    int bad;
    __device__ Circle(int bad) : bad(bad) {}
    __device__ float4 area(int t) const override
    {
        assert(t != bad);
        return deeper(t, 3);
    }
    __device__ __noinline__ float4 deeper(int t, int n) const
    {
        assert(t != bad + 1 || n);
        return n ? deeper(t, n - 1) : make_float4(t, t, t, t);
    }
};

/* Through a table of virtual functions, and by recursion; results that need memory. */
__global__ void pointers(const int *value, int *out)
{
    Circle circle(33);
    Shape shape;
    const Shape *chosen = value[threadIdx.x] == 12 ? &shape : &circle;
    float4 area = chosen->area(threadIdx.x);
    out[threadIdx.x] = int(area.x + area.w);
}

__global__ void vote(const int *value, int *out)
{
    int next = __shfl_xor_sync(~0u, value[threadIdx.x], 1);
    assert(value[threadIdx.x] != 5000);
    out[threadIdx.x] = __any_sync(~0u, next > 0);
}

__global__ void poll(const int *value, int *flag)
{
    if (threadIdx.x == 20)
        atomicExch(flag, 1);
    while (!atomicAdd(flag, 0))
        __nanosleep(100);
    assert(value[threadIdx.x] != 5000);
}

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
    value[COUNT / 2] = 0;
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
    else if (!strcmp(how, "functions"))
        call_of_many<<<1, 96>>>(value);
    else if (!strcmp(how, "together"))
        together<<<1, 256>>>(value, value + COUNT / 2);
    else if (!strcmp(how, "warps")) {
        value[90] = 5000;
        warps<<<1, 96>>>(value);
    } else if (!strcmp(how, "pointers"))
        pointers<<<1, 96>>>(value, value + COUNT / 2);
    else if (!strcmp(how, "many")) {
        for (int i = 0; i < COUNT; i++)
            value[i] = 5000;
        call_of_many<<<1, 96>>>(value);
    } else if (!strcmp(how, "meet")) {
        value[90] = 0;
        meet<<<1, 96>>>(value, value + COUNT / 2);
    } else if (!strcmp(how, "vote"))
        vote<<<1, 96>>>(value, value + COUNT / 2);
    else if (!strcmp(how, "poll"))
        poll<<<1, 96>>>(value, value + COUNT / 2);
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
// FUNCTIONS: {{.*}} int checked(int): block: [0,0,0], thread: [43,0,0] Assertion `x != 5` failed.
// FUNCTIONS-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [51,0,0] Assertion `x != 5` failed.
// FUNCTIONS-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [59,0,0] Assertion `x != 5` failed.

// TOGETHER: {{.*}} int checked(int): block: [0,0,0], thread: [196,0,0] Assertion `x != 5` failed.
// TOGETHER-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [204,0,0] Assertion `x != 5` failed.
// TOGETHER-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [212,0,0] Assertion `x != 5` failed.

// WARPS: {{.*}} int checked(int): block: [0,0,0], thread: [43,0,0] Assertion `x != 5` failed.
// WARPS-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [51,0,0] Assertion `x != 5` failed.
// WARPS-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [59,0,0] Assertion `x != 5` failed.
// WARPS-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [90,0,0] Assertion `x != 5` failed.

// POINTERS: {{.*}} thread: [33,0,0] Assertion `t != bad` failed.
// POINTERS-NEXT: {{.*}} thread: [34,0,0] Assertion `t != bad + 1 || n` failed.

// MANY-COUNT-32: thread: [{{[0-9]+}},0,0] Assertion `x != 5` failed.
// MANY-NOT: thread:
// MANY: cudaErrorAssert

// MEET: {{.*}} thread: [43,0,0] Assertion `s[threadIdx.x] != 5000` failed.
// MEET-NEXT: {{.*}} thread: [51,0,0] Assertion `s[threadIdx.x] != 5000` failed.
// MEET-NEXT: {{.*}} thread: [59,0,0] Assertion `s[threadIdx.x] != 5000` failed.
// MEET-NEXT: {{.*}} int checked(int): block: [0,0,0], thread: [90,0,0] Assertion `x != 5` failed.

// VOTE: {{.*}} thread: [43,0,0] Assertion `value[threadIdx.x] != 5000` failed.
// VOTE-NEXT: {{.*}} thread: [51,0,0] Assertion `value[threadIdx.x] != 5000` failed.
// VOTE-NEXT: {{.*}} thread: [59,0,0] Assertion `value[threadIdx.x] != 5000` failed.

// POLL: {{.*}} thread: [43,0,0] Assertion `value[threadIdx.x] != 5000` failed.
// POLL-NEXT: {{.*}} thread: [51,0,0] Assertion `value[threadIdx.x] != 5000` failed.
// POLL-NEXT: {{.*}} thread: [59,0,0] Assertion `value[threadIdx.x] != 5000` failed.

// BOTH-NEXT: cudaErrorAssert

// ALL-COUNT-32: thread: [{{[0-9]+}},0,0] Assertion `s[linear()] != bad` failed.
// ALL-NOT: thread:
// ALL: cudaErrorAssert

// TRAP: Stopped by __trap() in kernel traps(int const*, int), block (0,0,0), thread (43,0,0)
// TRAP: cudaErrorLaunchFailure
