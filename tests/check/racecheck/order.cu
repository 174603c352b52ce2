// Faults that one order of threads hides: who takes the lock first needs no fence behind it, and who looks at a flag
// before it is raised does not read what the other left without one. When threads read atomically the program runs
// again, by default, in the reverse order; others run once, and so does --seeds 1.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3; do %softwarp check --tool racecheck %t wrong $i; done 2>&1 | FileCheck %s
// RUN: for i in 0 1 2 3; do %softwarp check --tool racecheck --seeds 1 %t wrong $i; done > %t.once 2>&1
// RUN: FileCheck --check-prefix=ONCE --implicit-check-not=Race %s < %t.once
// RUN: for i in 0 1 2 3; do %softwarp check --tool racecheck --seeds 20 %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// Each run reads the whole input, and the program's output is told once.
// RUN: echo 41 > %t.in
// RUN: %softwarp check --tool racecheck %t right 0 < %t.in > %t.out 2> %t.runs
// RUN: FileCheck --check-prefix=OUTPUT %s < %t.out
// RUN: FileCheck --check-prefix=TWICE %s < %t.runs
// RUN: %softwarp check --tool racecheck %t right 4 < %t.in 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: %softwarp check --tool memcheck %t right 0 < %t.in 2>&1 | FileCheck --check-prefix=ALONE %s
// The orders themselves.
// RUN: %softwarp check --tool trace --seed 1 %t right 0 2>&1 | FileCheck --check-prefix=BLOCKS %s
// RUN: %softwarp check --tool trace --seed 1 %t right 1 2>&1 | FileCheck --check-prefix=WARPS %s
// RUN: %softwarp check --tool trace --seed 1 %t right 2 2>&1 | FileCheck --check-prefix=LANES %s
#include "check.h"

__device__ int lock, sum;

/* Thread `careless` has no fence between taking the lock and what it guards. */
__global__ void add(int careless, int step)
{
    int own = (blockIdx.x * blockDim.x + threadIdx.x) / step;
    if (threadIdx.x % step)
        return;
    while (atomicCAS(&lock, 0, 1)) {}
    if (own != careless)
        __threadfence();
    sum += own;
    __threadfence();
    atomicExch(&lock, 0);
}
__global__ void look(int *values, bool wrong)
{
    if (threadIdx.x == 40) {
        *values = 1;
        if (!wrong)
            __threadfence();
        atomicExch(&lock, 1);
    } else if (threadIdx.x == 8 && atomicAdd(&lock, 0)) {
        values[1] = *values;
    }
}
__global__ void write(int *values) { values[threadIdx.x] = 1; }

int main(int argc, char **argv)
{
    int input = 0, *values, careless = is_wrong(argc, argv) ? 0 : -1;
    if (scanf("%d", &input) == 1)
        fprintf(stderr, "run with %d\n", input);
    cudaMalloc(&values, 256);
    switch (atoi(argv[2])) {
    case 0:
        add<<<2, 1>>>(careless, 1);
        break;
    case 1:
        add<<<1, 64>>>(careless, 32);
        break;
    case 2:
        add<<<1, 2>>>(careless, 1);
        break;
    case 3:
        look<<<1, 64>>>(values, !careless);
        break;
    default:
        write<<<1, 64>>>(values);
    }
    return finish();
}
// CHECK: Race on __global__ memory: missing fence
// CHECK: =========     by thread (0,0,0) in block (1,0,0)
// CHECK: =========     by thread (0,0,0) in block (0,0,0)
// CHECK: What would mend it: a fence in the second thread, behind its atomic access (__threadfence())
// CHECK: Race on __global__ memory: missing fence
// CHECK: =========     by thread (32,0,0) in block (0,0,0)
// CHECK: =========     by thread (0,0,0) in block (0,0,0)
// CHECK: Race on __global__ memory: missing fence
// CHECK: =========     by thread (1,0,0) in block (0,0,0)
// CHECK: =========     by thread (0,0,0) in block (0,0,0)
// CHECK: Race on __global__ memory: missing fence
// CHECK: =========     by thread (40,0,0) in block (0,0,0)
// CHECK: =========     by thread (8,0,0) in block (0,0,0)
// ONCE-COUNT-4: ERROR SUMMARY: 0 errors
// RIGHT-COUNT-4: ERROR SUMMARY: 0 errors
// OUTPUT: cudaSuccess
// OUTPUT-NOT: cudaSuccess
// TWICE-COUNT-2: run with 41
// TWICE-NOT: run with
// ALONE: run with 41
// ALONE-NOT: run with
// BLOCKS: block 1,0,0 thread 0,0,0: compare-and-swap
// BLOCKS: block 0,0,0 thread 0,0,0: compare-and-swap
// WARPS: block 0,0,0 thread 32,0,0: compare-and-swap
// WARPS: block 0,0,0 thread 0,0,0: compare-and-swap
// LANES: block 0,0,0 thread 1,0,0: compare-and-swap
// LANES: block 0,0,0 thread 0,0,0: compare-and-swap
