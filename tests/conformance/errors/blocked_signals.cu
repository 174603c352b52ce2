// A program may block all signals before its first call, in the thread that launches or in another: an illegal access in a
// kernel is an error code, whoever runs the block, and the thread's mask stays what it was.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %run %t main 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %run %t main 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=1 %run %t polls 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %run %t other 2>&1 | FileCheck %s
// RUN: %softwarp verify %t main 2>&1 | FileCheck --check-prefixes=CHECK,VERIFY %s
#include <csignal>
#include <cstdio>
#include <cstring>
#include <pthread.h>

__global__ void fill(int *values, int value)
{
    values[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static void fail(bool polls)
{
    int *values, last;
    cudaMalloc(&values, 4096 * sizeof(int));
    fill<<<64, 64>>>(values, 3);
    cudaMemcpy(&last, values + 4095, sizeof last, cudaMemcpyDeviceToHost);
    fill<<<64, 64>>>((int *)64, 1);
    while (polls && cudaStreamQuery(0) == cudaErrorNotReady) {
    }
    fprintf(stderr, "%d, then %s\n", last, cudaGetErrorName(cudaDeviceSynchronize()));
}

static void *fail_in_thread(void *)
{
    fail(false);
    return nullptr;
}

int main(int argc, char **argv)
{
    sigset_t all, before, after;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    sigprocmask(SIG_SETMASK, nullptr, &before);
    pthread_t thread;
    if (!strcmp(argv[argc - 1], "other")) {
        pthread_create(&thread, nullptr, fail_in_thread, nullptr);
        pthread_join(thread, nullptr);
    } else
        fail(!strcmp(argv[argc - 1], "polls"));
    sigprocmask(SIG_SETMASK, nullptr, &after);
    bool is_same = true;
    for (int signal = 1; signal < 32; signal++)
        is_same &= sigismember(&before, signal) == sigismember(&after, signal);
    fprintf(stderr, "mask: %s\n", is_same ? "the same" : "another");
}

// CHECK: 3, then cudaErrorIllegalAddress
// CHECK: mask: the same
// VERIFY: VERIFY SUMMARY: 2 launches: 0 differ
