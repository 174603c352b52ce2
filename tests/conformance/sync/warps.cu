// Warp operations with masks: __syncwarp, shuffles, votes, match and reductions, in full, partial and divided warps.
#include "../conformance.h"

__global__ void shuffles(int *out)
{
    int lane = threadIdx.x % 32, value = threadIdx.x * 10;
    int *mine = out + threadIdx.x * 8;
    mine[0] = __shfl_sync(0xffffffffu, value, 5);
    mine[1] = __shfl_sync(0xffffffffu, value, (lane + 1) % 32);
    mine[2] = __shfl_up_sync(0xffffffffu, value, 3);
    mine[3] = __shfl_down_sync(0xffffffffu, value, 4);
    mine[4] = __shfl_xor_sync(0xffffffffu, value, 9);
    mine[5] = __shfl_sync(0xffffffffu, value, 2, 8);
    mine[6] = __shfl_down_sync(0xffffffffu, value, 2, 16);
    mine[7] = int(__shfl_xor_sync(0xffffffffu, double(value) + 0.5, 16) * 2);
}

static void check_shuffles()
{
    DeviceArray<int> out(64 * 8);
    shuffles<<<1, 64>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < 64; t++) {
        int lane = t % 32, first = t - lane;
        auto value = [&](int l) { return (first + l) * 10; };
        EXPECT_EQ(got[t * 8], value(5));
        EXPECT_EQ(got[t * 8 + 1], value((lane + 1) % 32));
        EXPECT_EQ(got[t * 8 + 2], value(lane < 3 ? lane : lane - 3));
        EXPECT_EQ(got[t * 8 + 3], value(lane > 27 ? lane : lane + 4));
        EXPECT_EQ(got[t * 8 + 4], value(lane ^ 9));
        EXPECT_EQ(got[t * 8 + 5], value(lane / 8 * 8 + 2));
        EXPECT_EQ(got[t * 8 + 6], value(lane % 16 >= 14 ? lane : lane + 2));
        EXPECT_EQ(got[t * 8 + 7], value(lane ^ 16) * 2 + 1);
    }
}

/* 40 threads: the second warp has 8. Even and odd lanes part ways, and each half names only itself. */
__global__ void votes(unsigned *out)
{
    int t = threadIdx.x;
    unsigned all = t < 32 ? 0xffffffffu : 0xffu, *mine = out + t * 6;
    mine[0] = __ballot_sync(all, t % 3 == 0);
    mine[1] = __any_sync(all, t == 35) * 2 + __all_sync(all, t >= 32);
    unsigned half = all & (t % 2 ? 0xaaaaaaaau : 0x55555555u);
    if (t % 2) {
        mine[2] = __ballot_sync(half, t % 5 == 0);
        mine[3] = __all_sync(half, t % 2);
    } else {
        mine[2] = __ballot_sync(half, t % 4 == 0);
        mine[3] = __any_sync(half, t % 2);
    }
    mine[4] = __match_any_sync(all, t % 4);
    int same;
    mine[5] = __match_all_sync(all, t / 32, &same);
    mine[5] += same;
}

static unsigned ballot(int t, unsigned mask, bool (*predicate)(int))
{
    unsigned result = 0;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1 && predicate(t / 32 * 32 + lane))
            result |= 1u << lane;
    return result;
}

static void check_votes()
{
    DeviceArray<unsigned> out(40 * 6);
    votes<<<1, 40>>>(out);
    CHECK_LAUNCH();
    std::vector<unsigned> got = out.host();
    for (int t = 0; t < 40; t++) {
        const unsigned *mine = &got[t * 6], all = t < 32 ? 0xffffffffu : 0xffu;
        unsigned half = all & (t % 2 ? 0xaaaaaaaau : 0x55555555u);
        EXPECT_EQ(mine[0], ballot(t, all, [](int i) { return i % 3 == 0; }));
        EXPECT_EQ(mine[1], t < 32 ? 0u : 3u);
        EXPECT_EQ(mine[2], t % 2 ? ballot(t, half, [](int i) { return i % 5 == 0; }) : ballot(t, half, [](int i) { return i % 4 == 0; }));
        EXPECT_EQ(mine[3], t % 2 ? 1u : 0u);
        EXPECT_EQ(mine[4], all & (0x11111111u << t % 4));
        EXPECT_EQ(mine[5], all + 1);
    }
}

/* Shared memory handed on within the warp, ordered by __syncwarp alone. */
__global__ void hand_on(int *out)
{
    __shared__ int values[128];
    int lane = threadIdx.x % 32, first = threadIdx.x - lane;
    values[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < 40; i++) {
        __syncwarp();
        int next = values[first + (lane + 1) % 32];
        __syncwarp();
        values[threadIdx.x] = next;
    }
    __syncwarp();
    out[threadIdx.x] = values[threadIdx.x];
}

__global__ void reductions(int *out)
{
#if __CUDA_ARCH__ >= 800
    int lane = threadIdx.x, *mine = out + lane * 7;
    int value = (lane * 7) % 32 - 10;
    mine[0] = __reduce_add_sync(0xffffffffu, value);
    mine[1] = __reduce_min_sync(0xffffffffu, value);
    mine[2] = __reduce_max_sync(0xffffffffu, value);
    mine[3] = int(__reduce_max_sync(0xffffffffu, unsigned(value)));
    mine[4] = int(__reduce_and_sync(0xffffffffu, unsigned(lane) | 0x100u));
    mine[5] = int(__reduce_or_sync(0xffffffffu, unsigned(lane)));
    mine[6] = int(__reduce_xor_sync(0xffffffffu, unsigned(lane == 3) * 5u));
#endif
}

int main()
{
    check_shuffles();
    check_votes();
    DeviceArray<int> out(128);
    hand_on<<<1, 128>>>(out);
    CHECK_LAUNCH();
    for (int t = 0; t < 128; t++)
        EXPECT_EQ(out.host()[t], t / 32 * 32 + (t + 40) % 32);
    DeviceArray<int> reduced(32 * 7);
    reductions<<<1, 32>>>(reduced);
    CHECK_LAUNCH();
    const int expected[7] = {31 * 16 - 320, -10, 21, -1, 0x100, 31, 5};
    for (int i = 0; i < 32 * 7; i++)
        EXPECT_EQ(reduced.host()[i], expected[i % 7]);
    return finish();
}
