// A handler of the program's signals may interrupt the thread that compares, at any place, and write to memory that is
// protected meanwhile. It cannot wait for the end of what it has interrupted.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t 2>&1 | FileCheck %s
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>
#include <unistd.h>

enum { WORDS = 16 * 1024 };

__global__ void until(volatile int *stop, int *out)
{
    while (!*stop) {
    }
    for (int i = threadIdx.x; i < WORDS; i += 32)
        out[i] = 1;
}

static volatile int *stop, *other;
static unsigned number;

static void set(int)
{
    *stop = 1;
    number = number * 5 + 1;
    other[(number >> 8) % (WORDS / 2) * 2 + 1] = 1;
}

int main()
{
    int *pinned, *out;
    std::atomic<bool> is_done{false};
    pthread_t self = pthread_self();
    cudaMallocHost(&pinned, sizeof *pinned);
    cudaMallocManaged(&out, WORDS * sizeof *out);
    stop = pinned;
    other = out;
    signal(SIGUSR1, set);
    std::thread sender([&] {
        while (!is_done) {
            usleep(30);
            pthread_kill(self, SIGUSR1);
        }
    });
    int ended = 0;
    for (int i = 0; i < 40; i++) {
        *stop = *out = 0;
        until<<<1, 32>>>(pinned, out);
        cudaError_t error = cudaDeviceSynchronize();
        ended += error == cudaSuccess && *out == 1;
    }
    is_done = true;
    sender.join();
    // CHECK: ended 40
    printf("ended %d\n", ended);
}
