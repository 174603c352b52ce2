// Warp operations and barriers whose masks and counts include threads that exit instead: nobody waits for them once they
// have, and what they did before is done when the others go on. In blocks of all shapes, with partial warps.
// SWCC: -arch=sm_80
// NVCC: -arch=sm_80
#include "../conformance.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { WORDS = 12 };

__device__ int rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

__global__ void after_exits(int *out, int divisor, int rest)
{
    int t = rank(), predicate, *mine = out + t * WORDS;
    if (t % divisor == rest)
        return;
    mine[0] = __syncthreads_count(t % 2);
    mine[1] = __syncthreads_and(t % divisor != rest) * 2 + __syncthreads_or(t % divisor == rest);
    mine[2] = __ballot_sync(0xffffffffu, 1);
    mine[3] = __all_sync(0xffffffffu, t % divisor != rest) * 2 + __any_sync(0xffffffffu, t % divisor == rest);
    mine[4] = __reduce_add_sync(0xffffffffu, t);
    mine[5] = __match_any_sync(0xffffffffu, t % 3);
    mine[6] = __match_all_sync(0xffffffffu, t / 32, &predicate);
    mine[7] = predicate;
    mine[8] = cg::coalesced_threads().size();
    int count;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 3, p; }" : "=r"(count) : "r"(t % 3) : "memory");
    mine[9] = count;
    __syncwarp();
    mine[10] = __activemask();
    mine[11] = cg::coalesced_threads().thread_rank();
}

static void check_after_exits(dim3 shape, int divisor, int rest)
{
    int threads = shape.x * shape.y * shape.z, odd = 0, no_third = 0;
    DeviceArray<int> out(threads * WORDS);
    after_exits<<<1, shape>>>(out, divisor, rest);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < threads; t++)
        if (t % divisor != rest) odd += t % 2, no_third += t % 3 != 0;
    for (int t = 0; t < threads; t++) {
        int first = t / 32 * 32, there = 0, sum = 0, like = 0, before = 0;
        for (int u = first; u < first + 32 && u < threads; u++)
            if (u % divisor != rest) {
                there |= 1 << (u - first), like |= (u % 3 == t % 3) << (u - first);
                sum += u, before += u < t;
            }
        int want[WORDS] = {odd, 2, there, 2, sum, like, there, 1, __builtin_popcount(there), no_third, there, before};
        for (int i = 0; i < WORDS && t % divisor != rest; i++) EXPECT_EQ(got[t * WORDS + i], want[i]);
    }
}

/* Lanes from `stay` on write and leave, at once or by way of a loop; the others wait for them in an operation. */
__global__ void done_before(int *out, int way, int stay)
{
    __shared__ int a[256];
    int t = threadIdx.x, lane = t % 32, opposite = t - lane + 31 - lane;
    a[t] = -1;
    __syncwarp();
    if (way == 0) {
        if (lane >= stay) {
            a[t] = t * 3;
            return;
        }
        __syncwarp();
        out[t] = a[opposite];
    } else if (way == 1) {
        if (lane < stay) {
            int one = __shfl_sync(0xffffffffu, 1, 0);
            __syncwarp();
            out[t] = one * a[opposite];
        } else
            a[t] = t * 3;
    } else if (lane < stay) {
        __syncwarp();
        out[t] = a[opposite];
    } else {
        for (int i = 0; i <= lane; i++) a[t] = t * 3 + i - lane;
    }
}

int main()
{
    const dim3 shapes[] = {{1}, {31}, {33}, {64}, {128}, {256}, {1000}, {16, 16}, {8, 8}, {32, 8}, {7, 5, 3}, {2, 3, 4}};
    for (const dim3 &shape : shapes)
        for (int divisor : {2, 5, 32, 33, 64})
            for (int rest : {0, 1, 31}) check_after_exits(shape, divisor, rest);
    for (int way : {0, 1, 2})
        for (int stay : {1, 7, 16}) {
            DeviceArray<int> out(256);
            done_before<<<1, 256>>>(out, way, stay);
            CHECK_LAUNCH();
            std::vector<int> got = out.host();
            for (int t = 0; t < 256; t++)
                if (t % 32 < stay) EXPECT_EQ(got[t], (t / 32 * 32 + 31 - t % 32) * 3);
        }
    return finish();
}
