// TIMEOUT: 30
// Locks and semaphores whose atomic operations look like those of loops that need not wait: a lock bit in a word, an
// addition that is taken back, a compare-and-swap that may succeed in changing nothing.
// NO-GPU: warps that try together may take a semaphore back for ever
#include "../conformance.h"

enum { BLOCKS = 4, THREADS = 64 };
static constexpr unsigned LOCKED = 0x80000000u;

/* Plain on purpose: only mutual exclusion makes it right. The barrier lets other threads run in between. */
__device__ void count(int *counter)
{
    int before = *(volatile int *)counter;
    __syncwarp(1u << threadIdx.x % 32);
    *(volatile int *)counter = before + 1;
    __threadfence();
}

__global__ void lock_bit(unsigned *word, int *counter)
{
    unsigned old = 0, expected;
    do {
        expected = old & ~LOCKED;
        old = atomicCAS(word, expected, expected | LOCKED);
    } while (old != expected);
    __threadfence();
    count(counter);
    atomicAdd(word, LOCKED + 1);
}

__global__ void taken_back(int *semaphore, int *counter)
{
    while (atomicSub(semaphore, 1) <= 0)
        atomicAdd(semaphore, 1);
    __threadfence();
    count(counter);
    atomicAdd(semaphore, 1);
}

__global__ void nothing_changed(int *semaphore, int *counter)
{
    int old = *(volatile int *)semaphore, assumed;
    do {
        assumed = old;
        old = atomicCAS(semaphore, assumed, assumed > 0 ? assumed - 1 : assumed);
    } while (!(old == assumed && assumed > 0));
    __threadfence();
    count(counter);
    atomicAdd(semaphore, 1);
}

int main()
{
    int *word;
    CHECK(cudaMallocManaged(&word, 2 * sizeof *word));
    word[0] = word[1] = 0;
    lock_bit<<<BLOCKS, THREADS>>>(reinterpret_cast<unsigned *>(word), word + 1);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(word[1], BLOCKS * THREADS);
    word[0] = 1, word[1] = 0;
    taken_back<<<BLOCKS, THREADS>>>(word, word + 1);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(word[1], BLOCKS * THREADS);
    word[0] = 1, word[1] = 0;
    nothing_changed<<<BLOCKS, THREADS>>>(word, word + 1);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(word[1], BLOCKS * THREADS);
    return finish();
}
