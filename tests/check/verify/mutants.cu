// Wrong answers of a compiler that leaves out a check (include/softwarp/assumptions.def) are found, and their element is named.
// REQUIRES: mutants
// RUN: %swcc %s -o %t && %softwarp verify %t 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: env SOFTWARP_MUTANT=atomics_combine_exactly %swcc %s -o %t.sum && not %softwarp verify %t.sum 2>&1 | FileCheck --check-prefix=SUM %s
// RUN: env SOFTWARP_MUTANT=deferral_order %swcc %s -o %t.late && not %softwarp verify %t.late 2>&1 | FileCheck --check-prefix=LATE %s
// RUN: env SOFTWARP_MUTANT=masks_agree %swcc %s -o %t.mask && not %softwarp verify %t.mask 2>&1 | FileCheck --check-prefix=MASK %s
#include <cstdio>

// One is half of what 2^24 can be added to: in every order it stays what it is, and a sum of ones changes it.
__global__ void add(float *cell)
{
    atomicAdd(cell + 5, 1.0f);
}

// The second half is added to as an int, and then again as a part of 64 bits.
__global__ void sizes(unsigned long long *cell)
{
    unsigned long long *own = cell + (threadIdx.x * 7) % 32;
    unsigned *half = (unsigned *)own;
    atomicAdd(half, 0xffffffffu);
    atomicAdd(half, 1u);
    atomicAdd(half + 1, 2u);
    atomicAdd(own, 0xffffffffull);
    atomicAdd(own, 1ull);
    atomicMax(half + 1, 10u);
    atomicExch(half, 4u);
    atomicOr(half, 3u);
}

// Each lane takes its turn when the lane before it has taken its own.
__global__ void in_turn(int *out)
{
    __shared__ int a[32];
    int lane = threadIdx.x;
    unsigned own = 1u << lane, before = lane ? own | own >> 1 : own, behind = lane < 31 ? own | own << 1 : own;
    a[lane] = lane;
    __syncwarp();
    __syncwarp(before);
    a[lane] = a[lane] * 2 + a[lane ? lane - 1 : 0];
    __syncwarp(behind);
    __syncwarp();
    out[lane] = a[lane];
}

int main()
{
    float *cell, great = 1 << 24;
    unsigned long long *cells;
    int *out;
    cudaMalloc(&cell, 40);
    cudaMalloc(&cells, 32 * sizeof *cells);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(cell, 0, 40);
    cudaMemset(cells, 0, 32 * sizeof *cells);
    cudaMemcpy(cell + 5, &great, sizeof great, cudaMemcpyHostToDevice);
    // SUM: kernel add(float*), launch 1: lockstep gives another result than W = 1
    // SUM-NEXT: 1 element of the allocation at {{.*}} of size 40 bytes differs
    // SUM-NEXT: element 5 of 4 bytes: at W = 1 {{.*}} float 16777216), in lockstep {{.*}} float 167772
    // SUM: 3 launches: 1 differs
    add<<<1, 32>>>(cell);
    // LATE: kernel sizes(unsigned long long*), launch 2: lockstep gives another result than W = 1
    // LATE-NEXT: elements of the allocation at {{.*}} of size 256 bytes differ
    // LATE-NEXT: element {{[0-9]+}} of 4 bytes: at W = 1
    sizes<<<1, 32>>>(cells);
    // MASK: kernel in_turn(int*), launch 3: lockstep gives another result than W = 1
    // MASK-NEXT: elements of the allocation at {{.*}} of size 128 bytes differ
    // MASK-NEXT: element {{[0-9]+}} of 4 bytes: at W = 1
    in_turn<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    // RIGHT-NOT: lockstep gives
    // RIGHT: 3 launches: 0 differ
    return 0;
}
