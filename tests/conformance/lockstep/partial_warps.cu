// Warps that are not full, at the end of a block and within one: warp functions, barriers behind threads that have left,
// and atomics on one address whose results are used.
#include "../conformance.h"

static const unsigned sizes[] = {1, 5, 31, 32, 33, 50, 64, 95, 100, 1000};

template <class T> static std::vector<T> copy_back(const DeviceArray<T> &from)
{
    std::vector<T> to(from.count);
    CHECK(cudaMemcpy(to.data(), from.at, from.count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
}

static unsigned members(unsigned size, unsigned thread)
{
    unsigned left = size - thread / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

/* All threads of the block's last, partial warp. */
__global__ void last_warp(unsigned *ballots, int *sums, int *shifted, unsigned *equal)
{
    unsigned i = threadIdx.x, left = blockDim.x - i / 32 * 32;
    unsigned mask = left >= 32 ? 0xffffffffu : (1u << left) - 1;
    ballots[i] = __ballot_sync(mask, i % 3 == 0);
    sums[i] = __reduce_add_sync(mask, (int)i);
    int other = __shfl_up_sync(mask, (int)i * 10, 1);
    shifted[i] = i % 32 == 0 ? -1 : other;
    equal[i] = __match_any_sync(mask, i % 4);
}

static void check_last_warp(unsigned size)
{
    DeviceArray<unsigned> ballots(size), equal(size);
    DeviceArray<int> sums(size), shifted(size);
    last_warp<<<1, size>>>(ballots.at, sums.at, shifted.at, equal.at);
    CHECK_LAUNCH();
    std::vector<unsigned> ballot = copy_back(ballots), match = copy_back(equal);
    std::vector<int> sum = copy_back(sums), shift = copy_back(shifted);
    for (unsigned i = 0; i < size; i++) {
        unsigned votes = 0, same = 0, first = i / 32 * 32;
        int total = 0;
        for (unsigned k = first; k < size && k < first + 32; k++) {
            votes |= (k % 3 == 0 ? 1u : 0u) << k % 32;
            same |= (k % 4 == i % 4 ? 1u : 0u) << k % 32;
            total += (int)k;
        }
        EXPECT_EQ(ballot[i], votes);
        EXPECT_EQ(match[i], same);
        EXPECT_EQ(sum[i], total);
        EXPECT_EQ(shift[i], i % 32 == 0 ? -1 : (int)(i - 1) * 10);
    }
}

/* Some lanes take part, the others do something else meanwhile. */
__global__ void some_lanes(const unsigned *takes_part, unsigned *ballots, int *sums, int *least)
{
    unsigned i = threadIdx.x, mask = takes_part[i / 32];
    ballots[i] = 12345;
    sums[i] = least[i] = -1;
    if (mask >> i % 32 & 1) {
        ballots[i] = __ballot_sync(mask, i & 1);
        sums[i] = __reduce_add_sync(mask, (int)i);
        int value = (int)(i * 37 % 64);
        for (int distance = 16; distance > 0; distance /= 2) {
            int other = __shfl_xor_sync(mask, value, distance);
            if (mask >> ((i ^ distance) % 32) & 1)
                value = other < value ? other : value;
        }
        least[i] = value;
    } else {
        for (unsigned k = 0; k < i % 5; k++)
            ballots[i] += k;
    }
}

static void check_some_lanes()
{
    std::vector<unsigned> parts = {0x0000ffff, 0xffff0000, 0x0f0f0f0f, 0xffffffff, 0x80000001, 0x00000010, 0};
    unsigned size = (unsigned)parts.size() * 32;
    DeviceArray<unsigned> mask(parts), ballots(size);
    DeviceArray<int> sums(size), least(size);
    some_lanes<<<1, size>>>(mask.at, ballots.at, sums.at, least.at);
    CHECK_LAUNCH();
    std::vector<unsigned> ballot = copy_back(ballots);
    std::vector<int> sum = copy_back(sums), lowest = copy_back(least);
    for (unsigned i = 0; i < size; i++) {
        unsigned part = parts[i / 32], first = i / 32 * 32;
        if (!(part >> i % 32 & 1)) {
            unsigned k = i % 5;
            EXPECT_EQ(ballot[i], 12345 + k * (k - 1) / 2);
            EXPECT_EQ(sum[i], -1);
            continue;
        }
        int total = 0, value[32], other[32];
        for (unsigned k = 0; k < 32; k++) {
            total += part >> k & 1 ? (int)(first + k) : 0;
            value[k] = (int)((first + k) * 37 % 64);
        }
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            for (unsigned k = 0; k < 32; k++)
                other[k] = value[k ^ distance];
            for (unsigned k = 0; k < 32; k++)
                if ((part >> (k ^ distance) & 1) && other[k] < value[k])
                    value[k] = other[k];
        }
        EXPECT_EQ(ballot[i], part & 0xaaaaaaaau);
        EXPECT_EQ(sum[i], total);
        EXPECT_EQ(lowest[i], value[i % 32]);
    }
}

/* Every thread draws numbers from counters of its block's; no number is drawn twice or left out. */
__global__ void draw(unsigned *counter, unsigned *drawn, unsigned every)
{
    __shared__ unsigned own;
    unsigned i = threadIdx.x, n = blockDim.x;
    if (i == 0)
        own = 0;
    __syncthreads();
    drawn[i] = atomicAdd(counter, 1);
    drawn[n + i] = i % every ? ~0u : atomicAdd(&own, 1);
    drawn[2 * n + i] = i % every ? ~0u : atomicSub(counter + 1, i + 1);
    drawn[3 * n + i] = i % every == 1 ? atomicInc(counter + 2, 6) : ~0u;
}

static void check_drawn(std::vector<unsigned> drawn, unsigned start, unsigned size, unsigned count)
{
    std::vector<bool> seen(count);
    unsigned total = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned number = drawn[start + i];
        if (number == ~0u)
            continue;
        EXPECT(number < count && !seen[number]);
        seen[number] = true;
        total++;
    }
    EXPECT_EQ(total, count);
}

static void check_draw(unsigned size, unsigned every)
{
    DeviceArray<unsigned> counter(3), numbers(4 * size);
    draw<<<1, size>>>(counter.at, numbers.at, every);
    CHECK_LAUNCH();
    std::vector<unsigned> drawn = copy_back(numbers), count = copy_back(counter);
    check_drawn(drawn, 0, size, size);
    check_drawn(drawn, size, size, (size + every - 1) / every);
    /* Each that subtracted found what the ones before had left: a chain from 0 to the end. */
    std::vector<bool> used(size);
    unsigned value = 0, steps = (size + every - 1) / every;
    for (unsigned k = 0; k < steps; k++) {
        unsigned i = 0;
        while (i < size && (i % every || used[i] || drawn[2 * size + i] != value))
            i++;
        if (i == size) {
            EXPECT(!"a chain of subtractions");
            return;
        }
        used[i] = true;
        value -= i + 1;
    }
    EXPECT_EQ(count[1], value);
    unsigned turns[7] = {0}, increments = 0;
    for (unsigned i = 0; i < size; i++)
        if (drawn[3 * size + i] != ~0u) {
            EXPECT(drawn[3 * size + i] < 7);
            turns[drawn[3 * size + i] % 7]++;
            increments++;
        }
    for (unsigned k = 0; k < 7; k++)
        EXPECT_EQ(turns[k], increments / 7 + (k < increments % 7));
    EXPECT_EQ(count[2], increments % 7);
}

/* Threads leave; the others go on to barriers, some of which count them. */
__global__ void thin_out(unsigned *counts, unsigned *sums)
{
    __shared__ unsigned cells[1024];
    unsigned i = threadIdx.x, left = blockDim.x;
    cells[i] = i;
    __syncthreads();
    for (unsigned round = 0; left > 1; round++) {
        if (i >= left / 2)
            return;
        cells[i] += cells[i + left / 2];
        if (left % 2 && i == 0)
            cells[0] += cells[left - 1];
        left /= 2;
        unsigned count = __syncthreads_count(i % 2 == 0);
        if (i == 0)
            counts[round] = count;
    }
    *sums = cells[0];
}

static void check_thin_out(unsigned size)
{
    DeviceArray<unsigned> counts(16), sums(1);
    thin_out<<<1, size>>>(counts.at, sums.at);
    CHECK_LAUNCH();
    std::vector<unsigned> count = copy_back(counts);
    unsigned left = size;
    for (unsigned round = 0; left > 1; round++) {
        left /= 2;
        EXPECT_EQ(count[round], (left + 1) / 2);
    }
    EXPECT_EQ(copy_back(sums)[0], size * (size - 1) / 2);
}

int main()
{
    for (unsigned size : sizes) {
        check_last_warp(size);
        check_draw(size, 1);
        check_draw(size, 3);
        check_thin_out(size);
    }
    check_some_lanes();
    return finish();
}
