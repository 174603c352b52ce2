// What another process writes to memory that both have is not lost while launches are compared: those that write there
// run once, and others are compared.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t 2>&1 | FileCheck %s
// CHECK: right: 64 64
// CHECK: Warning: kernel add(int volatile*, int), launch {{.*}}was not compared
// CHECK-NEXT: it writes to memory that another process, or the host, may be using meanwhile
// CHECK: VERIFY SUMMARY: {{.*}} launches: 0 differ; 1 the same; {{.*}} not compared
#include <atomic>
#include <cstdio>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CELLS = 64, TIMES = 300, LONG = 20000, APART = 1 << 20 };
struct Shared {
    std::atomic<int> ready, done;
    cudaIpcMemHandle_t memory;
};

__global__ void add(volatile int *cells, int times)
{
    for (int i = 0; i < times; i++)
        cells[threadIdx.x] = cells[threadIdx.x] + 1;
}

static int child(Shared *shared)
{
    int *cells;
    while (!shared->ready)
        usleep(100);
    if (cudaIpcOpenMemHandle((void **)&cells, shared->memory, cudaIpcMemLazyEnablePeerAccess))
        return 1;
    for (int i = 0; i < TIMES; i++)
        add<<<1, CELLS>>>(cells + CELLS, 1);
    cudaDeviceSynchronize();
    shared->done = 1;
    return cudaIpcCloseMemHandle(cells);
}

static int right(const int *cells, int expected)
{
    int number = 0;
    for (int i = 0; i < CELLS; i++)
        number += cells[i] == expected;
    return number;
}

int main()
{
    Shared *shared = (Shared *)mmap(nullptr, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t other = fork();
    if (!other)
        _exit(child(shared));
    int *cells, *own, status, launches = 0, seen[2 * CELLS];
    cudaMalloc(&cells, sizeof seen);
    cudaMemset(cells, 0, sizeof seen);
    cudaDeviceSynchronize();
    cudaIpcGetMemHandle(&shared->memory, cells);
    shared->ready = 1;
    for (; !shared->done && launches < 2000; launches++) {
        add<<<1, CELLS>>>(cells, LONG);
        cudaDeviceSynchronize();
    }
    cudaMalloc(&own, APART);
    cudaMemset(own, 0, APART);
    add<<<1, CELLS>>>(own, 1);
    cudaDeviceSynchronize();
    waitpid(other, &status, 0);
    cudaMemcpy(seen, cells, sizeof seen, cudaMemcpyDeviceToHost);
    printf("right: %d %d\n", right(seen, launches * LONG), right(seen + CELLS, TIMES));
    fflush(stdout);
    cudaFree(cells);
    cudaFree(own);
    return status;
}
