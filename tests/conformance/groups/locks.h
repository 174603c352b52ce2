// A lock of any kind of semaphore, for a block of threads.
#pragma once
#include <new>

/* Shared memory for an object that a thread makes there. */
template <class T> struct room {
    alignas(T) unsigned char bytes[sizeof(T)];
    __device__ T &object() { return *reinterpret_cast<T *>(bytes); }
    __device__ void make(ptrdiff_t count) { new (bytes) T(count); }
};

/* No two threads are in at once: what they do is not atomic. */
template <class Semaphore> __global__ void lock(int *out)
{
    __shared__ room<Semaphore> mutex;
    __shared__ int count, sum;
    if (threadIdx.x == 0) {
        mutex.make(1);
        count = sum = 0;
    }
    __syncthreads();
    for (int turn = 0; turn < 3; turn++) {
        mutex.object().acquire();
        int seen = count;
        sum += (int)threadIdx.x * (turn + 1);
        count = seen + 1;
        mutex.object().release();
    }
    __syncthreads();
    out[threadIdx.x] = sum * 1000 + count;
}

/* What each thread has at last. */
static int locked(int threads) { return threads * (threads - 1) / 2 * 6 * 1000 + 3 * threads; }
