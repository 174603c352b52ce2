// UNSUPPORTED: quick
// Selection of pairs and by a stencil: unique_by_key, partition_copy, copy_if and remove_copy_if.
#include "../libraries.h"
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/partition.h>
#include <thrust/unique.h>

struct IsSmall {
    __device__ bool operator()(int x) const { return x < 4; }
};

static void unique_by_key(int n)
{
    std::vector<int> keys = numbers<int>(n, 2), values = numbers<int>(n, 1000), heads, firsts;
    for (int i = 0; i < n; i++)
        if (i == 0 || keys[i] != keys[i - 1]) {
            heads.push_back(keys[i]);
            firsts.push_back(values[i]);
        }
    thrust::device_vector<int> device_keys(keys.begin(), keys.end()), device_values(values.begin(), values.end());
    auto ends = thrust::unique_by_key(device_keys.begin(), device_keys.end(), device_values.begin());
    device_keys.resize(ends.first - device_keys.begin());
    device_values.resize(ends.second - device_values.begin());
    EXPECT_VECTOR(host_of(device_keys), heads);
    EXPECT_VECTOR(host_of(device_values), firsts);
}

static void with_stencil(int n)
{
    std::vector<int> values = numbers<int>(n, 1000), stencil = numbers<int>(n, 9, 3), in, out;
    for (int i = 0; i < n; i++)
        (stencil[i] < 4 ? in : out).push_back(values[i]);
    thrust::device_vector<int> device(values.begin(), values.end()), device_stencil(stencil.begin(), stencil.end()), a(n), b(n);
    auto ends = thrust::partition_copy(device.begin(), device.end(), device_stencil.begin(), a.begin(), b.begin(), IsSmall());
    a.resize(ends.first - a.begin());
    b.resize(ends.second - b.begin());
    EXPECT_VECTOR(host_of(a), in);
    EXPECT_VECTOR(host_of(b), out);
    thrust::device_vector<int> c(n);
    c.resize(thrust::copy_if(device.begin(), device.end(), device_stencil.begin(), c.begin(), IsSmall()) - c.begin());
    EXPECT_VECTOR(host_of(c), in);
}

int main()
{
    for (int n : sizes) {
        unique_by_key(n);
        with_stencil(n);
    }
    return finish();
}
