// Accesses that start from a device, constant or shared variable: within it generated code lets them pass; what lies
// behind it, at an odd address, or may not be written, is found.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: for i in 0 1 2 3 4 5 6; do %softwarp check %t wrong $i; done > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
#include "check.h"

__device__ int numbers[5];
__device__ double one;
__device__ char bytes[7];
__device__ __managed__ int managed[3];
__constant__ int fixed[3];

// Each `more` is 1 in one run.
__global__ void device(int more_numbers, int more_bytes, int step)
{
    for (int i = 0; i < 5 + more_numbers; i++)
        numbers[i] = fixed[i % 3];
    for (int i = 0; i < 7 + more_bytes; i++)
        bytes[i] = managed[i % 3];
    one += numbers[4] + atomicAdd(&numbers[3 + 2 * step], 1);
}

__global__ void shared(int more)
{
    __shared__ int first[3];
    __shared__ char second[5];
    for (int i = 0; i < 3 + more; i++)
        first[i] = i;
    for (int i = 0; i < 5 + more; i++)
        second[i] = first[0];
    managed[0] = second[4];
}

__global__ void odd(int offset) { *(int *)((char *)numbers + offset) = 1; }
__global__ void constant() { const_cast<int *>(fixed)[1] = 1; }
__global__ void read(int index) { numbers[0] = fixed[index]; }

int main(int argc, char **argv)
{
    int which = is_wrong(argc, argv) ? atoi(argv[2]) : -1;
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at device(int, int, int) in {{.*}}variables.cu:[[#NUMBERS:]]
    // CHECK: Address is 20 bytes from the start of the 20-byte variable numbers
    // CHECK: Invalid __global__ write of size 1 bytes
    // CHECK-NEXT: at device(int, int, int) in {{.*}}variables.cu:[[#NUMBERS + 2]]
    // CHECK: Invalid __global__ atomic of size 4 bytes
    // CHECK-NEXT: at device(int, int, int) in {{.*}}variables.cu:[[#NUMBERS + 3]]
    device<<<1, 1>>>(which == 0, which == 1, which == 2);
    // CHECK: Invalid __shared__ write of size 4 bytes
    // CHECK: is 12 bytes from the start of the 12-byte variable first
    // CHECK: Invalid __shared__ write of size 1 bytes
    // CHECK: is 5 bytes from the start of the 5-byte variable second
    shared<<<1, 1>>>(which == 3);
    // CHECK: cudaErrorMisalignedAddress
    // CHECK: is misaligned: it is no multiple of 4
    odd<<<1, 1>>>(which == 4 ? 6 : 8);
    // CHECK: cudaErrorIllegalAddress
    // CHECK: Invalid __constant__ write of size 4 bytes
    if (which == 5)
        constant<<<1, 1>>>();
    // CHECK: cudaErrorIllegalAddress
    // CHECK: read of size 4 bytes
    // CHECK-NEXT: at read(int)
    // CHECK: Address is 12 bytes from the start of the 12-byte variable fixed
    read<<<1, 1>>>(which == 6 ? 3 : 2);
    // RIGHT: cudaSuccess
    // RIGHT: ERROR SUMMARY: 0 errors
    return finish();
}
