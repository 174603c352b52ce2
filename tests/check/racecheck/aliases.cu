// One statement reads old values and writes in place, by two names of one buffer: what is read has to wait, too.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t wrong 2>&1 | FileCheck %s
// RUN: %softwarp check --tool racecheck %t right 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %if !quick %{ %swcc --check -DMENDED -I%S/.. %s -o %t %}
// RUN: %if !quick %{ %softwarp check --tool racecheck %t wrong 2>&1 | FileCheck %s --check-prefix=RIGHT %}
#include <cooperative_groups.h>

#include "check.h"

// CHECK: Race on __global__ memory: two plain accesses
// CHECK: What would mend it: a barrier of the grid or two kernels, with what is read in a variable or a second buffer
__global__ void smooth(const int *from, int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    int sum = i > 0 && i < n - 1 ? from[i - 1] + from[i + 1] : 0;
    cooperative_groups::this_grid().sync();
    if (sum)
        to[i] = sum;
#else
    if (i > 0 && i < n - 1)
        to[i] = from[i - 1] + from[i + 1];
#endif
}

int main(int argc, char **argv)
{
    int n = 256, *one, *other;
    cudaMalloc(&one, n * sizeof *one);
    cudaMalloc(&other, n * sizeof *other);
    cudaMemset(one, 1, n * sizeof *one);
    void *args[] = {&one, is_wrong(argc, argv) ? &one : &other, &n};
    cudaLaunchCooperativeKernel((void *)smooth, dim3(2), dim3(128), args, 0, 0);
    // RIGHT-NOT: Race
    // RIGHT: ERROR SUMMARY: 0 errors
    return finish();
}
