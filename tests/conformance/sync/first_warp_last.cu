// A block whose threads read the task that thread 0 has taken for them, and do not wait before thread 0 takes the next:
// one barrier in a turn of the loop where two are needed. That is a race. A GPU's warps read right behind the barrier,
// long before thread 0 has come around; so thread 0 goes on last here too. Where 8 or 16 lanes go on together, and in
// shuffled order, the race may show as what it is.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %run %t
// RUN: env SOFTWARP_THREADS=2 %run %t
// RUN: env SOFTWARP_LANES=32 %run %t
// RUN: env SOFTWARP_LANES=1 %run %t
#include "../conformance.h"

enum { TASKS = 100, BLOCK = 512 };

__global__ void work(int *done, int *next)
{
    __shared__ int task;
    if (threadIdx.x == 0)
        task = atomicAdd(next, 1);
    __syncthreads();
    while (task < TASKS) {
        atomicAdd(&done[task], 1);
        if (threadIdx.x == 0)
            task = atomicAdd(next, 1);
        __syncthreads();
    }
}

int main()
{
    int *done;
    CHECK(cudaMallocManaged(&done, (TASKS + 1) * sizeof(int)));
    CHECK(cudaMemset(done, 0, (TASKS + 1) * sizeof(int)));
    work<<<3, BLOCK>>>(done, done + TASKS);
    CHECK_LAUNCH();
    for (int i = 0; i < TASKS; i++)
        EXPECT_EQ(done[i], BLOCK);
    return finish();
}
