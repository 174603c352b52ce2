// Kernels are registered whichever linker links, before static constructors run.
// RUN: %swcc -c %s -o %t.o && %swcc -dc %s -o %t.rdc.o
// RUN: %swcc %t.o -o %t && %run %t | FileCheck %s
// RUN: %swcc %t.rdc.o -o %t && %run %t | FileCheck %s
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=gold && %run %t | FileCheck %s
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=lld && %run %t | FileCheck %s
//
// A linker that makes one function of all that are alike takes stubs for the same: their launches fail, and say why.
// RUN: %swcc -Xcompiler -ffunction-sections -c %s -o %t.o && %swcc -Xcompiler -ffunction-sections -dc %s -o %t.rdc.o
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=lld -Xlinker --icf=safe && %run %t | FileCheck %s
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=gold -Xlinker --icf=safe && %run %t | FileCheck %s
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=lld -Xlinker --icf=all && %run %t 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: %swcc %t.o -o %t -Xcompiler -fuse-ld=gold -Xlinker --icf=all && %run %t 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: %swcc %t.rdc.o -o %t -Xcompiler -fuse-ld=lld -Xlinker --icf=all && %run %t 2>&1 | FileCheck %s --check-prefix=FOLDED
// FOLDED-DAG: softwarp: the linker has made one function of those that launch {{.*}}: link without --icf=all, or with --icf=safe
// FOLDED-DAG: in main: 0 0
// CHECK: before main: 7
// CHECK: in main: 8 9
#include <cstdio>

__global__ void set(int *out, int value) { *out = value; }
__global__ void add(int *out, int value) { *out += value; }
template <class T> __global__ void first(T *out) { *out = 4; }
template <class T> __global__ void second(T *out) { *out += 5; }

struct Launcher {
    int *word;
    Launcher()
    {
        cudaMallocManaged(&word, 2 * sizeof *word);
        set<<<1, 1>>>(word, 7);
        cudaDeviceSynchronize();
        printf("before main: %d\n", *word);
    }
} launcher;

int main()
{
    *launcher.word = 0;
    set<<<1, 1>>>(launcher.word, 5);
    add<<<1, 1>>>(launcher.word, 3);
    first<<<1, 1>>>(launcher.word + 1);
    second<<<1, 1>>>(launcher.word + 1);
    cudaDeviceSynchronize();
    printf("in main: %d %d\n", launcher.word[0], launcher.word[1]);
}
