// UNSUPPORTED: quick
// USUAL-CODE
// Prefix sums: inclusive, exclusive, of another operation, of transformed elements, in place.
#include "../libraries.h"
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>

struct Twice {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};

int main()
{
    for (int n : sizes) {
        std::vector<int> a = numbers<int>(n, 1000), expected(n);
        thrust::device_vector<int> x(a.begin(), a.end()), y(n);

        thrust::inclusive_scan(x.begin(), x.end(), y.begin());
        std::partial_sum(a.begin(), a.end(), expected.begin());
        EXPECT_VECTOR(host_of(y), expected);

        auto end = thrust::transform_inclusive_scan(x.begin(), x.end(), y.begin(), Twice(), thrust::maximum<int>());
        EXPECT_EQ(end - y.begin(), n);
        int most = 0;
        for (int i = 0; i < n; i++)
            expected[i] = most = std::max(most, 2 * a[i]);
        EXPECT_VECTOR(host_of(y), expected);

        thrust::exclusive_scan(x.begin(), x.end(), x.begin(), 5);
        int sum = 5;
        for (int i = 0; i < n; i++) {
            expected[i] = sum;
            sum += a[i];
        }
        EXPECT_VECTOR(host_of(x), expected);
    }
    return finish();
}
