// UNSUPPORTED: quick
// What a predicate takes: copied, removed, parted, replaced; neighbours that are equal.
#include "../libraries.h"
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

struct IsMultiple {
    int of;
    __host__ __device__ bool operator()(int x) const { return x % of == 0; }
};

int main()
{
    for (int n : sizes) {
        std::vector<int> a = numbers<int>(n, 9), expected(n);
        const thrust::device_vector<int> x(a.begin(), a.end());
        thrust::device_vector<int> y(n);

        y.resize(thrust::copy_if(x.begin(), x.end(), y.begin(), IsMultiple{3}) - y.begin());
        expected.resize(std::copy_if(a.begin(), a.end(), expected.begin(), IsMultiple{3}) - expected.begin());
        EXPECT_VECTOR(host_of(y), expected);

        y = x;
        y.resize(thrust::remove_if(y.begin(), y.end(), IsMultiple{2}) - y.begin());
        expected = a;
        expected.erase(std::remove_if(expected.begin(), expected.end(), IsMultiple{2}), expected.end());
        EXPECT_VECTOR(host_of(y), expected);

        y = x;
        auto middle = thrust::stable_partition(y.begin(), y.end(), IsMultiple{2});
        expected = a;
        auto where = std::stable_partition(expected.begin(), expected.end(), IsMultiple{2});
        EXPECT_EQ(middle - y.begin(), where - expected.begin());
        EXPECT_VECTOR(host_of(y), expected);

        y = x;
        y.resize(thrust::unique(y.begin(), y.end()) - y.begin());
        expected = a;
        expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
        EXPECT_VECTOR(host_of(y), expected);
    }
    return finish();
}
