// Verification takes as much memory again as a launch writes to, and not twice that; of memory that is not written to,
// nothing.
// UNSUPPORTED: sanitize
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t 2>&1 | FileCheck %s
#include <cstdio>
#include <sys/resource.h>

constexpr long WORDS = 24 << 20, BYTES = WORDS * 4;

__global__ void increase(int *values, long from)
{
    values[from + blockIdx.x * blockDim.x + threadIdx.x] += 5;
}

static long most()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024L;
}

static void say(const char *what, long before, double least, double largest)
{
    double grown = double(most() - before) / BYTES;
    printf("%s: %s\n", what, grown >= least && grown <= largest ? "right" : "wrong");
    fprintf(stderr, "%s: grown by %.2f\n", what, grown);
}

int main()
{
    int *values;
    cudaMalloc(&values, BYTES);
    cudaMemset(values, 0, BYTES);
    increase<<<1, 256>>>(values, 0);
    cudaDeviceSynchronize();
    long before = most();
    increase<<<WORDS / 256 / 100, 256>>>(values, WORDS / 2);
    cudaDeviceSynchronize();
    // CHECK-DAG: a hundredth: right
    say("a hundredth", before, 0, 0.05);
    increase<<<WORDS / 256, 256>>>(values, 0);
    cudaDeviceSynchronize();
    // CHECK-DAG: all: right
    say("all", before, 0.9, 1.2);
    // CHECK-DAG: VERIFY SUMMARY: 3 launches: 0 differ; 3 the same
    return 0;
}
