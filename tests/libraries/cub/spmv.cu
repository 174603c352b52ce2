// UNSUPPORTED: quick
// The product of a sparse matrix and a vector, with empty and with long rows.
#include "../libraries.h"
#include <cub/device/device_spmv.cuh>

static void check(int rows, int columns)
{
    std::vector<float> values, x(columns), expected(rows);
    std::vector<int> starts = {0}, places;
    Random random(rows);
    for (float &element : x)
        element = random.below(8);
    for (int row = 0; row < rows; row++) {
        int length = row % 50 == 3 ? columns : random.below(std::min(5, columns + 1));
        for (int i = 0; i < length; i++) {
            places.push_back(length == columns ? i : random.below(columns));
            values.push_back(random.below(8)); /* sums of whole numbers are the same in any order */
            expected[row] += values.back() * x[places.back()];
        }
        starts.push_back(places.size());
    }
    DeviceArray<float> a(values), device_x(x), y(rows);
    DeviceArray<int> device_starts(starts), device_places(places);
    CUB_CALL(cub::DeviceSpmv::CsrMV(memory, bytes, a.at, device_starts.at, device_places.at, device_x.at, y.at, rows, columns,
                                    static_cast<int>(places.size())));
    EXPECT_VECTOR(y.host(), expected);
}

int main()
{
    check(1, 1);
    check(1001, 333);
    check(333, 1);
    return finish();
}
