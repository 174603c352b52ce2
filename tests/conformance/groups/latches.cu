// FEW-WAYS
// SWCC: -arch=sm_90
// cuda::latch in every scope: warps, lanes of a warp, blocks, and the host wait for each other, in every way to count down
// and to wait; several at once, and what comes before is seen behind.
#include "../conformance.h"
#include "../rows.h"
#include "compare.h"
#include <cuda/latch>
#include <cuda/std/latch>
#include <new>

enum { THREADS = 128, TURNS = 6, BLOCKS = 4 };
enum { TOGETHER, APART, TRY, ONE_FOR_ALL, BY_WARPS, WAYS };

/* In shared memory nothing may be constructed by itself. */
template <class T> struct room {
    alignas(T) unsigned char bytes[sizeof(T)];
    __device__ T &object() { return *reinterpret_cast<T *>(bytes); }
    __device__ void make(ptrdiff_t count) { new (bytes) T(count); }
};

static __device__ ptrdiff_t wanted(int way) { return way == BY_WARPS ? 4 * THREADS / 32 : way == ONE_FOR_ALL ? 2 : THREADS; }

template <class Latch> __device__ void come(Latch &latch, int way)
{
    switch (way) {
    case TOGETHER: latch.arrive_and_wait(); break;
    case APART:
        latch.count_down();
        latch.wait();
        break;
    case TRY:
        latch.count_down(1);
        while (!latch.try_wait()) {}
        break;
    case ONE_FOR_ALL: /* the others only wait, but for one that is behind __syncthreads */
        if (threadIdx.x == 77) latch.arrive_and_wait(2);
        latch.wait();
        break;
    default:
        __syncwarp();
        if (threadIdx.x % 32 == 0) latch.count_down(4);
        latch.wait();
    }
}

/* Every thread reads what another has written in the turn. */
template <cuda::thread_scope Scope> __global__ void meet(int way, int *out)
{
    __shared__ room<cuda::latch<Scope>> latches[TURNS];
    __shared__ int values[TURNS][THREADS];
    if (threadIdx.x < TURNS) latches[threadIdx.x].make(wanted(way));
    int sum = 0, thread = threadIdx.x;
    __syncthreads();
    for (int turn = 0; turn < TURNS; turn++) {
        values[turn][thread] = thread * (turn + 1);
        if (way == ONE_FOR_ALL) __syncthreads();
        come(latches[turn].object(), way);
        sum += values[turn][(thread + 45) % THREADS];
    }
    out[thread] = sum;
}

/* Lanes of a warp wait for other lanes of it, in a chain: each lets the next one go. */
template <int Step> __global__ void chain(int *out)
{
    __shared__ room<cuda::latch<cuda::thread_scope_block>> gates[32];
    __shared__ int value;
    int lane = threadIdx.x, turn = lane * Step % 32;
    gates[lane].make(turn ? 1 : 0);
    if (lane == 0) value = 1;
    __syncthreads();
    gates[turn].object().wait();
    value = value * 3 + turn;
    out[turn] = value;
    if (turn < 31) gates[turn + 1].object().count_down();
}

/* Half of a warp works, half of it waits: on either side of a branch. */
template <bool WaitersFirst> __global__ void halves(int *out)
{
    __shared__ room<cuda::latch<cuda::thread_scope_block>> latch;
    __shared__ int values[16];
    if (threadIdx.x == 0) latch.make(16);
    __syncthreads();
    auto wait = [&] {
        latch.object().wait();
        int sum = 0;
        for (int i = 0; i < 16; i++) sum += values[i];
        out[threadIdx.x] = sum + threadIdx.x;
    };
    auto work = [&] {
        values[threadIdx.x / 2] = threadIdx.x;
        out[threadIdx.x] = -1;
        latch.object().count_down();
    };
    if (threadIdx.x % 2 == WaitersFirst)
        WaitersFirst ? wait() : work();
    else
        WaitersFirst ? work() : wait();
}

/* Who lets a lane go stands elsewhere: behind the branch, in another part of it, in an earlier or a later turn of a loop, in
 * a function that is called. */
using block_latch = cuda::latch<cuda::thread_scope_block>;
enum { BEHIND, NESTED, TURN_UP, TURN_DOWN, CALLED, FORMS };
static __device__ __noinline__ void let_go(block_latch &latch) { latch.count_down(); }
static __device__ __noinline__ void hold(block_latch &latch) { latch.wait(); }

template <int Form> __device__ void turns(room<block_latch> *latches, int lane)
{
    for (int i = 0; i < 4; i++) {
        int own = Form == TURN_UP ? i : 3 - i;
        if (lane % 4 != own) continue;
        if (own) latches[own - 1].object().wait();
        if (lane < 4) latches[own].object().count_down();
    }
}
template <int Form> __global__ void elsewhere(int *out)
{
    __shared__ room<block_latch> latches[4];
    int lane = threadIdx.x;
    if (lane < 4) latches[lane].make(Form == NESTED ? 8 : Form == BEHIND ? 16 : 1);
    __syncthreads();
    if (Form == BEHIND) {
        if (lane % 2) latches[0].object().wait();
        out[lane] = lane;
        if (lane % 2 == 0) latches[0].object().count_down();
    } else if (Form == NESTED && lane % 2) {
        latches[lane >= 16].object().wait();
        if (lane >= 16) latches[0].object().count_down();
    } else if (Form == NESTED) {
        if (lane < 16) latches[1].object().count_down();
    } else if (Form == CALLED) {
        if (lane == 5) let_go(latches[0].object());
        else hold(latches[0].object());
    } else {
        turns<Form>(latches, lane);
    }
    out[lane] = lane + Form;
}

__device__ room<cuda::latch<cuda::thread_scope_device>> all_blocks, last;
__device__ int sum_of_blocks;
__global__ void make()
{
    all_blocks.make(BLOCKS * 64);
    last.make(BLOCKS);
}
__global__ void blocks(int *out)
{
    atomicAdd(&sum_of_blocks, blockIdx.x + 1);
    all_blocks.object().arrive_and_wait();
    out[blockIdx.x * 64 + threadIdx.x] = *(volatile int *)&sum_of_blocks;
    __syncthreads();
    if (threadIdx.x == 0) last.object().count_down();
    if (blockIdx.x == BLOCKS - 1) last.object().wait();
}

/* The host lets the kernel go, and waits for it. */
struct meeting {
    cuda::std::latch start{2}, end{33};
    int from_host = 0, from_device = 0;
};
__global__ void with_host(meeting *with)
{
    with->start.wait();
    if (threadIdx.x == 0) with->from_device = with->from_host + 1;
    __syncwarp();
    with->end.count_down();
}

static int in_chain(int i)
{
    int value = 1;
    for (int turn = 0; turn <= i; turn++) value = (int)((unsigned)value * 3u + turn);
    return value;
}

static void meet_in_every_way(const DeviceArray<int> &out)
{
    static const char *const names[] = {"arrive_and_wait", "count_down, wait", "try_wait", "arrive_and_wait(2)", "count_down(4)"};
    auto wanted = [](int i) { return (i + 45) % THREADS * (TURNS * (TURNS + 1) / 2); };
    for (int way = 0; way < WAYS; way++) {
        meet<cuda::thread_scope_block><<<1, THREADS>>>(way, out);
        compare(names[way], out, THREADS, wanted);
        meet<cuda::thread_scope_device><<<1, THREADS>>>(way, out);
        compare(names[way], out, THREADS, wanted);
        meet<cuda::thread_scope_system><<<1, THREADS>>>(way, out);
        compare(names[way], out, THREADS, wanted);
    }
}

template <int Form = 0> static void let_each_other_go(const DeviceArray<int> &out)
{
    static const char *const names[] = {"behind", "nested", "turns up", "turns down", "called"};
    elsewhere<Form><<<1, 32>>>(out);
    compare(names[Form], out, 32, [](int i) { return i + Form; });
    if constexpr (Form + 1 < FORMS) let_each_other_go<Form + 1>(out);
}

static void meet_the_host()
{
    meeting *with;
    CHECK(cudaMallocManaged(&with, sizeof *with));
    new (with) meeting;
    with_host<<<1, 32>>>(with);
    with->from_host = 41;
    with->start.count_down(2);
    with->end.arrive_and_wait();
    EXPECT_EQ(with->from_device, 42);
    EXPECT_EQ(with->end.try_wait(), true);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(with));
}

int main()
{
    DeviceArray<int> out(BLOCKS * 64);
    static_assert(cuda::latch<cuda::thread_scope_block>::max() >= 1 << 20, "max");
    meet_in_every_way(out);
    chain<1><<<1, 32>>>(out);
    compare("a chain of lanes", out, 32, in_chain);
    chain<5><<<1, 32>>>(out);
    compare("a chain of lanes, crosswise", out, 32, in_chain);
    halves<true><<<1, 32>>>(out);
    compare("half of a warp", out, 32, [](int i) { return i % 2 ? 240 + i : -1; });
    halves<false><<<1, 32>>>(out);
    compare("the other half", out, 32, [](int i) { return i % 2 ? 240 + i : -1; });
    let_each_other_go(out);
    make<<<1, 1>>>();
    blocks<<<BLOCKS, 64>>>(out);
    compare("blocks", out, BLOCKS * 64, [](int) { return 64 * (BLOCKS * (BLOCKS + 1) / 2); });
    meet_the_host();
    return finish();
}
