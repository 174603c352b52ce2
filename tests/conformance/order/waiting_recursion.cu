// Recursion in place of a loop that polls: what a thread waits for comes although it calls itself until then, be it done
// by another thread of its warp or by another block.
// NO-GPU: how deep it goes, and so whether the stack is large enough, is the affair of a GPU's scheduler
#include "../conformance.h"

/* By itself, with the call behind which nothing comes, and with one behind which something does. */
__device__ __noinline__ int until(volatile int *flag, int tries) { return *flag ? tries : until(flag, tries + 1); }

__device__ __noinline__ int count(int *flag) { return atomicAdd(flag, 0) ? 1 : count(flag) + 1; }

/* Each other: only one of them looks, and the other only goes by what it is told. */
__device__ int look(volatile int *flag, int tries);
__device__ __noinline__ int decide(volatile int *flag, int seen, int tries)
{
    return seen ? tries : look(flag, tries + 1);
}
__device__ __noinline__ int look(volatile int *flag, int tries) { return decide(flag, *flag, tries); }

/* Through what is returned, and through memory. */
__device__ __noinline__ int answer(volatile int *flag, int depth)
{
    if (depth > 3)
        return *flag;
    if (answer(flag, depth + 1))
        return 1;
    return depth ? 0 : answer(flag, 0);
}

struct Waiter {
    int seen, tries;
};
__device__ __noinline__ void turn(Waiter *own, int *flag)
{
    if (own->seen)
        return;
    own->seen = atomicCAS(flag, 5, 5) != 0;
    own->tries++;
    turn(own, flag);
}

/* Through a pointer to a function. */
struct Step {
    int (*next)(volatile int *flag, const Step *step, int tries);
};
__device__ int go(volatile int *flag, const Step *step, int tries)
{
    return *flag ? tries : step->next(flag, step, tries + 1);
}

__device__ int wait(int how, int *flag)
{
    switch (how) {
    case 0:
        return until(flag, 1);
    case 1:
        return count(flag);
    case 2:
        return look(flag, 1);
    case 3:
        return answer(flag, 0);
    case 4: {
        Waiter own = {0, 0};
        turn(&own, flag);
        return own.tries;
    }
    default: {
        Step step = {go};
        return go(flag, &step, 1);
    }
    }
}

/* The first thread waits for the last one, whatever the order. */
template <int HOW> __global__ void threads(int *flag, int *tries)
{
    const int last = blockDim.x - 1;
    if (threadIdx.x == 0 || threadIdx.x == last - 1)
        tries[threadIdx.x == 0] = wait(HOW, flag);
    else if (threadIdx.x == last / 2)
        atomicExch(flag, 1);
}

template <int HOW> __global__ void blocks(int *flag, int *tries)
{
    if (blockIdx.x == 0 || blockIdx.x == 2)
        tries[blockIdx.x == 0] = wait(HOW, flag);
    else
        atomicExch(flag, 1);
}

template <int HOW> void run()
{
    for (int how = 0; how < 2; how++) {
        DeviceArray<int> flag(1), tries(2);
        if (how)
            threads<HOW><<<1, 64>>>(flag, tries);
        else
            blocks<HOW><<<3, 1>>>(flag, tries);
        CHECK_LAUNCH();
        EXPECT(tries.host()[0] > 0);
        EXPECT(tries.host()[1] > 0);
    }
}

int main()
{
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
    run<0>();
    run<1>();
    run<2>();
    run<3>();
    run<4>();
    run<5>();
    return finish();
}
