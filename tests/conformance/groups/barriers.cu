// FEW-WAYS
// SWCC: -arch=sm_90
// cuda::barrier in block and device scope: every way to arrive and to wait, several arrivals at once, threads that drop
// out, completion functions, barriers of parts of a block, phases by parity; __mbarrier_* and awbarrier.
#include "../conformance.h"
#include "../rows.h"
#include <cuda/barrier>
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>
#include <cooperative_groups.h>
#include <utility>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
enum { THREADS = 128, TURNS = 6 };
enum { TOKEN, BOTH, PARITY, MANY, MBARRIER, AWBARRIER };

/* Every thread reads what another has written in the turn; who is ahead reads too early, or overwrites. */
template <class Wait> __device__ int rotate(Wait wait)
{
    __shared__ int values[2][THREADS];
    int sum = 0, thread = threadIdx.x;
    for (int turn = 0; turn < TURNS; turn++) {
        values[turn & 1][thread] = thread * (turn + 1);
        wait(turn);
        sum += values[turn & 1][(thread + 45) % THREADS];
    }
    return sum;
}

__global__ void meet(int way, int *out)
{
    __shared__ block_barrier bar;
    __shared__ __mbarrier_t word;
    __shared__ nvcuda::experimental::awbarrier aw;
    if (threadIdx.x == 0) {
        init(&bar, way == MANY ? 3 * THREADS : THREADS);
        __mbarrier_init(&word, THREADS);
        init(&aw, THREADS);
    }
    __syncthreads();
    int sum = 0;
    if (way == TOKEN)
        sum = rotate([&](int) { auto token = bar.arrive(); bar.wait(std::move(token)); });
    else if (way == BOTH)
        sum = rotate([&](int) { bar.arrive_and_wait(); });
    else if (way == PARITY)
        sum = rotate([&](int turn) { (void)bar.arrive(); bar.wait_parity(turn & 1); });
    else if (way == MANY)
        sum = rotate([&](int) { bar.wait(bar.arrive(3)); });
    else if (way == MBARRIER)
        sum = rotate([&](int) { auto token = __mbarrier_arrive(&word); while (!__mbarrier_test_wait(&word, token)) {} });
    else if (way == AWBARRIER)
        sum = rotate([&](int) { aw.wait(aw.arrive()); });
    out[threadIdx.x] = sum;
}

/* Warps leave one after the other: arrive_and_drop tells those who stay. */
__global__ void drop(int *out)
{
    __shared__ block_barrier bar;
    __shared__ int count[8];
    int warp = threadIdx.x / 32, seen = 0;
    if (threadIdx.x < 8) count[threadIdx.x] = 0;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    for (int turn = 0; turn < warp; turn++) {
        atomicAdd(&count[turn], 1);
        bar.arrive_and_wait();
        seen = seen * 1000 + count[turn];
    }
    bar.arrive_and_drop();
    out[threadIdx.x] = seen;
}

/* Half of the block produces for the other half; two buffers, a pair of barriers each. */
__global__ void produce(int *out)
{
    __shared__ block_barrier full[2], empty[2];
    __shared__ int buffer[2][THREADS / 2];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], THREADS);
        init(&empty[threadIdx.x], THREADS);
    }
    __syncthreads();
    int lane = threadIdx.x % (THREADS / 2), sum = 0;
    if (threadIdx.x < THREADS / 2) {
        for (int turn = 0; turn < TURNS; turn++) {
            empty[turn & 1].arrive_and_wait();
            buffer[turn & 1][lane] = lane * (turn + 2);
            (void)full[turn & 1].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int turn = 0; turn < TURNS; turn++) {
            full[turn & 1].arrive_and_wait();
            sum += buffer[turn & 1][(lane + 33) % (THREADS / 2)];
            (void)empty[turn & 1].arrive();
        }
    }
    out[threadIdx.x] = sum;
}

struct counts_phases {
    int *phases;
    __device__ void operator()() { ++*phases; }
};
__global__ void complete(int *out)
{
    __shared__ int phases;
    __shared__ cuda::barrier<cuda::thread_scope_block, counts_phases> bar;
    if (threadIdx.x == 0) {
        phases = 0;
        init(&bar, blockDim.x, counts_phases{&phases});
    }
    __syncthreads();
    int sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        bar.wait(bar.arrive());
        sum = sum * 10 + *(volatile int *)&phases;
        bar.wait(bar.arrive());
    }
    out[threadIdx.x] = sum;
}

/* A barrier for each half of a warp, which part ways. */
__global__ void halves(int *out)
{
    __shared__ block_barrier bar[THREADS / 16];
    __shared__ int values[THREADS];
    int half = threadIdx.x / 16, sum = 0;
    if (threadIdx.x % 16 == 0) init(&bar[half], 16);
    __syncthreads();
    for (int turn = 0; turn <= half % 2; turn++) {
        values[threadIdx.x] = threadIdx.x + turn;
        bar[half].arrive_and_wait();
        sum += values[half * 16 + (threadIdx.x + 5) % 16];
        bar[half].arrive_and_wait();
    }
    out[threadIdx.x] = sum;
}

/* In global memory, among the blocks of a cooperative launch. */
__device__ alignas(cuda::barrier<cuda::thread_scope_device>) unsigned char
    place[sizeof(cuda::barrier<cuda::thread_scope_device>)];
__global__ void blocks(int *counts, int *wrong)
{
    auto *bar = reinterpret_cast<cuda::barrier<cuda::thread_scope_device> *>(place);
    auto grid = cooperative_groups::this_grid();
    if (grid.thread_rank() == 0) init(bar, (ptrdiff_t)grid.size());
    grid.sync();
    for (int turn = 0; turn < TURNS; turn++) {
        atomicAdd(&counts[turn], 1);
        bar->arrive_and_wait();
        if (*(volatile int *)&counts[turn] != (int)grid.size()) atomicAdd(wrong, 1);
    }
}

template <class Wanted> static void compare(const char *what, const DeviceArray<int> &out, Wanted wanted)
{
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < THREADS; i++)
        if (!expect_equal(__FILE__, __LINE__, (what + (", thread " + show(i))).c_str(), got[i], wanted(i))) break;
    print_row(what, got.data(), THREADS);
}

int main()
{
    static const char *const names[] = {"arrive, wait", "arrive_and_wait", "wait_parity", "arrive(3)",
                                        "__mbarrier_arrive", "awbarrier"};
    DeviceArray<int> out(THREADS), counts(TURNS), wrong(1);
    for (int way : {TOKEN, BOTH, PARITY, MANY, MBARRIER, AWBARRIER}) {
        meet<<<1, THREADS>>>(way, out);
        compare(names[way], out, [](int i) { return (i + 45) % THREADS * (TURNS * (TURNS + 1) / 2); });
    }
    drop<<<1, THREADS>>>(out);
    compare("arrive_and_drop", out, [](int i) {
        int seen = 0;
        for (int turn = 0; turn < i / 32; turn++) seen = seen * 1000 + THREADS - 32 * (turn + 1);
        return seen;
    });
    produce<<<1, THREADS>>>(out);
    compare("produce and consume", out, [](int i) { return i < THREADS / 2 ? 0 : (i + 33) % 64 * (2 + 3 + 4 + 5 + 6 + 7); });
    complete<<<1, THREADS>>>(out);
    compare("completion", out, [](int) { int sum = 0; for (int t = 0; t < TURNS; t++) sum = sum * 10 + 2 * t + 1; return sum; });
    halves<<<1, THREADS>>>(out);
    compare("half warps", out, [](int i) {
        int other = i / 16 * 16 + (i + 5) % 16;
        return i / 16 % 2 ? 2 * other + 1 : other;
    });
    int *pcounts = counts, *pwrong = wrong;
    void *args[] = {&pcounts, &pwrong};
    CHECK(cudaLaunchCooperativeKernel(blocks, dim3(4), dim3(96), args));
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.host()[0], 0);
    EXPECT_EQ(counts.host()[TURNS - 1], 384);
    return finish();
}
