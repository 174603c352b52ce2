// UNSUPPORTED: quick
// Elements that change places: gather, scatter, with a stencil, reversed, through a permutation.
#include "../libraries.h"
#include <thrust/device_vector.h>
#include <thrust/gather.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/swap.h>

int main()
{
    for (int n : sizes) {
        std::vector<int> values = numbers<int>(n, 1000), map(n), stencil = numbers<int>(n, 2, 3), expected(n);
        std::iota(map.begin(), map.end(), 0);
        Random random(n);
        for (int i = n - 1; i > 0; i--)
            std::swap(map[i], map[random.below(i + 1)]);
        thrust::device_vector<int> x(values.begin(), values.end()), places(map.begin(), map.end()),
            flags(stencil.begin(), stencil.end()), y(n);

        thrust::gather(places.begin(), places.end(), x.begin(), y.begin());
        for (int i = 0; i < n; i++)
            expected[i] = values[map[i]];
        EXPECT_VECTOR(host_of(y), expected);
        auto permuted = thrust::make_permutation_iterator(x.begin(), places.begin());
        EXPECT_EQ(thrust::reduce(permuted, permuted + n / 2),
                  std::accumulate(expected.begin(), expected.begin() + n / 2, 0));

        thrust::scatter(y.begin(), y.end(), places.begin(), x.begin()); /* back again */
        EXPECT_VECTOR(host_of(x), values);

        thrust::fill(y.begin(), y.end(), -1);
        thrust::scatter_if(x.begin(), x.end(), places.begin(), flags.begin(), y.begin());
        for (int i = 0; i < n; i++)
            expected[map[i]] = stencil[i] ? values[i] : -1;
        EXPECT_VECTOR(host_of(y), expected);

        thrust::reverse(y.begin(), y.end());
        std::reverse(expected.begin(), expected.end());
        EXPECT_VECTOR(host_of(y), expected);
        thrust::swap_ranges(x.begin(), x.end(), y.begin());
        EXPECT_VECTOR(host_of(x), expected);
        EXPECT_VECTOR(host_of(y), values);
    }
    return finish();
}
