// Algorithms within a thread (thrust::seq in a kernel) and on the host (thrust::host, host_vector).
#include "../libraries.h"
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

constexpr int EACH = 16;

__global__ void rows(int *values, int *sums, int *places)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, *mine = values + row * EACH;
    thrust::sort(thrust::seq, mine, mine + EACH);
    sums[row] = thrust::reduce(thrust::seq, mine, mine + EACH);
    places[row] = thrust::lower_bound(thrust::seq, mine, mine + EACH, 30) - mine;
    thrust::inclusive_scan(thrust::seq, mine, mine + EACH, mine);
}

int main()
{
    const int n = 3 * 96;
    std::vector<int> values = numbers<int>(n * EACH, 60), sums(n), places(n);
    DeviceArray<int> device(values), device_sums(n), device_places(n);
    rows<<<3, 96>>>(device, device_sums, device_places);
    CHECK_LAUNCH();
    for (int row = 0; row < n; row++) {
        auto begin = values.begin() + row * EACH, end = begin + EACH;
        std::sort(begin, end);
        sums[row] = std::accumulate(begin, end, 0);
        places[row] = std::lower_bound(begin, end, 30) - begin;
        std::partial_sum(begin, end, begin);
    }
    EXPECT_VECTOR(device.host(), values);
    EXPECT_VECTOR(device_sums.host(), sums);
    EXPECT_VECTOR(device_places.host(), places);

    thrust::host_vector<int> host(values.begin(), values.end());
    thrust::sort(host.begin(), host.end());
    std::sort(values.begin(), values.end());
    EXPECT(std::equal(host.begin(), host.end(), values.begin()));
    auto end = thrust::unique(thrust::host, host.begin(), host.end());
    EXPECT_EQ(end - host.begin(), std::unique(values.begin(), values.end()) - values.begin());
    return finish();
}
