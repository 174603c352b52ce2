// SWCC: -arch=sm_80
// NVCC: -arch=sm_80
// WIDE-CODE
// Warp operations whose masks differ between lanes, without a branch: a lane meets those that its mask names where they
// call with the same mask, which may be another place of the program (Programming Guide, Synchronization Functions).
// Quarters and single lanes that go one after the other, masks from memory, in a loop; and masks of groups, where all
// meet at once.
#include "../conformance.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ int rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ unsigned lanes_there()
{
    int left = blockDim.x * blockDim.y * blockDim.z - rank() / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

/* Part p of `size` lanes does its step when the part before it has done it; what they add shows in what order. */
template <int size> __global__ void one_after_the_other(int *out, int rounds)
{
    __shared__ int a[1024];
    int t = rank(), lane = t % 32, first = lane / size * size;
    unsigned part = size == 32 ? 0xffffffffu : ((1u << (size & 31)) - 1) << first, there = lanes_there();
    unsigned before = (first ? part | part >> (size & 31) : part) & there;
    unsigned behind = (first + size < 32 ? part | part << (size & 31) : part) & there;
    for (int r = 0; r < rounds; r++) {
        a[t] = t + r;
        __syncwarp(there);
        __syncwarp(before);
        a[t] = a[t] * 2 + a[first ? t - size : t];
        __syncwarp(behind);
        __syncwarp(there);
        out[t] += a[t] % 1000;
        __syncwarp(there);
    }
}

/* The same with the masks of each lane in memory, and one place for both in a loop. */
__global__ void from_memory(const unsigned *masks, int *out)
{
    __shared__ int a[64];
    int t = threadIdx.x, lane = t % 32;
    a[t] = t;
    __syncwarp();
    for (int i = 0; i < 2; i++) {
        __syncwarp(masks[i * 32 + lane]);
        if (i == 0)
            a[t] = lane % 4 ? a[t] + a[t - 1] : a[t];
    }
    __syncwarp();
    out[t] = a[t];
}

/* Groups of lanes that meet at once: by number, by key, by what they voted, the rest of these, of their leader. */
__global__ void at_once(const int *in, int *out, int size)
{
    int t = threadIdx.x, lane = t % 32, v = in[t], *mine = out + t * 8;
    unsigned tile = 0xffu << (lane & 24), odd = lane & 1 ? 0xaaaaaaaau : 0x55555555u;
    mine[0] = __reduce_add_sync(tile, v);
    mine[1] = __reduce_add_sync(odd, v);
    unsigned equal = __match_any_sync(0xffffffffu, v % 3), voted = __ballot_sync(equal, v % 2);
    mine[2] = __reduce_add_sync(equal, v);
    mine[3] = __reduce_add_sync(v % 2 ? voted : equal & ~voted, v);
    unsigned others = equal & (equal - 1);
    mine[4] = others >> lane & 1 ? __reduce_add_sync(others, v) : -1;
    __syncwarp();
    unsigned yes = __ballot_sync(0xffffffffu, v > 50);
    mine[5] = __reduce_max_sync(v > 50 ? yes : ~yes, v);
    cg::coalesced_group some = cg::coalesced_threads();
    mine[6] = cg::reduce(cg::tiled_partition(some, size), v, cg::plus<int>());
    cg::thread_group part = cg::tiled_partition(cg::this_thread_block(), size);
    part.sync();
    mine[7] = part.thread_rank();
}

template <class Same> static int total(const std::vector<int> &in, int t, Same same)
{
    int sum = 0;
    for (int u = t / 32 * 32; u < t / 32 * 32 + 32; u++) sum += same(u) ? in[u] : 0;
    return sum;
}

template <int size> static void check_order(dim3 shape)
{
    int threads = shape.x * shape.y * shape.z, rounds = 3;
    std::vector<int> want(threads, 0), a(threads);
    DeviceArray<int> out(want);
    one_after_the_other<size><<<1, shape>>>(out, rounds);
    CHECK_LAUNCH();
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < threads; t++) {
            a[t] = (t + r) * 2 + (t % 32 < size ? t + r : a[t - size]);
            want[t] += a[t] % 1000;
        }
    std::vector<int> got = out.host();
    for (int t = 0; t < threads; t++) EXPECT_EQ(got[t], want[t]);
}

int main()
{
    const dim3 shapes[] = {{32}, {64}, {128}, {256}, {40}, {1}, {16, 16}, {8, 8}, {7, 5, 3}, {1000}};
    for (const dim3 &shape : shapes) {
        check_order<1>(shape);
        check_order<4>(shape);
        check_order<8>(shape);
        check_order<16>(shape);
        check_order<32>(shape);
    }
    std::vector<unsigned> masks(64);
    for (int lane = 0; lane < 32; lane++) {
        unsigned own = 1u << lane;
        masks[lane] = lane % 4 ? own | own >> 1 : own;
        masks[32 + lane] = lane % 4 < 3 ? own | own << 1 : own;
    }
    DeviceArray<unsigned> held(masks);
    DeviceArray<int> out(64);
    from_memory<<<1, 64>>>(held, out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0, sum = 0; t < 64; t++) {
        sum = t % 4 ? sum + t : t;
        EXPECT_EQ(got[t], sum);
    }
    std::vector<int> in(256);
    for (int t = 0; t < 256; t++) in[t] = t * 37 % 101;
    DeviceArray<int> given(in), groups(256 * 8);
    for (int size : {1, 4, 16, 32}) {
        at_once<<<1, 256>>>(given, groups, size);
        CHECK_LAUNCH();
        got = groups.host();
        for (int t = 0; t < 256; t++) {
            const int *mine = &got[t * 8];
            int first = t / 32 * 32, v = in[t], most = -1;
            while (in[first] % 3 != v % 3) first++;
            for (int u = t / 32 * 32; u < t / 32 * 32 + 32; u++)
                if ((in[u] > 50) == (v > 50) && in[u] > most) most = in[u];
            EXPECT_EQ(mine[0], total(in, t, [&](int u) { return u / 8 == t / 8; }));
            EXPECT_EQ(mine[1], total(in, t, [&](int u) { return u % 2 == t % 2; }));
            EXPECT_EQ(mine[2], total(in, t, [&](int u) { return in[u] % 3 == v % 3; }));
            EXPECT_EQ(mine[3], total(in, t, [&](int u) { return in[u] % 6 == v % 6; }));
            EXPECT_EQ(mine[4], t == first ? -1 : total(in, t, [&](int u) { return in[u] % 3 == v % 3 && u != first; }));
            EXPECT_EQ(mine[5], most);
            EXPECT_EQ(mine[6], total(in, t, [&](int u) { return u / size == t / size; }));
            EXPECT_EQ(mine[7], t % size);
        }
    }
    return finish();
}
