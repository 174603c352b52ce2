// Memory that was freed: an access, a second free, and freeing what was never allocated.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck %s
#include "check.h"

__global__ void store(int *values) { values[threadIdx.x] = 1; }

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *values, *others;
    cudaMalloc(&values, 1024);
    if (wrong)
        cudaFree(values);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at store(int*) in {{.*}}after_free.cu:7
    // CHECK: and is 0 bytes inside the freed allocation at 0x{{[0-9a-f]+}} of size 1024 bytes
    // CHECK-NEXT: It was freed at
    // CHECK-NEXT: main in {{.*}}after_free.cu:[[# @LINE - 5]]
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: main in {{.*}}after_free.cu:[[# @LINE - 9]]
    // CHECK: (32 times)
    store<<<1, 16>>>(values);
    cudaDeviceSynchronize();
    cudaMalloc(&others, 1024); // not the same memory again
    store<<<1, 16>>>(values);
    // CHECK: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaFree.
    // CHECK: 0x{{[0-9a-f]+}} is 0 bytes into the 1024-byte allocation at 0x{{[0-9a-f]+}}, which was freed
    // CHECK: main in {{.*}}after_free.cu:[[# @LINE + 1]]
    cudaFree(values);
    // CHECK: Program hit cudaErrorInvalidValue {{.*}} cudaFree.
    cudaFree(wrong ? others + 1 : others);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 3 errors
    return finish();
}
