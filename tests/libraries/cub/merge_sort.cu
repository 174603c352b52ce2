// UNSUPPORTED: quick
// Merge sort and differences of neighbours of a whole device.
#include "../libraries.h"
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_merge_sort.cuh>

struct ByLastDigit {
    __host__ __device__ bool operator()(int a, int b) const { return a % 10 > b % 10; }
};

int main()
{
    for (int n : sizes) {
        std::vector<int> keys = numbers<int>(n, 10000), expected(n);
        DeviceArray<int> device(keys), out(n);
        CUB_CALL(cub::DeviceMergeSort::StableSortKeys(memory, bytes, device.at, n, ByLastDigit()));
        std::stable_sort(keys.begin(), keys.end(), ByLastDigit());
        EXPECT_VECTOR(device.host(), keys);

        CUB_CALL(cub::DeviceAdjacentDifference::SubtractLeftCopy(memory, bytes, device.at, out.at, n));
        std::adjacent_difference(keys.begin(), keys.end(), expected.begin());
        EXPECT_VECTOR(out.host(), expected);
        CUB_CALL(cub::DeviceAdjacentDifference::SubtractRight(memory, bytes, device.at, n));
        for (int i = 0; i < n; i++)
            expected[i] = i + 1 < n ? keys[i] - keys[i + 1] : keys[i];
        EXPECT_VECTOR(device.host(), expected);
    }
    return finish();
}
