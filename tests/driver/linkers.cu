// Kernels are registered whichever linker links, before static constructors run.
// RUN: %swcc %s -o %t && %run %t | FileCheck %s
// RUN: %swcc -rdc=true %s -o %t && %run %t | FileCheck %s
// RUN: %swcc %s -o %t -Xcompiler -fuse-ld=gold && %run %t | FileCheck %s
// RUN: %swcc %s -o %t -Xcompiler -fuse-ld=lld && %run %t | FileCheck %s
// CHECK: before main: 7
// CHECK: in main: 8
#include <cstdio>

__global__ void set(int *out, int value) { *out = value; }

struct Launcher {
    int *word;
    Launcher()
    {
        cudaMallocManaged(&word, sizeof *word);
        set<<<1, 1>>>(word, 7);
        cudaDeviceSynchronize();
        printf("before main: %d\n", *word);
    }
} launcher;

int main()
{
    set<<<1, 1>>>(launcher.word, 8);
    cudaDeviceSynchronize();
    printf("in main: %d\n", *launcher.word);
}
