// UNSUPPORTED: quick
// Selection and partition of a whole device: by flags, by a predicate, runs, in two parts and in three.
#include "../libraries.h"
#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

using Ints = std::vector<int>;

struct Below {
    int limit;
    __host__ __device__ bool operator()(int x) const { return x < limit; }
};

static Ints first(const DeviceArray<int> &array, int count)
{
    Ints values = array.host();
    values.resize(count);
    return values;
}

static void check(int n, int limit)
{
    Ints values = numbers<int>(n, 10), flags = numbers<int>(n, 2, 3), taken, left, expected;
    DeviceArray<int> in(values), device_flags(flags), out(n + 1), count(1);

    CUB_CALL(cub::DeviceSelect::Flagged(memory, bytes, in.at, device_flags.at, out.at, count.at, n));
    for (int i = 0; i < n; i++)
        (flags[i] ? taken : left).push_back(values[i]);
    EXPECT_VECTOR(first(out, count.host()[0]), taken);
    CUB_CALL(cub::DeviceSelect::If(memory, bytes, in.at, out.at, count.at, n, Below{limit}));
    std::copy_if(values.begin(), values.end(), std::back_inserter(expected), Below{limit});
    EXPECT_VECTOR(first(out, count.host()[0]), expected);
    CUB_CALL(cub::DeviceSelect::Unique(memory, bytes, in.at, out.at, count.at, n));
    expected.clear();
    std::unique_copy(values.begin(), values.end(), std::back_inserter(expected));
    EXPECT_VECTOR(first(out, count.host()[0]), expected);

    /* Those left stand behind, the last one first. */
    CUB_CALL(cub::DevicePartition::Flagged(memory, bytes, in.at, device_flags.at, out.at, count.at, n));
    EXPECT_EQ(count.host()[0], static_cast<int>(taken.size()));
    taken.insert(taken.end(), left.rbegin(), left.rend());
    EXPECT_VECTOR(first(out, n), taken);
}

static void three(int n)
{
    Ints values = numbers<int>(n, 10), low, middle, high;
    for (int value : values)
        (value < 3 ? low : value < 6 ? middle : high).push_back(value);
    DeviceArray<int> in(values), a(n + 1), b(n + 1), c(n + 1), counts(2);
    CUB_CALL(cub::DevicePartition::If(memory, bytes, in.at, a.at, b.at, c.at, counts.at, n, Below{3}, Below{6}));
    Ints got = counts.host();
    EXPECT_VECTOR(first(a, got[0]), low);
    EXPECT_VECTOR(first(b, got[1]), middle);
    EXPECT_VECTOR(first(c, n - got[0] - got[1]), high);
}

int main()
{
    for (int n : sizes) {
        for (int limit : {0, 4, 10})
            check(n, limit);
        three(n);
    }
    return finish();
}
