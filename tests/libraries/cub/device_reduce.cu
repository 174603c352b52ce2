// UNSUPPORTED: quick
// Reductions of a whole device: sums, extrema and their places, an operation of the program's; the protocol of temporary storage.
#include "../libraries.h"
#include <cub/device/device_reduce.cuh>

struct Gcd {
    __host__ __device__ unsigned operator()(unsigned a, unsigned b) const
    {
        while (b) {
            unsigned rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
};

/* in: as many elements behind the first as its place says, so that reads are not aligned. */
static void check(int n, int offset)
{
    std::vector<int> values = numbers<int>(n + offset, 1000);
    DeviceArray<int> device(values), sum(1), least(1);
    values.erase(values.begin(), values.begin() + offset);
    const int *in = device.at + offset;
    CUB_CALL(cub::DeviceReduce::Sum(memory, bytes, in, sum.at, n));
    EXPECT_EQ(sum.host()[0], std::accumulate(values.begin(), values.end(), 0));
    CUB_CALL(cub::DeviceReduce::Min(memory, bytes, in, least.at, n));
    EXPECT_EQ(least.host()[0], n ? *std::min_element(values.begin(), values.end()) : INT_MAX);
    if (!n)
        return;
    using Place = cub::KeyValuePair<int, int>;
    DeviceArray<Place> place(1);
    CUB_CALL(cub::DeviceReduce::ArgMax(memory, bytes, in, place.at, n));
    EXPECT_EQ(place.host()[0].key, std::max_element(values.begin(), values.end()) - values.begin());
    EXPECT_EQ(place.host()[0].value, *std::max_element(values.begin(), values.end()));
}

static void protocol()
{
    std::vector<int> ones(20011, 1);
    DeviceArray<int> in(ones), out(1);
    size_t bytes = 0;
    CHECK(cub::DeviceReduce::Sum(nullptr, bytes, in.at, out.at, 20011));
    EXPECT(bytes > 0);
    EXPECT_EQ(out.host()[0], 0); /* nothing was done */
    DeviceArray<char> room(bytes);
    size_t less = 0;
    EXPECT_EQ(cub::DeviceReduce::Sum(room.at, less, in.at, out.at, 20011), cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK(cub::DeviceReduce::Sum(room.at, bytes, in.at, out.at, 20011));
    EXPECT_EQ(out.host()[0], 20011);
}

int main()
{
    for (int n : sizes)
        for (int offset : {0, 1})
            check(n, offset);
    protocol();

    std::vector<unsigned> values = numbers<unsigned>(5001, 1000);
    for (unsigned &value : values)
        value *= 42;
    DeviceArray<unsigned> device(values), gcd(1);
    CUB_CALL(cub::DeviceReduce::Reduce(memory, bytes, device.at, gcd.at, 5001, Gcd(), 0u));
    EXPECT_EQ(gcd.host()[0], std::accumulate(values.begin(), values.end(), 0u, Gcd()));
    return finish();
}
