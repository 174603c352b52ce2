// A program that ends without its usual end has not said how many launches it had: nothing is told of their number, and the
// status is the program's own.
// RUN: %swcc %s -o %t
// RUN: sh -c '%softwarp verify %t 2>&1; echo status $?' | FileCheck --check-prefix=USUAL %s
// RUN: sh -c '%softwarp verify %t early 2>&1; echo status $?' | FileCheck --check-prefix=EARLY %s
// RUN: sh -c '%softwarp verify %t killed 2>&1; echo status $?' | FileCheck --check-prefix=KILLED %s
#include <csignal>
#include <cstring>
#include <unistd.h>

__global__ void fill(int *values)
{
    values[threadIdx.x] = threadIdx.x;
}

int main(int argc, char **argv)
{
    int *values;
    cudaMalloc(&values, 64 * sizeof(int));
    fill<<<1, 64>>>(values);
    cudaDeviceSynchronize();
    if (!strcmp(argv[argc - 1], "early")) _exit(3);
    if (!strcmp(argv[argc - 1], "killed")) kill(getpid(), SIGKILL);
}

// USUAL: VERIFY SUMMARY: 1 launch: 0 differ; 1 the same
// USUAL: status 0
// EARLY-NOT: the same
// EARLY: VERIFY SUMMARY: the program ended before it could say how many launches it had
// EARLY: status 3
// KILLED: VERIFY SUMMARY: the program ended before it could say how many launches it had
// KILLED: status 137
