// Threads draw tickets, far fewer than there are, until another thread moves the number past the end: by adding all that
// is missing, by an exchange, a maximum, a volatile store. Who stops them waits for what they do before.
// WIDE-CODE
// NO-GPU: how many tickets are drawn is the scheduler's affair; that it ends is what is tested
#include "../conformance.h"

enum { BLOCKS = 4, THREADS = 64, ENOUGH = 500, STATES = 64 };
static constexpr unsigned END = 1u << 30;

enum how { ADDED, EXCHANGED, RAISED, STORED };

template <how HOW>
__device__ void stop(unsigned *next, unsigned end)
{
    if (HOW == ADDED)
        atomicAdd(next, end);
    if (HOW == EXCHANGED)
        atomicExch(next, end);
    if (HOW == RAISED)
        atomicMax(next, end);
    if (HOW == STORED)
        *(volatile unsigned *)next = end;
}

__device__ void draw(unsigned *next, unsigned end, unsigned *states, unsigned *drawn)
{
    unsigned i;
    while ((i = atomicAdd(next, 1)) < end) {
        atomicAdd(&states[i % STATES], 1);
        atomicAdd(drawn, 1);
    }
}

/* The last block stops the others. */
template <how HOW>
__global__ void stop_blocks(unsigned *next, unsigned end, unsigned *states, unsigned *drawn)
{
    if (blockIdx.x < BLOCKS) {
        draw(next, end, states, drawn);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(drawn, 0) < ENOUGH)
            ;
        stop<HOW>(next, end);
    }
}

/* The last warp stops the others of its block. */
template <how HOW>
__global__ void stop_warps(unsigned end, unsigned *states, unsigned *drawn)
{
    __shared__ unsigned next;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    if (threadIdx.x < THREADS) {
        draw(&next, end, states, drawn);
    } else if (threadIdx.x == THREADS) {
        while (atomicAdd(drawn, 0) < ENOUGH)
            ;
        stop<HOW>(&next, end);
    }
}

template <how HOW>
static void test(bool of_block)
{
    unsigned *words;
    EXPECT_EQ(cudaMallocManaged(&words, (STATES + 2) * sizeof *words), cudaSuccess);
    memset(words, 0, (STATES + 2) * sizeof *words);
    unsigned *drawn = words + 1, *states = words + 2, sum = 0;
    if (of_block)
        stop_warps<HOW><<<1, THREADS + 32>>>(END, states, drawn);
    else
        stop_blocks<HOW><<<BLOCKS + 1, THREADS>>>(words, END, states, drawn);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < STATES; i++)
        sum += states[i];
    EXPECT_EQ(sum, *drawn);
    EXPECT_EQ(*drawn >= ENOUGH, true);
    EXPECT_EQ(cudaFree(words), cudaSuccess);
}

int main()
{
    for (bool of_block : {false, true}) {
        test<ADDED>(of_block);
        test<EXCHANGED>(of_block);
        test<RAISED>(of_block);
        test<STORED>(of_block);
    }
    return finish();
}
