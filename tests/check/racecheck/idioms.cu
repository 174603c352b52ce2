// CUDA's own idioms are no races by the pragmatic policy: atomic functions made of a compare-and-swap, whose first read
// is plain, and a counter that the last of its blocks sets to 0. Their wrong twins are; and strictly, all are.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3 4 5; do %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: for i in 0 1 2 3 4 5; do %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// RUN: for i in 0 1 2 3 4 5; do %softwarp check --tool racecheck --policy strict %t right $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=STRICT %s < %t.strict
#include "check.h"

#include <cuda_fp16.h>

__device__ double add(double *address, double value, bool wrong)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        if (wrong) {
            *address = value + __longlong_as_double(assumed);
            break;
        }
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ float maximum(float *address, float value, bool wrong)
{
    float old = *address;
    if (wrong) {
        if (old < value)
            atomicExch(address, value);
        return old;
    }
    while (old < value) {
        float assumed = old;
        old = __int_as_float(atomicCAS((int *)address, __float_as_int(assumed), __float_as_int(value)));
        if (old == assumed)
            break;
    }
    return old;
}
__device__ void raise(unsigned short *address)
{
    unsigned int *word = (unsigned int *)((size_t)address & ~(size_t)2), old = *word, assumed;
    unsigned int shift = ((size_t)address & 2) * 8;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | ((assumed >> shift) + 1 & 0xffff) << shift);
    } while (assumed != old);
}
__device__ void lock_free_push(int *head, int *next, int node)
{
    int old;
    do {
        old = *(volatile int *)head;
        next[node] = old;
    } while (atomicCAS(head, old, node) != old);
}

__global__ void add_all(double *sums, const int *bins, bool wrong)
{
    add(&sums[bins[threadIdx.x % 4]], 1.0, wrong);
}
__global__ void largest(float *out, bool wrong) { maximum(out, threadIdx.x, wrong); }
__global__ void halves(unsigned short *out, bool wrong)
{
    if (wrong && threadIdx.x == 3)
        out[0]++;
    else
        raise(&out[threadIdx.x % 2]);
}
__global__ void push(int *head, int *next, bool wrong)
{
    if (wrong && threadIdx.x == 3)
        *head = 3;
    else
        lock_free_push(head, next, threadIdx.x);
}
__global__ void last_block(int *count, int *data, int *out, bool wrong)
{
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicInc((unsigned *)count, 100) == gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += data[i];
        *out = sum;
        *count = 0;
    } else if (wrong && blockIdx.x == 0) {
        *count = 0;
    }
}
__device__ int counter;
__global__ void last_thread(int *out, bool wrong)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    out[threadIdx.x] = 1;
    __threadfence_block();
    if (atomicAdd(wrong ? &counter : &count, 1) == blockDim.x - 1)
        count = out[0];
    else if (wrong)
        count = 1;
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    void *memory;
    int *bins;
    cudaMalloc(&memory, 4096);
    cudaMalloc(&bins, 16);
    cudaMemset(memory, 0, 4096);
    cudaMemset(bins, 0, 16);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Race on __global__ memory: two plain accesses
        // STRICT: Race on __global__ memory
        add_all<<<2, 64>>>((double *)memory, bins, wrong);
        break;
    case 1:
        // CHECK: Race on __global__ memory: a plain access against an atomic one
        // STRICT: Race on __global__ memory
        largest<<<2, 64>>>((float *)memory, wrong);
        break;
    case 2:
        // CHECK: Race on __global__ memory: a plain access against an atomic one
        // STRICT: Race on __global__ memory
        halves<<<2, 64>>>((unsigned short *)memory, wrong);
        break;
    case 3:
        // CHECK: Race on __global__ memory
        // STRICT: Race on __global__ memory
        push<<<1, 64>>>((int *)memory, (int *)memory + 1, wrong);
        break;
    case 4:
        // CHECK: Race on __global__ memory
        // STRICT: Race on __global__ memory: missing fence
        last_block<<<4, 1>>>((int *)memory, (int *)memory + 1, (int *)memory + 100, wrong);
        break;
    case 5:
        // CHECK: Race on __shared__ memory: two plain accesses
        // STRICT: Race on {{.*}} memory: missing fence
        last_thread<<<1, 64>>>((int *)memory, wrong);
        break;
    }
    // RIGHT-COUNT-6: ERROR SUMMARY: 0 errors
    return finish();
}
