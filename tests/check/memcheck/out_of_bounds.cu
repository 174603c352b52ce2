// Accesses beyond an allocation, of each kind and by functions that a kernel calls. They hit nobody's memory: the program
// goes on.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --error-exitcode 9 %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: not %softwarp check --error-exitcode 9 %t wrong > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
#include "check.h"

struct pair { int first, second; };

__device__ int last(const int *values, int count) { return values[count]; }
__global__ void write(int *values, int count) { values[blockIdx.x * blockDim.x + threadIdx.x + count - 64] = 1; }
__global__ void read(int *values, int count) { values[0] = last(values, count - 1); }
__global__ void add(int *values, int count) { atomicAdd(&values[count - 1], 1); }
__global__ void half_inside(char *bytes, int count) { *(int *)(bytes + count - 2) = 1; }
__global__ void before(int *values, int offset) { values[offset] = 1; }
__global__ void copy(pair *pairs, int count) { pairs[0] = pairs[count - 1]; }
__global__ void fill(char *bytes, int count) { memset(bytes, 1, count); }

int main(int argc, char **argv)
{
    int more = is_wrong(argc, argv);
    int *values;
    char *bytes;
    cudaMalloc(&values, 64 * sizeof *values);
    cudaMalloc(&bytes, 10);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at write(int*, int) in {{.*}}out_of_bounds.cu:12
    // CHECK-NEXT: by thread (31,0,0) in block (1,0,0)
    // CHECK-NEXT: Address 0x{{[0-9a-f]+}} is out of bounds
    // CHECK-NEXT: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 256 bytes
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}out_of_bounds.cu:[[# @LINE - 8]]
    write<<<2, 32>>>(values, 64 + more);
    // CHECK: Invalid __global__ read of size 4 bytes
    // CHECK-NEXT: at last(int const*, int) in {{.*}}out_of_bounds.cu:11
    // CHECK-NEXT: called at read(int*, int) in {{.*}}out_of_bounds.cu:13
    // CHECK: (3 times)
    read<<<1, 3>>>(values, 64 + more);
    // CHECK: Invalid __global__ atomic of size 4 bytes
    // CHECK-NEXT: at add(int*, int)
    add<<<1, 1>>>(values, 64 + more);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at half_inside(char*, int)
    // CHECK: the last but 1 of 10 bytes
    half_inside<<<1, 1>>>(bytes, more ? 10 : 6);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at before(int*, int)
    // CHECK: before the nearest allocation
    before<<<1, 1>>>(values, -more);
    // CHECK: Invalid __global__ {{read|write}} of size 8 bytes
    // CHECK-NEXT: at copy(pair*, int)
    copy<<<1, 1>>>((pair *)values, 32 + more);
    // CHECK: Invalid __global__ write of size 11 bytes
    // CHECK-NEXT: at {{.*}}fill(char*, int)
    fill<<<1, 1>>>(bytes, 10 + more);
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 7 errors, 9 times
    return finish();
}
