// Named barriers (PTX ISA, barrier): threads meet by number and count, and reductions are over those that meet. Several at
// once, numbers in registers, producers that only arrive, one number for other counts later, negated predicates, threads
// that have exited, blocks of all shapes.
#include "../conformance.h"

__device__ int rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

__device__ int count_at(int id, int threads, int yes)
{
    int count;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, %2, %3, p; }"
                 : "=r"(count) : "r"(yes), "r"(id), "r"(threads) : "memory");
    return count;
}
__device__ int all_at(int id, int threads, int yes)
{
    int all;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.cta.red.and.pred q, %2, %3, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(all) : "r"(yes), "r"(id), "r"(threads) : "memory");
    return all;
}
__device__ int none_at(int id, int threads, int yes)
{
    int none;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; barrier.red.and.aligned.pred q, %2, %3, !p; "
                 "selp.s32 %0, 1, 0, q; }"
                 : "=r"(none) : "r"(yes), "r"(id), "r"(threads) : "memory");
    return none;
}
__device__ int any_at(int id, int threads, int yes)
{
    int any;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, %2, %3, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(any) : "r"(yes), "r"(id), "r"(threads) : "memory");
    return any;
}

/* Parts of a block, each with a number of its own: what they hear is about themselves. */
__global__ void parts(int *out, int size)
{
    int t = rank(), part = t / size, id = 1 + part;
    int count = count_at(id, size, t % (part + 1) == 0);
    int all = all_at(id, size, part != 1 || t % size != 7), none = none_at(id, size, part == 2);
    int any = any_at(id, size, part == 0 && t == 3);
    out[blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t] = count | all << 11 | none << 12 | any << 13;
}

static int expected_part(int t, int size)
{
    int part = t / size, count = 0;
    for (int i = part * size; i < (part + 1) * size; i++)
        count += i % (part + 1) == 0;
    return count | (part != 1) << 11 | (part != 2) << 12 | (part == 0) << 13;
}

/* One number for the whole block, with its size as the count and without; and again for its halves. */
__global__ void numbers_again(int *out)
{
    int t = threadIdx.x, half = t / 64, sum = 0;
    sum += count_at(2, 128, t % 3 == 0);
    sum += 1000 * count_at(2 + half, 64, half);
    asm volatile("bar.sync 0;" ::: "memory");
    sum += 100000 * count_at(3, 128, t % 32 == 0);
    out[t] = sum;
}

/* The upper half writes and only arrives; the lower half waits, reads, and says at another barrier that it has. */
__global__ void hand_over(int *out, int rounds)
{
    __shared__ int box[64];
    int t = threadIdx.x;
    if (t >= 64) {
        for (int i = 0; i < rounds; i++) {
            if (i) asm volatile("bar.sync 6, 128;" ::: "memory");
            box[t - 64] = t * 10 + i;
            asm volatile("barrier.cta.arrive 5, 128;" ::: "memory");
        }
        return;
    }
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        asm volatile("barrier.sync 5, 128;" ::: "memory");
        sum += box[63 - t];
        if (i + 1 < rounds) asm volatile("bar.arrive 6, 128;" ::: "memory");
    }
    out[t] = sum;
}

/* Lanes that have exited: their warps count as whole ones, and they say neither yes nor no. */
__global__ void some_left(int *out, int stay)
{
    int t = threadIdx.x, half = t / 64;
    if (t % 32 >= stay)
        return;
    int count = count_at(1 + half, 64, 1), all = all_at(1 + half, 64, half == 0 || t % 32 != 0);
    out[t] = count | all << 8;
}

int main()
{
    const dim3 shapes[] = {{128}, {256}, {64, 4}, {16, 16}, {8, 8, 2}, {32, 8}, {512}};
    for (const dim3 &shape : shapes)
        for (int size : {32, 64, 128}) {
            int threads = shape.x * shape.y * shape.z;
            if (size * 15 < threads)
                continue;
            DeviceArray<int> out(3 * threads);
            parts<<<3, shape>>>(out, size);
            CHECK_LAUNCH();
            std::vector<int> got = out.host();
            for (int i = 0; i < 3 * threads; i++)
                EXPECT_EQ(got[i], expected_part(i % threads, size));
        }
    DeviceArray<int> out(128);
    numbers_again<<<1, 128>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < 128; t++)
        EXPECT_EQ(got[t], 43 + 1000 * (t < 64 ? 0 : 64) + 400000);
    for (int rounds : {1, 2, 9}) {
        hand_over<<<1, 128>>>(out, rounds);
        CHECK_LAUNCH();
        got = out.host();
        for (int t = 0; t < 64; t++)
            EXPECT_EQ(got[t], rounds * (127 - t) * 10 + rounds * (rounds - 1) / 2);
    }
    for (int stay : {1, 5, 31, 32}) {
        some_left<<<1, 128>>>(out, stay);
        CHECK_LAUNCH();
        got = out.host();
        for (int t = 0; t < 128; t++)
            if (t % 32 < stay)
                EXPECT_EQ(got[t], 2 * stay | (t < 64) << 8);
    }
    return finish();
}
