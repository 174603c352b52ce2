// UNSUPPORTED: quick
// Iterators that compute: counting, constant, transforming, zipped, discarding, reversed, transforming what is written.
#include "../libraries.h"
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>

struct Square {
    __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

struct Product {
    __host__ __device__ int operator()(const thrust::tuple<int, int, int> &t) const
    {
        return thrust::get<0>(t) * thrust::get<1>(t) + thrust::get<2>(t);
    }
};

struct Sum3 {
    __host__ __device__ int operator()(int a, int b, int c) const { return a + b + c; }
};

int main()
{
    for (int n : sizes) {
        std::vector<int> a = numbers<int>(n, 100), expected(n);
        thrust::device_vector<int> x(a.begin(), a.end()), y(n);
        thrust::counting_iterator<int> count(1);
        thrust::constant_iterator<int> four(4);

        auto squares = thrust::make_transform_iterator(count, Square());
        EXPECT_EQ(thrust::reduce(squares, squares + n), static_cast<long long>(n) * (n + 1) * (2ll * n + 1) / 6);

        auto three = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), count, four));
        thrust::transform(three, three + n, y.begin(), Product());
        for (int i = 0; i < n; i++)
            expected[i] = a[i] * (i + 1) + 4;
        EXPECT_VECTOR(host_of(y), expected);
        thrust::transform(three, three + n, y.begin(), thrust::make_zip_function(Sum3()));
        for (int i = 0; i < n; i++)
            expected[i] = a[i] + i + 5;
        EXPECT_VECTOR(host_of(y), expected);

        thrust::copy(thrust::make_reverse_iterator(x.end()), thrust::make_reverse_iterator(x.begin()),
                     thrust::make_transform_output_iterator(y.begin(), Square()));
        for (int i = 0; i < n; i++)
            expected[i] = a[n - 1 - i] * a[n - 1 - i];
        EXPECT_VECTOR(host_of(y), expected);

        /* How many of each run, and not of what. */
        thrust::device_vector<int> lengths(n);
        auto ends = thrust::reduce_by_key(x.begin(), x.end(), four, thrust::make_discard_iterator(), lengths.begin());
        lengths.resize(ends.second - lengths.begin());
        std::vector<int> runs;
        for (int i = 0; i < n; i++) {
            if (i == 0 || a[i] != a[i - 1])
                runs.push_back(0);
            runs.back() += 4;
        }
        EXPECT_VECTOR(host_of(lengths), runs);
    }
    return finish();
}
