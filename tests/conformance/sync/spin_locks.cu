// Locks that threads spin for: across blocks, and among the threads of one warp, in the forms that programs use.
#include "../conformance.h"

__device__ int exchange_lock, cas_lock, tickets, serving;
__device__ int shared_count;

__device__ void with_exchange(volatile int *count)
{
    while (atomicExch(&exchange_lock, 1) != 0) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(&exchange_lock, 0);
}

/* The body inside the loop, with a flag: written for older GPUs. */
__device__ void with_flag(volatile int *count)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(&cas_lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(&cas_lock, 0);
            done = true;
        }
    }
}

/* Test and test-and-set, with a back-off. */
__device__ void with_back_off(volatile int *count, volatile int *lock)
{
    unsigned wait = 8;
    while (*lock != 0 || atomicCAS((int *)lock, 0, 1) != 0) {
        __nanosleep(wait);
        wait = min(wait * 2, 256u);
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    *lock = 0;
}

__device__ void with_tickets(volatile int *count)
{
    int mine = atomicAdd(&tickets, 1);
    while (*(volatile int *)&serving != mine) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicAdd(&serving, 1);
}

__global__ void contend(volatile int *counts, int *lock)
{
    with_exchange(counts);
    with_flag(counts + 1);
    with_back_off(counts + 2, lock);
    with_tickets(counts + 3);
}

/* A lock in shared memory. */
__global__ void within_block(int *out)
{
    __shared__ int lock;
    __shared__ volatile int count;
    if (threadIdx.x == 0)
        lock = 0, count = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        count = count + 1;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}

/* One lock per bucket: threads of a warp take different ones and the same ones. */
__global__ void buckets(int *locks, volatile int *counts)
{
    int bucket = threadIdx.x % 7;
    bool done = false;
    do {
        if (atomicCAS(&locks[bucket], 0, 1) == 0) {
            __threadfence();
            counts[bucket] = counts[bucket] + 1;
            __threadfence();
            atomicExch(&locks[bucket], 0);
            done = true;
        }
    } while (!done);
}

int main()
{
    DeviceArray<int> counts(4), lock(1), out(3), locks(7), bucket_counts(7);
    contend<<<3, 64>>>(counts.at, lock);
    CHECK_LAUNCH();
    for (int i = 0; i < 4; i++)
        EXPECT_EQ(counts.host()[i], 192);
    within_block<<<3, 96>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(out.host()[i], 288);
    buckets<<<2, 70>>>(locks, bucket_counts.at);
    CHECK_LAUNCH();
    for (int i = 0; i < 7; i++)
        EXPECT_EQ(bucket_counts.host()[i], 20);
    return finish();
}
