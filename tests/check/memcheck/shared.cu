// Shared memory: beyond what the block has, static and dynamic.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck %s
#include "check.h"

__global__ void fixed(int *out, int ahead)
{
    __shared__ int values[32];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + ahead];
}

extern __shared__ int dynamic[];
__global__ void sized(int *out, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        dynamic[i] = i;
    __syncthreads();
    out[threadIdx.x] = dynamic[count - 1 - threadIdx.x];
}

int main(int argc, char **argv)
{
    int more = is_wrong(argc, argv), *out;
    cudaMalloc(&out, 32 * sizeof *out);
    // CHECK: Invalid __shared__ read of size 4 bytes
    // CHECK-NEXT: at fixed(int*, int) in {{.*}}shared.cu:12
    // CHECK-NEXT: by thread (29,0,0) in block (0,0,0)
    // CHECK-NEXT: Address is 128 bytes from the start of the 128-byte variable values
    // CHECK: (3 times)
    fixed<<<1, 32>>>(out, 3 * more);
    // CHECK: Invalid __shared__ write of size 4 bytes
    // CHECK-NEXT: at sized(int*, int) in {{.*}}shared.cu:19
    // CHECK: Address is 256 bytes from the start of the block's 256 bytes of dynamic shared memory
    // CHECK: Invalid __shared__ read of size 4 bytes
    sized<<<1, 32, 256>>>(out, 64 + more);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 3 errors
    return finish();
}
