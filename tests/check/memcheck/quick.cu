// What generated code tests by itself before it calls the tool: accesses of each size, within an allocation, in its
// last bytes, and just behind them; at odd addresses; in shared memory; after it was freed. Each kernel first touches
// what is right, so that the rest is not the first access.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check %t wrong > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
// RUN: %swcc --check -O0 -I%S/.. %s -o %t
// RUN: %softwarp check %t wrong > %t.txt 2>&1
// RUN: FileCheck %s < %t.txt
// With other tools on, each access is told of.
// RUN: %run env SOFTWARP_CHECK=memcheck,trace %t right 2>&1 | FileCheck --check-prefix=TRACE %s
// RUN: %run env SOFTWARP_CHECK=memcheck,synccheck,trace %t right 2>&1 | FileCheck --check-prefix=TRACE %s
// RUN: %run env SOFTWARP_CHECK=memcheck,initcheck %t right 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: for s in 1 2 4 8; do %softwarp check %t misaligned $s; done 2>&1 | FileCheck --check-prefix=ODD %s
#include "check.h"

template <typename T> __global__ void ends(T *values, int count, int more)
{
    T sum = values[0];
    for (int i = 0; i < count + more; i++)
        values[i] = sum;
}

template <> __global__ void ends<int4>(int4 *values, int count, int more)
{
    for (int i = 0; i < count + more; i++)
        values[i] = make_int4(i, i, i, i);
}

template <typename T> static void try_size(int more)
{
    T *values;
    cudaMalloc(&values, 3 * sizeof *values);
    cudaMemset(values, 0, 3 * sizeof *values);
    ends<T><<<1, 1>>>(values, 3, more);
}

template <typename T> __global__ void odd(char *bytes, int offset)
{
    *(T *)bytes = 1;
    *(T *)(bytes + offset) = 1;
}

__global__ void in_shared(short *out, int more)
{
    __shared__ short values[5]; // ends within 8 bytes
    for (int i = 0; i < 5 + more; i++)
        values[i] = i;
    out[0] = values[4];
}

__global__ void add(unsigned *sum, int more)
{
    for (int i = 0; i < 1 + more; i++)
        atomicAdd(sum + i, 1);
}

__global__ void touch(int *values) { values[threadIdx.x] = 1; }

int main(int argc, char **argv)
{
    int more = is_wrong(argc, argv), *freed;
    char *bytes;
    short *out;
    cudaMalloc(&bytes, 64);
    cudaMalloc(&out, 2);
    cudaMalloc(&freed, 16);
    if (argc > 2) {
        // ODD: cudaSuccess
        // ODD: cudaErrorMisalignedAddress
        // ODD: Invalid __global__ write of size 2 bytes
        // ODD: is misaligned: it is no multiple of 2
        // ODD: cudaErrorMisalignedAddress
        // ODD: Invalid __global__ write of size 4 bytes
        // ODD: is misaligned: it is no multiple of 4
        // ODD: cudaErrorMisalignedAddress
        // ODD: Invalid __global__ write of size 8 bytes
        // ODD: is misaligned: it is no multiple of 8
        switch (atoi(argv[2])) {
        case 1: odd<char><<<1, 1>>>(bytes, 3); break;
        case 2: odd<short><<<1, 1>>>(bytes, 1); break;
        case 4: odd<int><<<1, 1>>>(bytes, 6); break;
        case 8: odd<double><<<1, 1>>>(bytes, 4); break;
        }
        return finish();
    }
    // CHECK: Invalid __global__ write of size 1 byte
    // CHECK: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 3 bytes
    // TRACE-COUNT-3: write 1 at global[3]
    try_size<char>(more);
    // CHECK: Invalid __global__ write of size 2 bytes
    // CHECK: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 6 bytes
    // TRACE-COUNT-3: write 2 at global[6]
    try_size<short>(more);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 12 bytes
    // TRACE-COUNT-3: write 4 at global[12]
    try_size<float>(more);
    // CHECK: Invalid __global__ write of size 8 bytes
    // CHECK: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 24 bytes
    // TRACE-COUNT-3: write 8 at global[24]
    try_size<double>(more);
    // CHECK: Invalid __global__ write of size 16 bytes
    // CHECK: and is 1 byte after the nearest allocation at 0x{{[0-9a-f]+}} of size 48 bytes
    // TRACE-COUNT-3: write 16 at global[48]
    try_size<int4>(more);
    // CHECK: Invalid __shared__ write of size 2 bytes
    // CHECK: Address is 10 bytes from the start of the 10-byte variable values
    // CHECK: (2 times)
    // TRACE-COUNT-5: write 2 at shared+
    // TRACE: read 2 at shared+
    in_shared<<<1, 1>>>(out, 2 * more);
    // CHECK: Invalid __global__ atomic of size 4 bytes
    // TRACE: reduction 4 at global[4]+0
    unsigned *sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add<<<1, 1>>>(sum, more);
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK: inside the freed allocation
    // CHECK: (4 times)
    // TRACE-COUNT-8: write 4 at global[16]
    touch<<<1, 4>>>(freed);
    cudaDeviceSynchronize();
    if (more)
        cudaFree(freed);
    touch<<<1, 4>>>(freed);
    // RIGHT: ERROR SUMMARY: 0 errors
    // BOTH: cudaSuccess
    // BOTH-NOT: finding
    // CHECK: ERROR SUMMARY: 8 errors, 12 times
    return finish();
}
