// UNSUPPORTED: quick
// Prefix sums of a whole device, whose tiles look back at those before: integers, structures of 16 bytes, many tiles.
#include "../libraries.h"
#include <cub/device/device_scan.cuh>

/* x -> a x + b: composition is associative, and the order counts. */
struct Line {
    unsigned long long a, b;
    __host__ __device__ bool operator==(const Line &other) const { return a == other.a && b == other.b; }
};

struct Compose {
    __host__ __device__ Line operator()(const Line &f, const Line &g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};

static void sums(int n)
{
    std::vector<int> values = numbers<int>(n, 1000), expected(n);
    DeviceArray<int> in(values), out(n);
    CUB_CALL(cub::DeviceScan::InclusiveSum(memory, bytes, in.at, out.at, n));
    std::partial_sum(values.begin(), values.end(), expected.begin());
    EXPECT_VECTOR(out.host(), expected);
    CUB_CALL(cub::DeviceScan::ExclusiveSum(memory, bytes, in.at, in.at, n)); /* in place */
    for (int i = 0; i < n; i++)
        expected[i] -= values[i];
    EXPECT_VECTOR(in.host(), expected);
}

static void lines(int n)
{
    std::vector<Line> values(n), expected(n);
    Random random(n);
    for (Line &line : values)
        line = {random.next() | 1u, random.next()};
    DeviceArray<Line> in(values), out(n);
    CUB_CALL(cub::DeviceScan::InclusiveScan(memory, bytes, in.at, out.at, Compose(), n));
    std::partial_sum(values.begin(), values.end(), expected.begin(), Compose());
    EXPECT_VECTOR(out.host(), expected);
}

int main()
{
    for (int n : sizes) {
        sums(n);
        lines(n);
    }
    sums(200003);
    return finish();
}
