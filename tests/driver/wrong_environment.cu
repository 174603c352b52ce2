// Values of the environment that are not understood are said, and what is taken instead.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_DEVICES=17 %run %t 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: env SOFTWARP_DEVICES=two %run %t 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: env SOFTWARP_DEVICES=-1 %run %t 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: env SOFTWARP_DEVICES=16 %run %t 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: env SOFTWARP_THREADS=many SOFTWARP_LANES=7 %run %t 2>&1 | FileCheck %s --check-prefix=OTHERS
// MORE: softwarp: SOFTWARP_DEVICES=17 is not a number from 0 to 16; there are 16
// MORE: 16 devices
// WORD: softwarp: SOFTWARP_DEVICES=two is not a number from 0 to 16; there is 1
// WORD: 1 devices
// LESS: softwarp: SOFTWARP_DEVICES=-1 is not a number from 0 to 16; there is 1
// MOST-NOT: softwarp:
// MOST: 16 devices
// OTHERS: softwarp: SOFTWARP_THREADS=many is not a number from 1 to 4096
// OTHERS: softwarp: SOFTWARP_LANES=7 is not 1, 8, 16 or 32
#include <cstdio>
__global__ void nothing() {}
int main()
{
    int count;
    cudaGetDeviceCount(&count);
    nothing<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d devices\n", count);
}
