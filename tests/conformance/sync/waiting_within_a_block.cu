// Threads of one block that wait for each other through shared memory, without barriers: the waiting thread must let the
// other one run, whichever of them comes first.
#include "../conformance.h"

__global__ void relay(int *out)
{
    __shared__ volatile int baton;
    if (threadIdx.x == 0)
        baton = int(blockDim.x) - 1;
    __syncthreads();
    while (baton != int(threadIdx.x)) { /* from the last thread to the first */
    }
    out[threadIdx.x] = baton;
    __threadfence_block();
    baton = int(threadIdx.x) - 1;
}

/* A queue with one producer and many consumers. */
__global__ void queue(int *taken, int n)
{
    __shared__ volatile int slots[16];
    __shared__ int head;
    __shared__ volatile int tail;
    __shared__ volatile int consumed;
    if (threadIdx.x == 0)
        head = 0, tail = 0, consumed = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < n; i++) {
            while (i - consumed >= 16) {
            }
            slots[i % 16] = i * 7;
            __threadfence_block();
            tail = i + 1;
        }
    } else if (threadIdx.x >= 32) {
        for (;;) {
            int mine = atomicAdd(&head, 1);
            if (mine >= n)
                break;
            while (tail <= mine) {
            }
            __threadfence_block();
            taken[mine] = slots[mine % 16];
            atomicAdd((int *)&consumed, 1);
        }
    }
}

int main()
{
    DeviceArray<int> out(100), taken(500);
    relay<<<1, 100>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < 100; i++)
        EXPECT_EQ(out.host()[i], i);
    /* One consumer: a slot is free again only when its reader has counted, and readers count out of order. */
    queue<<<1, 33>>>(taken, 500);
    CHECK_LAUNCH();
    for (int i = 0; i < 500; i++)
        EXPECT_EQ(taken.host()[i], i * 7);
    return finish();
}
