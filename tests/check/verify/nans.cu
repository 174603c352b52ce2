// Nobody promises the sign of a NaN that an operation makes. What differs in that alone is the same; integers that look
// nearly like it are not.
// RUN: %swcc %s -o %t
// RUN: not %softwarp verify %t 2>&1 | FileCheck %s
// RUN: not env SOFTWARP_VERIFY_WHOLE=0 %softwarp verify %t 2>&1 | FileCheck %s
#include <cstdio>

// In lockstep all lanes see the last one's number, one thread at a time each its own.
template <class T>
__global__ void choose(int *cell, int *same, T *values, T narrow, T wide)
{
    *cell = threadIdx.x;
    values[threadIdx.x] = *same == 31 ? wide : narrow;
}

int main()
{
    int *cell, *values;
    long *longs;
    cudaMalloc(&cell, 4);
    cudaMalloc(&values, 32 * sizeof *values);
    cudaMalloc(&longs, 32 * sizeof *longs);
    // CHECK-NOT: launch {{[12]}}:
    choose<<<1, 32>>>(cell, cell, values, 0x7fc00000, (int)0xffc00000);
    choose<<<1, 32>>>(cell, cell, longs, (long)0xfff8000000000000, 0x7ff8000000000000);
    // CHECK: launch 3: lockstep gives another result than W = 1
    // CHECK: element 0 of 4 bytes: at W = 1 0xffffffff (int -1, float -nan), in lockstep 0x7fffffff
    choose<<<1, 32>>>(cell, cell, values, -1, 0x7fffffff);
    // CHECK: launch 4: lockstep gives another result than W = 1
    // CHECK: element 1 of 4 bytes: at W = 1 0x7ff80000 ({{.*}}), in lockstep 0xfff80000
    choose<<<1, 32>>>(cell, cell, longs, 0x7ff8000000000001, (long)0xfff8000000000001);
    // CHECK: VERIFY SUMMARY: 5 launches: 3 differ; 2 the same
    choose<<<1, 32>>>(cell, cell, values, 0x7ff80000, (int)0xfff80000);
    cudaDeviceSynchronize();
    return 0;
}
