// A fault ends the device's other kernels, and the other blocks of its own, though these be in loops that ask nobody:
// one that draws numbers to a far bound, one that only computes, in a function and in a module of its own.
// UNSUPPORTED: quick
// RUN: %swcc -O2 %s %S/Inputs/loops_module.cu -o %t
// RUN: env SOFTWARP_THREADS=2 %run %t
// RUN: env SOFTWARP_THREADS=2 SOFTWARP_LANES=1 %run %t
// RUN: env SOFTWARP_THREADS=3 SOFTWARP_LANES=8 %run %t
// RUN: %swcc -G %s %S/Inputs/loops_module.cu -o %t.debug
// RUN: env SOFTWARP_THREADS=2 %run %t.debug
// RUN: %swcc --cpu=portable -shared -Xcompiler -fPIC %S/Inputs/loops_module.cu -o %t.so
// RUN: %swcc --cpu=portable %s %t.so -o %t.library
// RUN: env SOFTWARP_THREADS=2 %run %t.library
#include "../conformance.h"

#include <cassert>

#include "Inputs/loops_module.h"

__global__ void draw(unsigned *next, unsigned *out, unsigned bound)
{
    unsigned ticket;
    while ((ticket = atomicAdd(next, 1)) < bound)
        out[ticket % 32] = ticket;
}

__device__ __noinline__ unsigned long long turned(unsigned long long x, unsigned long long turns)
{
    for (unsigned long long i = 0; i < turns; i++)
        x = (x ^ x << 13 ^ x >> 7) + i;
    return x;
}

__global__ void call(unsigned *started, unsigned long long *out, unsigned long long turns)
{
    atomicExch(started, 1);
    out[threadIdx.x] = turned(threadIdx.x + 1, turns);
}

__global__ void fail(const unsigned *started)
{
    assert(!*started);
}

/* One block draws, the other fails. */
__global__ void both(unsigned *next, unsigned *out, unsigned bound)
{
    if (blockIdx.x) {
        while (!*(volatile unsigned *)next)
            ;
        assert(!next);
    }
    unsigned ticket;
    while ((ticket = atomicAdd(next, 1)) < bound)
        out[ticket % 32] = ticket;
}

struct Memory {
    unsigned *word, *out;
    unsigned long long *sums;
    cudaStream_t loops, fails;

    Memory()
    {
        EXPECT_EQ(cudaMallocManaged(&word, sizeof *word), cudaSuccess);
        EXPECT_EQ(cudaMallocManaged(&out, 32 * sizeof *out), cudaSuccess);
        EXPECT_EQ(cudaMallocManaged(&sums, 32 * sizeof *sums), cudaSuccess);
        EXPECT_EQ(cudaStreamCreate(&loops), cudaSuccess);
        EXPECT_EQ(cudaStreamCreate(&fails), cudaSuccess);
        *word = 0;
        memset(sums, 0, 32 * sizeof *sums);
    }

    /* The loop has begun before the other kernel comes, so they have a worker each. */
    void fail_beside()
    {
        while (!*(volatile unsigned *)word)
            cudaStreamQuery(loops);
        fail<<<1, 1, 0, fails>>>(word);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
    }

    void fail_and_reset()
    {
        fail_beside();
        for (int i = 0; i < 32; i++)
            EXPECT_EQ(sums[i], 0ull);
        EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    }
};

int main()
{
    const unsigned far = 4000000000u;
    const unsigned long long years = 1ull << 60;
    {
        Memory m;
        draw<<<1, 32, 0, m.loops>>>(m.word, m.out, far);
        m.fail_beside();
        EXPECT_EQ(*m.word > 0 && *m.word < far, true);
        EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    }
    {
        Memory m;
        both<<<2, 32>>>(m.word, m.out, far);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
        EXPECT_EQ(*m.word > 0 && *m.word < far, true);
        EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    }
    {
        Memory m;
        call<<<1, 32, 0, m.loops>>>(m.word, m.sums, years);
        m.fail_and_reset();
    }
    {
        Memory m;
        call_of_module(m.word, m.sums, years, m.loops);
        m.fail_and_reset();
    }
    Memory m;
    draw<<<4, 32>>>(m.word, m.out, 1000);
    call<<<1, 32>>>(m.word, m.sums, 2);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*m.word, 1u);
    EXPECT_EQ(m.sums[31] != 0, true);
    return finish();
}
