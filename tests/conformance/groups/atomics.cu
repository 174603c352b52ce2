// UNSUPPORTED: quick
// FEW-WAYS
// SWCC: -arch=sm_80
// cuda::atomic by many threads at once, of objects that are no numbers, as a message between blocks; and what groups do
// to atomic objects.
#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

struct pair {
    short a, b;
};

/* All threads at once, on one object in global and one in shared memory. */
template <class T> __global__ void together(cuda::atomic<T, cuda::thread_scope_device> *sum, cuda::atomic<T> *most, T *out)
{
    __shared__ cuda::atomic<T, cuda::thread_scope_block> local;
    if (threadIdx.x == 0) local = (T)0;
    __syncthreads();
    local.fetch_add((T)(threadIdx.x % 2), cuda::memory_order_relaxed);
    sum->fetch_add((T)1, cuda::memory_order_relaxed);
    most->fetch_max((T)((blockIdx.x * 7 + threadIdx.x) % 100));
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = local.load();
}
template <class T> static void check_together()
{
    DeviceArray<T> sum(1), most(1), out(10);
    using device_atomic = cuda::atomic<T, cuda::thread_scope_device>;
    together<T><<<10, 96>>>((device_atomic *)sum.at, (cuda::atomic<T> *)most.at, out);
    CHECK_LAUNCH();
    EXPECT_EQ(sum.host()[0], (T)960);
    EXPECT_EQ(most.host()[0], (T)99);
    EXPECT_EQ(out.host()[9], (T)48);
}

/* Objects that are no numbers; pointers. */
__global__ void others(cuda::atomic<pair> *p, cuda::atomic<bool> *flag, cuda::atomic<int *> *pointer, int *base, int *out)
{
    pair seen = p->exchange(pair{3, 4}), expected = {3, 4};
    out[0] = seen.a * 10 + seen.b, out[1] = p->compare_exchange_strong(expected, pair{5, 6}), out[2] = p->load().b;
    out[3] = flag->exchange(true), out[4] = flag->load();
    *pointer = base;
    out[5] = (int)(pointer->fetch_add(3) - base), out[6] = (int)((*pointer)++ - base), out[7] = (int)(pointer->load() - base);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel);
}
static void check_others()
{
    DeviceArray<unsigned long long> place(3);
    DeviceArray<int> base(1), out(8);
    others<<<1, 1>>>((cuda::atomic<pair> *)place.at, (cuda::atomic<bool> *)(place.at + 1),
                     (cuda::atomic<int *> *)(place.at + 2), base, out);
    CHECK_LAUNCH();
    const int wanted[] = {0, 1, 6, 0, 1, 0, 3, 4};
    for (int i = 0; i < 8; i++) EXPECT_EQ(out.host()[i], wanted[i]);
}

/* A message: written plainly, told by a flag, across blocks. */
__global__ void message(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *out)
{
    if (threadIdx.x) return;
    if (blockIdx.x == 1) {
        *data = 42;
        flag->store(1, cuda::memory_order_release);
    } else {
        while (flag->load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}

/* Groups and atomic objects. */
__global__ void groups(int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum, least, used;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0) sum = 0, least = 1000, used = 0;
    block.sync();
    auto tile = cg::tiled_partition<16>(block);
    int v = block.thread_rank() + 3;
    cg::reduce_update_async(tile, sum, v, cg::plus<int>());
    cg::reduce_update_async(tile, least, v, cg::less<int>());
    int at = cg::exclusive_scan_update(tile, used, v % 3 + 1), upto = cg::inclusive_scan_update(tile, used, 1);
    out[block.thread_rank()] = at * 0 + upto * 0;
    block.sync();
    if (block.thread_rank() == 0) out[96] = sum, out[97] = least, out[98] = used;
    /* Places from a scan into an object are all different, and in order within a tile. */
    block.sync();
    if (block.thread_rank() == 0) used = 0;
    block.sync();
    int place = cg::exclusive_scan_update(tile, used, 1, cg::plus<int>());
    if (tile.shfl(place, 0) + (int)tile.thread_rank() != place) out[99] = 1;
    atomicAdd(&out[place], 1);
    cg::reduce_store_async(tile, least, 5, cg::greater<int>());
    block.sync();
    if (block.thread_rank() == 0) out[100] = least;
}
static void check_groups()
{
    DeviceArray<int> data(1), flag(1), seen(1), out(101);
    message<<<2, 32>>>(data, (cuda::atomic<int, cuda::thread_scope_device> *)flag.at, seen);
    CHECK_LAUNCH();
    EXPECT_EQ(seen.host()[0], 42);
    groups<<<1, 96>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 96; i++) EXPECT_EQ(got[i], 1);
    EXPECT_EQ(got[96], 96 * 95 / 2 + 96 * 3);
    EXPECT_EQ(got[97], 3);
    EXPECT_EQ(got[98], 96 * 2 + 96);
    EXPECT_EQ(got[99], 0);
    EXPECT_EQ(got[100], 5);
}

int main()
{
    check_together<int>();
    check_together<unsigned long long>();
    check_together<double>();
    check_together<unsigned short>();
    check_others();
    check_groups();
    return finish();
}
