// libcu++'s array, tuple, pair, function objects and utilities, in device code and in host code.
#include "../libraries.h"
#include <cuda/std/array>
#include <cuda/std/cassert>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/tuple>
#include <cuda/std/utility>

namespace std_ = cuda::std;

struct Row {
    std_::array<int, 4> values;
    std_::tuple<int, double, char> mixed;
    std_::pair<int, float> pair;
};

__host__ __device__ static Row compute(int i)
{
    Row row;
    row.values.fill(i);
    row.values[2] += static_cast<int>(row.values.size());
    row.values.back() = std_::get<1>(row.values) * 3;
    std_::swap(row.values[0], row.values[3]);
    int sum = 0;
    for (int value : row.values)
        sum += value;
    row.mixed = std_::make_tuple(sum, i / 2.0, static_cast<char>('a' + i % 26));
    int a;
    double b;
    std_::tie(a, b, std_::ignore) = row.mixed;
    auto joined = std_::tuple_cat(std_::make_tuple(a), std_::make_tuple(b, 1));
    row.pair = std_::make_pair(std_::get<0>(joined) + std_::get<2>(joined), static_cast<float>(std_::get<1>(joined)));
    row.pair.first = std_::plus<int>()(row.pair.first, std_::negate<>()(3));
    if (std_::less<>()(row.pair.first, 10) && row.values < std_::array<int, 4>{100, 0, 0, 0})
        row.pair.second = std_::exchange(row.pair.first, 99);
    auto [first, second] = std_::pair<int, int>(row.values[0], row.values[1]);
    row.values = {row.values[3], row.values[2], second, first};
    auto at = std_::next(row.values.begin(), 2);
    *at += static_cast<int>(std_::distance(row.values.begin(), at));
    assert(row.values.size() == 4 && !row.values.empty());
    return row;
}

__global__ void kernel(Row *rows, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rows[i] = compute(i);
}

int main()
{
    const int n = 100;
    static_assert(std_::tuple_size<std_::array<int, 4>>::value == 4 && sizeof(std_::array<int, 4>) == 16, "layout");
    static_assert(std_::is_same<std_::tuple_element<1, std_::tuple<int, double>>::type, double>::value, "elements");
    static_assert(std_::is_same<std_::make_index_sequence<3>, std_::index_sequence<0, 1, 2>>::value, "sequences");
    Row *rows;
    CHECK(cudaMallocManaged(&rows, n * sizeof(Row)));
    kernel<<<2, 64>>>(rows, n);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++) {
        Row row = compute(i);
        EXPECT(rows[i].values == row.values);
        EXPECT(rows[i].mixed == row.mixed);
        EXPECT(rows[i].pair == row.pair);
        EXPECT_EQ(std_::get<0>(rows[i].mixed), 6 * i + 4);
    }
    CHECK(cudaFree(rows));
    return finish();
}
