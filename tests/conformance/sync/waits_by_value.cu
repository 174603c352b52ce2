// What was polled goes by value, in a structure, into a function that says whether to go on: in a loop, and in a function
// that calls itself. The first warp of each block waits for the second one.
// NO-GPU: how deep the recursion gets is the scheduler's affair; that it ends is what is tested
#include "../conformance.h"

enum { BLOCKS = 4, DEEPEST = 400 };

struct snapshot {
    int value, more[2];
};

__device__ __noinline__ int other(int i)
{
    return i * 3 + 1;
}

__device__ __noinline__ bool is_set(snapshot s, int i)
{
    return s.value + s.more[i & 1] > 0;
}

__device__ void wait_in_loop(const volatile int *flag)
{
    for (int n = 0;; n++) {
        snapshot s = {*flag, {0, 0}};
        if (is_set(s, other(n)))
            return;
    }
}

__device__ __noinline__ int wait_in_recursion(snapshot s, const volatile int *flag, int depth)
{
    if (s.value || depth > DEEPEST)
        return depth + s.more[0];
    snapshot next = s;
    next.value = *flag;
    next.more[depth & 1] = 0;
    return wait_in_recursion(next, flag, depth + 1) + next.more[1];
}

__global__ void wait(volatile int *flags, int *ended)
{
    if (threadIdx.x == 0) {
        snapshot s = {0, {0, 0}};
        if (wait_in_recursion(s, flags, 0) <= DEEPEST)
            atomicAdd(&ended[0], 1);
        wait_in_loop(flags + 1);
        atomicAdd(&ended[1], 1);
    } else if (threadIdx.x == 32) {
        flags[0] = 1;
        flags[1] = 1;
    }
}

int main()
{
    int *words;
    EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10), cudaSuccess);
    EXPECT_EQ(cudaMallocManaged(&words, 4 * sizeof *words), cudaSuccess);
    memset(words, 0, 4 * sizeof *words);
    wait<<<BLOCKS, 64>>>(words, words + 2);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(words[2], BLOCKS);
    EXPECT_EQ(words[3], BLOCKS);
    EXPECT_EQ(cudaFree(words), cudaSuccess);
    return finish();
}
