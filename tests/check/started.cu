// Programs that the program starts are checked as well, also by somebody who closes files that he does not know (Python).
// RUN: %swcc --check %s -o %t
// RUN: not %softwarp check --error-exitcode 4 %python -c "import subprocess, sys; sys.exit(subprocess.call(['%t']))" 2>&1 | FileCheck %s
// RUN: not %softwarp check --error-exitcode 4 sh -c '%t; true' 2>&1 | FileCheck %s
// RUN: %softwarp verify %python -c "import subprocess, sys; subprocess.call(['%t', 'right'])" 2>&1 | FileCheck %s --check-prefix=VERIFY
// CHECK: Invalid __global__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error in 1 kernel
// VERIFY: VERIFY SUMMARY: 1 launch: 0 differ; 0 the same; 1 always runs one thread at a time
#include <cstdio>

__global__ void copy(int *to, const int *from, int n)
{
    if (threadIdx.x < n)
        to[threadIdx.x] = from[threadIdx.x];
}

int main(int argc, char **)
{
    int *to, *from;
    cudaMalloc(&to, 64 * sizeof *to);
    cudaMalloc(&from, 32 * sizeof *from);
    cudaMemset(from, 0, 32 * sizeof *from);
    copy<<<1, 64>>>(to, from, argc > 1 ? 32 : 33);
    cudaDeviceSynchronize();
    cudaFree(to);
    cudaFree(from);
}
