// UNSUPPORTED: quick
// SWCC: --extended-lambda
// Functions for each element: lambdas and functors for the device, transform, tabulate, generate, adjacent_difference.
#include "../libraries.h"
#include <thrust/adjacent_difference.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

struct CountInto {
    int *counters;
    __device__ void operator()(int x) { atomicAdd(&counters[x % 7], 1); }
};

struct Seven {
    __device__ int operator()() const { return 7; }
};

int main()
{
    for (int n : sizes) {
        std::vector<int> a = numbers<int>(n, 1000), expected(n), counts(7);
        thrust::device_vector<int> x(a.begin(), a.end()), y(n), counters(7, 0);

        thrust::for_each(x.begin(), x.end(), CountInto{counters.data().get()});
        for (int value : a)
            counts[value % 7]++;
        EXPECT_VECTOR(host_of(counters), counts);

        int *to = y.data().get(), add = 5;
        const int *from = x.data().get();
        auto first = thrust::make_counting_iterator(0);
        thrust::for_each_n(first, n, [=] __device__(int i) { to[i] = from[i] + i * add; });
        for (int i = 0; i < n; i++)
            expected[i] = a[i] + 5 * i;
        EXPECT_VECTOR(host_of(y), expected);

        thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), [] __host__ __device__(int p, int q) { return q - p; });
        for (int i = 0; i < n; i++)
            expected[i] = 5 * i;
        EXPECT_VECTOR(host_of(y), expected);
        thrust::sequence(y.begin(), y.end(), 0, 5);
        EXPECT_VECTOR(host_of(y), expected);

        thrust::tabulate(y.begin(), y.end(), [] __device__(int i) { return i * i; });
        for (int i = 0; i < n; i++)
            expected[i] = i * i;
        EXPECT_VECTOR(host_of(y), expected);

        thrust::adjacent_difference(x.begin(), x.end(), y.begin());
        std::adjacent_difference(a.begin(), a.end(), expected.begin());
        EXPECT_VECTOR(host_of(y), expected);

        thrust::generate(y.begin(), y.end(), Seven());
        EXPECT_VECTOR(host_of(y), std::vector<int>(n, 7));
    }
    return finish();
}
