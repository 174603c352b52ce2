// Barriers that some never come to because they have finished: the grid's, and by CUDA C++'s rule __syncthreads() too.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2; do %softwarp check --tool synccheck --policy strict %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT %s < %t.right
// RUN: for i in 0 1; do %softwarp check --tool synccheck --seeds 2 %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// RUN: %softwarp check --tool synccheck %t wrong 2 2>&1 | FileCheck --check-prefix=VOLTA %s
// RUN: %softwarp check --tool synccheck --policy strict %t wrong 2 2>&1 | FileCheck --check-prefix=STRICT %s
#include "check.h"
#include <cooperative_groups.h>

__global__ void a_block_leaves(int *out, bool wrong)
{
    if (wrong && blockIdx.x == 1)
        return;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = 1;
}
__global__ void threads_leave_grid(int *out, bool wrong)
{
    if (wrong && threadIdx.x >= 24)
        return;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = 1;
}
__global__ void threads_leave_block(int *out, bool wrong)
{
    if (wrong && threadIdx.x >= 40)
        return;
    out[threadIdx.x] = 1;
    __syncthreads();
}
static void launch_grid(void (*kernel)(int *, bool), int *out, bool wrong)
{
    void *arguments[] = {&out, &wrong};
    cudaLaunchCooperativeKernel((const void *)kernel, 3, 32, arguments, 0, 0);
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *out;
    cudaMalloc(&out, 1024);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Barrier error: 2 of 3 blocks come to the grid's barrier, the other one has finished
        // CHECK-NEXT: one of them waits at a_block_leaves(int*, bool) in {{.*}}finished.cu:16
        // CHECK-NEXT: by thread (0,0,0) in block ({{[02]}},0,0)
        // CHECK: A GPU waits for ever here
        // CHECK: ERROR SUMMARY: 1 error
        launch_grid(a_block_leaves, out, wrong);
        break;
    case 1:
        // CHECK: Barrier error: 24 of a block's 32 threads come to the grid's barrier, the others have finished
        // CHECK-NEXT: one of them waits at threads_leave_grid(int*, bool) in {{.*}}finished.cu:24
        // CHECK: ERROR SUMMARY: 1 error
        launch_grid(threads_leave_grid, out, wrong);
        break;
    case 2:
        // VOLTA: ERROR SUMMARY: 0 errors
        // STRICT: Barrier error: 40 of 64 threads come to __syncthreads(), the others have finished
        // STRICT-NEXT: one of them waits at threads_leave_block(int*, bool) in {{.*}}finished.cu:33
        // STRICT: ERROR SUMMARY: 1 error
        threads_leave_block<<<1, 64>>>(out, wrong);
        break;
    }
    // RIGHT-COUNT-3: ERROR SUMMARY: 0 errors
    return finish();
}
