// UNSUPPORTED: quick
// Histograms of several channels of a sample on a whole device.
#include "../libraries.h"
#include <cub/device/device_histogram.cuh>

/* Pixels of four channels, of which three are counted. */
static void channels(int n)
{
    std::vector<unsigned char> pixels = numbers<unsigned char>(4 * n, 256);
    std::vector<int> expected[3];
    for (int c = 0; c < 3; c++) {
        expected[c].resize(256);
        for (int i = 0; i < n; i++)
            expected[c][pixels[4 * i + c]]++;
    }
    DeviceArray<unsigned char> in(pixels);
    DeviceArray<int> red(256), green(256), blue(256);
    int *bins[3] = {red.at, green.at, blue.at}, levels[3] = {257, 257, 257}, low[3] = {0, 0, 0}, high[3] = {256, 256, 256};
    auto count = [&](void *memory, size_t &bytes) {
        return cub::DeviceHistogram::MultiHistogramEven<4, 3>(memory, bytes, in.at, bins, levels, low, high, n);
    };
    CUB_CALL(count(memory, bytes));
    EXPECT_VECTOR(red.host(), expected[0]);
    EXPECT_VECTOR(green.host(), expected[1]);
    EXPECT_VECTOR(blue.host(), expected[2]);
}

int main()
{
    for (int n : sizes)
        channels(n);
    return finish();
}
