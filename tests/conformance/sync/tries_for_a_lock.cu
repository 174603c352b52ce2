// Who gets a lock does what it protects before others have a turn, where that does not wait: with one worker nobody tries
// in vain. Were a turn taken between the two, everybody would try once for each time that somebody gets the lock.
// NO-GPU: how often threads try is the scheduler's affair
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_THREADS=1 %run %t
// RUN: env SOFTWARP_THREADS=1 SOFTWARP_SHUFFLE=7 %run %t
// RUN: %swcc -O0 %s -o %t.0
// RUN: env SOFTWARP_THREADS=1 %run %t.0
#include "../conformance.h"

enum { BLOCKS = 2, THREADS = 1024, TURNS = 3, ALL = BLOCKS * THREADS * TURNS };
enum form { BY_SWAP, BY_EXCHANGE, BY_ADDITION, BY_FLAG, DO_WHILE };

struct counts {
    int lock;
    unsigned total, failures;
};

__device__ void add(counts *c)
{
    __threadfence();
    *(volatile unsigned *)&c->total = *(volatile unsigned *)&c->total + 1;
    __threadfence();
}

template <form FORM>
__device__ unsigned add_with_lock(counts *c)
{
    unsigned failures = 0;
    if (FORM == BY_SWAP)
        while (atomicCAS(&c->lock, 0, 1))
            failures++;
    if (FORM == BY_EXCHANGE)
        while (atomicExch(&c->lock, 1))
            failures++;
    if (FORM == BY_ADDITION)
        while (atomicAdd(&c->lock, 1) != 0) {
            atomicSub(&c->lock, 1);
            failures++;
        }
    if (FORM == DO_WHILE) {
        int seen;
        failures--;
        do {
            seen = atomicCAS(&c->lock, 0, 1);
            failures++;
        } while (seen);
    }
    if (FORM == BY_FLAG) {
        bool done = false;
        while (!done) {
            if (atomicCAS(&c->lock, 0, 1) == 0) {
                add(c);
                atomicExch(&c->lock, 0);
                done = true;
            } else {
                failures++;
            }
        }
        return failures;
    }
    add(c);
    atomicExch(&c->lock, 0);
    return failures;
}

template <form FORM>
__global__ void contend(counts *c)
{
    unsigned failures = 0;
    for (int i = 0; i < TURNS; i++)
        failures += add_with_lock<FORM>(c);
    atomicAdd(&c->failures, failures);
}

template <form FORM>
static void test()
{
    counts *c;
    EXPECT_EQ(cudaMallocManaged(&c, sizeof *c), cudaSuccess);
    *c = {};
    contend<FORM><<<BLOCKS, THREADS>>>(c);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(c->total, (unsigned)ALL);
    EXPECT_EQ(c->failures, 0u);
    EXPECT_EQ(cudaFree(c), cudaSuccess);
}

int main()
{
    test<BY_SWAP>();
    test<BY_EXCHANGE>();
    test<BY_ADDITION>();
    test<BY_FLAG>();
    test<DO_WHILE>();
    return finish();
}
