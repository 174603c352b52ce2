// NO-GPU: loops that wait for lanes of their own warp: how long they take on a GPU is its scheduler's affair
/* Some lanes of a warp stop at an operation without a mask (__activemask, coalesced_threads, or where the compiler keeps
 * lanes in step that exchange values through volatile memory), and the others poll for what they do next, in loops that
 * stop at such operations, too. Independent thread scheduling promises that all get on, whatever stands lower in the
 * code, whatever other warps do, and however many have to wait for each other. */
#include "../conformance.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* Half of a warp polls with an operation in its loop; the others have one operation each before they say so. */
template <bool POLLS_FIRST> __global__ void one_warp(int *flag, int *ended)
{
    int lane = threadIdx.x % 32;
    unsigned seen = 0;
    if (POLLS_FIRST ? lane < 16 : lane >= 16) {
        do seen += __popc(__activemask());
        while (atomicAdd(flag, 0) < blockDim.x / 2);
    } else {
        seen = __popc(__activemask());
        __threadfence();
        atomicAdd(flag, 1);
    }
    if (seen) atomicAdd(ended, 1);
}

/* The same where several operations stand in the way, and each lane waits for the one before it. */
__global__ void one_by_one(volatile int *turn, int *ended)
{
    int lane = threadIdx.x;
    unsigned seen = 0;
    while (*turn != lane) seen += __popc(__activemask());
    for (int i = 0; i < 3; i++) seen += __popc(__activemask());
    __threadfence();
    *turn = lane + 1;
    do seen += __popc(__activemask());
    while (*turn < blockDim.x);
    if (seen) atomicAdd(ended, 1);
}

/* Warp 0 is in two parts, and another spins all the while. */
__global__ void beside_a_warp(int *flag, int *ended)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, seen = 0;
    volatile int *polled = flag;
    if (warp == 0 && lane < 16) {
        seen = __popc(__activemask());
        __threadfence();
        if (lane == 0) atomicExch(flag, 1);
    } else if (warp == 0) {
        while (!*polled) seen++;
        seen = 1;
    } else {
        int value;
        do {
            seen += __popc(__activemask());
            value = *polled;
        } while (!value);
    }
    if (seen) atomicAdd(ended, 1);
}

__global__ void groups_beside_a_warp(int *count, int *ended)
{
    if (threadIdx.x < 32) {
        if (threadIdx.x % 2) {
            auto group = cg::coalesced_threads();
            if (group.thread_rank() == 0) atomicAdd(count, group.size());
        } else {
            while (atomicAdd(count, 0) < 16) {}
        }
    } else {
        int value;
        do {
            auto group = cg::coalesced_threads();
            value = group.thread_rank() == 0 ? atomicAdd(count, 0) : 0;
            value = group.shfl(value, 0);
        } while (value < 16);
    }
    atomicAdd(ended, 1);
}

/* Two warps that meet again and again, and read the flag by a plain load; the third has yet to set it. */
__global__ void beside_barriers(int *flag, int *stop, int *ended)
{
    int lane = threadIdx.x % 32;
    if (threadIdx.x >= 32) {
        int stops;
        do {
            if (threadIdx.x == 32) *stop = *flag;
            asm volatile("bar.sync 1, 64;" ::: "memory");
            stops = *stop;
            asm volatile("bar.sync 1, 64;" ::: "memory");
        } while (!stops);
    } else if (lane < 5) {
        int seen = __popc(__activemask());
        if (lane == seen - 1 || lane == 0) atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {}
    }
    atomicAdd(ended, 1);
}

/* Producers and consumers in one warp, both by groups. */
__device__ int head, tail, items[256];

__device__ void push(int value)
{
    auto group = cg::coalesced_threads();
    int first = group.thread_rank() == 0 ? atomicAdd(&tail, (int)group.size()) : 0;
    first = group.shfl(first, 0);
    *(volatile int *)&items[first + group.thread_rank()] = value + 1;
}

__device__ int pop()
{
    int mine = atomicAdd(&head, 1);
    for (;;) {
        auto group = cg::coalesced_threads();
        int end = group.thread_rank() == 0 ? atomicAdd(&tail, 0) : 0;
        end = group.shfl(end, 0);
        int value = end > mine ? *(volatile int *)&items[mine] : 0;
        if (value) return value - 1;
    }
}

__global__ void queue(int *sum)
{
    if (threadIdx.x % 4 == 0) atomicAdd(sum, pop());
    if (threadIdx.x % 4 == 1) push(threadIdx.x);
}

/* No warp function: who waits writes a heartbeat in each turn, which others read behind the loop. */
template <bool WITH_BARRIER> __global__ void heartbeats(volatile int *beats, int *flag, int *ended)
{
    int lane = threadIdx.x;
    if (lane % 2 == 0) {
        int n = 0;
        do beats[lane] = ++n;
        while (atomicAdd(flag, 0) < blockDim.x / 2);
    } else {
        beats[lane] = 1000 + lane;
        __threadfence();
        atomicAdd(flag, 1);
    }
    if (WITH_BARRIER) __syncthreads();
    int other = WITH_BARRIER ? lane ^ 1 : lane;
    atomicAdd(ended, other % 2 ? beats[other] == 1000 + other : beats[other] > 0);
}

/* Eisenberg and McGuire's lock, of which somebody reads behind. */
enum { IDLE, WAITING, ACTIVE };
__device__ volatile int states[64], whose, counted;

__global__ void lock_by_loads(int n, int *ended)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x, at;
    do {
        states[me] = WAITING;
        __threadfence();
        at = whose;
        while (at != me) at = states[at] != IDLE ? whose : (at + 1) % n;
        states[me] = ACTIVE;
        __threadfence();
        at = 0;
        while (at < n && (at == me || states[at] != ACTIVE)) at++;
    } while (at < n || (whose != me && states[whose] != IDLE));
    __threadfence();
    whose = me;
    counted = counted + 1;
    __threadfence();
    at = (whose + 1) % n;
    while (states[at] == IDLE) at = (at + 1) % n;
    whose = at;
    __threadfence();
    states[me] = IDLE;
    __threadfence();
    atomicAdd(ended, states[(me + 1) % n] >= IDLE);
}

/* Locks of buckets, whose contents are volatile and read behind, with a barrier and without. */
enum { BUCKETS = 16, TURNS = 3 };
template <bool WITH_BARRIER> __global__ void buckets(int *locks, volatile int *counts, volatile int *keys, int *ended)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < TURNS; i++) {
        int key = (thread * TURNS + i) * 7919 % 100003, bucket = key % BUCKETS;
        for (bool done = false; !done;)
            if (atomicCAS(&locks[bucket], 0, 1) == 0) {
                __threadfence();
                int n = counts[bucket];
                keys[bucket * 64 + n % 64] = key;
                counts[bucket] = n + 1;
                __threadfence();
                atomicExch(&locks[bucket], 0);
                done = true;
            }
    }
    if (WITH_BARRIER) __syncthreads();
    atomicAdd(ended, counts[(thread + 1) % BUCKETS] >= 0 && keys[thread % BUCKETS * 64] >= 0);
}

template <class Kernel, class... Args>
static void all_end(const char *name, Kernel kernel, int blocks, int threads, int expected, Args... args)
{
    DeviceArray<int> ended(1);
    kernel<<<blocks, threads>>>(args..., ended.at);
    CHECK_LAUNCH();
    expect_equal(__FILE__, __LINE__, name, ended.host()[0], expected);
}
#define ALL_END(kernel, blocks, threads, ...) all_end(#kernel, kernel, blocks, threads, (blocks) * (threads), __VA_ARGS__)

template <bool WITH_BARRIER> static void try_buckets()
{
    DeviceArray<int> locks(BUCKETS), counts(BUCKETS), keys(BUCKETS * 64);
    int total = 0;
    ALL_END(buckets<WITH_BARRIER>, 2, 128, locks.at, counts.at, keys.at);
    for (int count : counts.host()) total += count;
    EXPECT_EQ(total, 2 * 128 * TURNS);
}

int main()
{
    enum { WORDS = 1024 };
    auto fresh = [] { static std::vector<DeviceArray<int> *> all; all.push_back(new DeviceArray<int>(WORDS)); return all.back()->at; };
    ALL_END(one_warp<true>, 1, 32, fresh());
    ALL_END(one_warp<false>, 1, 32, fresh());
    ALL_END(one_warp<true>, 1, 128, fresh());
    ALL_END(one_warp<false>, 1, 96, fresh());
    ALL_END(one_by_one, 1, 32, fresh());
    ALL_END(one_by_one, 1, 40, fresh());
    ALL_END(beside_a_warp, 1, 64, fresh());
    ALL_END(beside_a_warp, 1, 256, fresh());
    ALL_END(groups_beside_a_warp, 1, 64, fresh());
    ALL_END(beside_barriers, 1, 96, fresh(), fresh());
    ALL_END(heartbeats<false>, 1, 32, fresh(), fresh());
    ALL_END(heartbeats<true>, 1, 32, fresh(), fresh());
    ALL_END(heartbeats<true>, 1, 128, fresh(), fresh());
    ALL_END(lock_by_loads, 2, 8, 16);
    int got = 0, sum = 0;
    CHECK(cudaMemcpyFromSymbol(&got, counted, sizeof got));
    EXPECT_EQ(got, 16);
    for (int t = 1; t < 128; t += 4) sum += t;
    all_end("queue", queue, 1, 128, sum);
    try_buckets<true>();
    try_buckets<false>();
    return finish();
}
