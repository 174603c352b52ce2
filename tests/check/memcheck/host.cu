// What the host does wrong: it touches device memory, hands wrong values to the API, and does not free.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --leak-check full %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check --leak-check full %t wrong 2>&1 | FileCheck %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck --check-prefix=NO-LEAKS %s
#include "check.h"

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *values, *managed, own[16] = {};
    cudaMalloc(&values, sizeof own);
    cudaMallocManaged(&managed, sizeof own);
    managed[3] = 4;
    volatile int *target = wrong ? values : managed;
    // CHECK: Invalid write of size 4 bytes by the host in device memory
    // CHECK: and is 8 bytes inside the nearest allocation
    // CHECK: Host backtrace
    // CHECK-NEXT: Host Frame: main in {{.*}}host.cu:[[# @LINE + 1]]
    target[2] = 1;
    // CHECK: Invalid read of size 4 bytes by the host in device memory
    own[0] = target[2];
    // CHECK: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaMemcpy.
    // CHECK-NEXT: leave the 64-byte allocation
    // CHECK: main in {{.*}}host.cu:[[# @LINE + 1]]
    cudaMemcpy(values, own, wrong ? 65 : 64, cudaMemcpyHostToDevice);
    // CHECK: Leaked 64 bytes at
    // CHECK: main in {{.*}}host.cu:12
    // CHECK: Leaked 600 bytes in 3 allocations, the first of 100 bytes at
    // CHECK: main in {{.*}}host.cu:[[# @LINE + 2]]
    for (volatile int i = 1; wrong && i <= 3; i = i + 1)
        cudaMalloc(&target, 100 * i);
    // NO-LEAKS-NOT: Leaked
    if (!wrong)
        cudaFree(values);
    cudaFree(managed);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 5 errors
    return finish();
}
