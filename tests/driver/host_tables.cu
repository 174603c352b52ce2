// A const array of the host is no __constant__ variable, however large; one that kernels read is one.
// RUN: %swcc %s -o %t && %run %t | FileCheck %s
// RUN: %if !quick %{ %swcc -rdc=true %s -o %t && %run %t | FileCheck %s %}
// RUN: not %swcc -c %s -DREADS -o %t.o 2>&1 | FileCheck %s --check-prefix=READS
// CHECK: 5: 3 4 7
// READS: error: the __constant__ variables take 131072 bytes; 65536 is the most (the largest is '{{.*}}table{{.*}}', with 131072)
#include <cstdio>

extern const unsigned table[];
const unsigned table[32 << 10] = {1, 2, 3};
static const double own[16 << 10] = {4};
constexpr int values[20000] = {7};

__global__ void five(unsigned *out)
{
    *out = 5;
#ifdef READS
    *out = table[*out];
#endif
}

int main()
{
    unsigned *out;
    cudaMallocManaged(&out, sizeof *out);
    five<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%u: %u %g %d\n", *out, table[2], own[0], values[0]);
}
