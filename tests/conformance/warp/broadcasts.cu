// NO-GPU: GPUs since Volta do not promise that lanes run in step
/* One lane of a warp writes what all of them read at the same place of volatile memory, without a barrier: how persistent
 * warps fetched their work before CUDA 9 (Aila and Laine, Understanding the Efficiency of Ray Traversal on GPUs, 2009). */
#include "../conformance.h"

enum { WARPS = 4, ITEMS = 5000 };
__device__ int counter;

__device__ int lane() { return threadIdx.x & 31; }

/* Lane 0 fetches for all. */
__global__ void fetch_for_all(int *done)
{
    __shared__ volatile int next[WARPS];
    volatile int &base = next[threadIdx.y];
    for (;;) {
        if (lane() == 0) base = atomicAdd(&counter, 32);
        int i = base + lane();
        if (i >= ITEMS) break;
        atomicAdd(&done[i], 1);
    }
}

/* Blocks of one dimension; the read comes before the write of the next turn. */
__global__ void fetch_ahead(int *done)
{
    __shared__ volatile int next[WARPS];
    int warp = threadIdx.x / 32;
    if (lane() == 0) next[warp] = atomicAdd(&counter, 32);
    int i;
    while ((i = next[warp] + lane()) < ITEMS) {
        atomicAdd(&done[i], 1);
        if (lane() == 0) next[warp] = atomicAdd(&counter, 32);
    }
}

/* Lanes that have no work fetch, the first of them for all of these. */
__global__ void fetch_for_the_idle(int *done)
{
    __shared__ volatile int next[WARPS];
    volatile int &base = next[threadIdx.y];
    int item = -1, left = 0;
    for (;;) {
        bool is_idle = left == 0;
        unsigned idle = __ballot(is_idle);
        int place = __popc(idle & ((1u << lane()) - 1));
        if (is_idle) {
            if (place == 0) base = atomicAdd(&counter, __popc(idle));
            item = base + place;
            if (item >= ITEMS) break;
            left = item % 3 + 1;
        }
        if (--left == 0) atomicAdd(&done[item], 1);
    }
}

/* A reduction in a loop that waits for the host's, or another block's, word. */
__global__ void sums_while_waiting(int *done, volatile int *words)
{
    __shared__ volatile int v[WARPS * 64];
    volatile int *mine = &v[threadIdx.y * 64];
    int t = lane();
    mine[t + 32] = 0;
    for (int round = 0;; round++) {
        mine[t] = t + round;
        mine[t] += mine[t + 16];
        mine[t] += mine[t + 8];
        mine[t] += mine[t + 4];
        mine[t] += mine[t + 2];
        mine[t] += mine[t + 1];
        if (t == 0 && mine[0] == 32 * round + 496) atomicAdd(&done[round % ITEMS], 1);
        if (round > 20) atomicExch((int *)words, 1);
        if (*words) break;
    }
}

static void each_once(const char *name, void (*kernel)(int *), dim3 block)
{
    DeviceArray<int> done(ITEMS);
    int zero = 0, wrong = 0;
    CHECK(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
    kernel<<<2, block>>>(done.at);
    CHECK_LAUNCH();
    for (int n : done.host()) wrong += n != 1;
    expect_equal(__FILE__, __LINE__, name, wrong, 0);
}

int main()
{
    each_once("for all", fetch_for_all, dim3(32, WARPS));
    each_once("ahead", fetch_ahead, dim3(32 * WARPS));
    each_once("for the idle", fetch_for_the_idle, dim3(32, WARPS));
    DeviceArray<int> done(ITEMS), words(1);
    sums_while_waiting<<<1, dim3(32, WARPS)>>>(done.at, words.at);
    CHECK_LAUNCH();
    EXPECT_EQ(done.host()[0], (int)WARPS);
    EXPECT_EQ(done.host()[1] > 0, true);
    return finish();
}
