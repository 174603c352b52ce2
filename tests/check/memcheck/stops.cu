// Accesses that would do harm stop the kernel: the program sees CUDA's error, and goes on.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: for i in `seq 0 9`; do %softwarp check --error-exitcode 9 %t wrong $i || echo status $?; done > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
#include "check.h"
#include <cassert>

__constant__ int fixed[4];

__global__ void store(int *address) { *address = 1; }
__global__ void pick(int *out, int from)
{
    int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = i * from;
    out[threadIdx.x] = own[from + threadIdx.x];
}
__global__ void misaligned(char *bytes, int offset) { *(int *)(bytes + offset) = 1; }
__global__ void change(int index) { const_cast<int *>(fixed)[index] = 1; }
typedef int (*function)(int);
__device__ int half_of(int value) { return value / 2; }
__device__ function known = half_of;
__global__ void call(int *out, function chosen) { *out = chosen(*out); }
__device__ int below(int value, int limit)
{
    assert(value < limit);
    return value;
}
__global__ void assure(int *out, int limit) { out[threadIdx.x] = below(threadIdx.x, limit); }
__global__ void give_up(bool now)
{
    if (now)
        __trap();
}
__global__ void one_of_two(int *out, bool second, bool beyond)
{
    int a = 1, b = 2, *chosen = &a;
    if (second)
        chosen = &b;
    if (beyond)
        chosen[1] = 3;
    chosen[0] = 4;
    *out = a + b;
}
__global__ void element_of_two(int *out, int which, bool second)
{
    int a[4] = {}, b[4] = {};
    int *chosen = second ? b : a;
    chosen[which] = 5;
    *out = a[3] + b[3];
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int which = wrong ? atoi(argv[2]) : -1, *values, here;
    cudaMalloc(&values, 64);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK: Address 0x0 is out of bounds
    store<<<1, 1>>>(which == 0 ? nullptr : values);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK: is ordinary memory of the host, which a kernel cannot reach
    store<<<1, 1>>>(which == 1 ? &here : values);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid __local__ read of size 4 bytes
    // CHECK: by thread (3,0,0)
    // CHECK: Address is 32 bytes from the start of the 32-byte variable own
    pick<<<1, 4>>>(values, which == 2 ? 5 : 4);
    // CHECK: cudaErrorMisalignedAddress
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK: is misaligned: it is no multiple of 4
    misaligned<<<1, 1>>>((char *)values, which == 3 ? 2 : 4);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid __constant__ write of size 4 bytes
    if (which == 4)
        change<<<1, 1>>>(1);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid call of a function at 0
    // CHECK-NEXT: at call(int*, int (*)(int)) in {{.*}}stops.cu:24
    // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
    // CHECK: ERROR SUMMARY: 1 error
    // CHECK-NEXT: status 9
    function chosen;
    cudaMemcpyFromSymbol(&chosen, known, sizeof chosen);
    call<<<1, 1>>>(values, which == 5 ? nullptr : chosen);
    // CHECK: cudaErrorAssert
    // CHECK: Assertion `value < limit` failed
    // CHECK-NEXT: at int below(int, int) in {{.*}}stops.cu:27
    // CHECK-NEXT: by thread (3,0,0) in block (0,0,0)
    // CHECK: ERROR SUMMARY: 1 error
    // CHECK-NEXT: status 9
    assure<<<1, 4>>>(values, which == 6 ? 3 : 4);
    // CHECK: cudaErrorLaunchFailure
    // CHECK: Stopped by __trap()
    // CHECK-NEXT: at give_up(bool) in {{.*}}stops.cu:34
    // CHECK: ERROR SUMMARY: 1 error
    // CHECK-NEXT: status 9
    give_up<<<1, 1>>>(which == 7);
    // CHECK: Invalid __local__ write of size 4 bytes
    // CHECK-NEXT: at one_of_two(int*, bool, bool) in {{.*}}stops.cu:[[#]]
    // CHECK: Address is 4 bytes from the start of the 4-byte variable
    one_of_two<<<1, 1>>>(values, true, which == 8);
    // CHECK: Invalid __local__ write of size 4 bytes
    // CHECK: Address is 16 bytes from the start of the 16-byte variable
    element_of_two<<<1, 1>>>(values, which == 9 ? 4 : 3, true);
    // RIGHT: cudaSuccess
    // RIGHT: ERROR SUMMARY: 0 errors
    return finish();
}
