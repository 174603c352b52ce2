// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
// this_thread(), the group of the calling thread alone, handed to functions that take any group: each thread does for
// itself what a block or a warp does together; also in divergent branches, and where other lanes never come.
#include "../conformance.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

enum { THREADS = 70, EACH = 12 };

/* The sum of values that the group's threads go through together. */
template <class Group> __device__ int sum(const Group &g, const int *values, int count)
{
    int own = 0;
    for (int i = g.thread_rank(); i < count; i += g.size()) own += values[i];
    g.sync();
    return cg::reduce(g, own, cg::plus<int>());
}

__device__ int size_of_any(cg::thread_group g)
{
    g.sync();
    return (int)(g.size() * 10 + g.thread_rank());
}

__global__ void alone(const int *values, int *out)
{
    __shared__ int copies[THREADS][EACH];
    const int t = threadIdx.x;
    const auto me = cg::this_thread();
    static_assert(std::is_same<decltype(cg::this_thread()), cg::thread_block_tile<1>>::value, "a tile of one");
    int *at = out + t * 8;
    at[0] = (int)(me.size() + 10 * me.num_threads() + 100 * me.thread_rank() + 1000 * me.meta_group_size() +
                  10000 * me.meta_group_rank());
    at[1] = t % 3 ? sum(me, values, t) : -1;
    at[2] = size_of_any(me);
    cg::memcpy_async(me, copies[t], values + t, sizeof copies[t]);
    cg::wait(me);
    at[3] = copies[t][EACH - 1];
    at[4] = cg::inclusive_scan(me, t, cg::plus<int>()) + 1000 * cg::exclusive_scan(me, t, cg::plus<int>());
    at[5] = me.shfl(t, 0) + me.any(t == 5) + 2 * me.all(t != 5) + 4 * (int)me.ballot(1);
    cg::invoke_one(me, [&] { at[6] = t * 2; });
    if (t % 2) return;
    at[7] = cg::invoke_one_broadcast(me, [&] { return t + 1; });
    cg::sync(me);
}

int main()
{
    std::vector<int> values(THREADS + EACH);
    for (size_t i = 0; i < values.size(); i++) values[i] = (int)(i * 37 % 101);
    DeviceArray<int> in(values), out(THREADS * 8);
    alone<<<1, THREADS>>>(in, out);
    CHECK_LAUNCH();
    const std::vector<int> got = out.host();
    for (int t = 0; t < THREADS; t++) {
        int below = 0;
        for (int i = 0; i < t; i++) below += values[i];
        const int expected[8] = {1011, t % 3 ? below : -1, 10, values[t + EACH - 1], t, t + (t == 5) + 2 * (t != 5) + 4,
                                 t * 2, t % 2 ? 0 : t + 1};
        for (int i = 0; i < 8; i++) EXPECT_EQ(got[t * 8 + i], expected[i]);
    }
    return finish();
}
