// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// elect.sync elects one of the lanes that its mask names and that have not exited, and tells all of them which (PTX ISA,
// elect.sync): with lanes gone, in partial warps, in parts of a warp, in branches, again in a loop.
#include "../conformance.h"

__device__ bool elect(unsigned mask, int *lane)
{
    int leader, is_leader;
    asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.s32 %1, 1, 0, p; }"
                 : "=r"(leader), "=r"(is_leader) : "r"(mask) : "memory");
    *lane = leader;
    return is_leader;
}

enum { MOST = 1024 };
struct Seen { int leaders[MOST], told[MOST], rounds[MOST]; };

/* Lanes below `first` have gone. Each thread adds to the cell of its group: whether it leads. */
__global__ void among(Seen *out, int first, int part)
{
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = t % 32;
    if (lane < first)
        return;
    unsigned mask = part == 32 ? 0xffffffffu : ((1u << part) - 1) << (lane & ~(part - 1));
    int leader, again;
    bool leads = elect(mask, &leader);
    if (leads)
        atomicAdd(&out->leaders[t / 32 * 32 + lane / part * part], 100 + lane);
    out->told[t] = leader;
    if (lane < 16 + first) /* nobody of the others comes to such an operation any more */
        return;
    int rounds = 0;
    for (int i = 0; i < 4; i++)
        rounds += elect(0xffff0000u << first, &again) ? 1 << 8 : again;
    out->rounds[t] = rounds;
}

int main()
{
    const dim3 shapes[] = {{1}, {31}, {33}, {64}, {100}, {128}, {256}, {16, 16}, {7, 5, 3}, {1000}};
    for (const dim3 &shape : shapes)
        for (int first : {0, 1, 5, 15})
            for (int part : {32, 16, 4}) {
                int threads = shape.x * shape.y * shape.z;
                DeviceArray<Seen> out(std::vector<Seen>(1, Seen{}));
                among<<<1, shape>>>(out, first, part);
                CHECK_LAUNCH();
                Seen got = out.host()[0];
                for (int t = 0; t < threads; t++) {
                    int lane = t % 32, group = lane / part * part, leader = group > first ? group : first;
                    if (lane < first)
                        continue;
                    EXPECT_EQ(got.told[t], leader);
                    EXPECT_EQ(got.leaders[t / 32 * 32 + group], 100 + leader);
                    if (lane >= 16 + first)
                        EXPECT_EQ(got.rounds[t], lane == 16 + first ? 4 << 8 : 4 * (16 + first));
                }
            }
    return finish();
}
