// What our headers make of memory for blocks to meet at (groups/waits.h): whoever waits there goes on, and sees what others have done.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp explore --watch A,B %t | FileCheck %s
#include <cooperative_groups.h>
using namespace cooperative_groups::details;

__device__ sw_meeting meeting;
__device__ int X[2], A, B;

// CHECK: kernel meets(), 2 blocks x 1 thread: {{.*}}, 1 outcome, complete
// CHECK-NEXT: A=2   B=1   allowed
// CHECK-NOT: wait for ever
__global__ void meets()
{
    X[blockIdx.x] = blockIdx.x + 1;
    sw_blocks_wait(meeting, sw_blocks_arrive(meeting, 2));
    (blockIdx.x ? B : A) = X[1 - blockIdx.x];
}

int main()
{
    meets<<<2, 1>>>();
    return cudaDeviceSynchronize();
}
