/* histogram, the C++ half: makes 10 MiB of bytes, counts them here and on the device, and compares.
 *
 *   swcc main.cpp histogram.cu -o histogram
 */
#include "histogram.h"

#include <cstdio>
#include <vector>

/* Bytes that look random but are the same everywhere; small values are more frequent than large ones. */
static std::vector<unsigned char> make_bytes(std::size_t count)
{
    std::vector<unsigned char> bytes(count);
    unsigned state = 12345;

    for (unsigned char &byte : bytes) {
        state = state * 1664525u + 1013904223u;
        unsigned a = state >> 24;
        unsigned b = state >> 16 & 255;
        byte = static_cast<unsigned char>(a * b >> 8);
    }
    return bytes;
}

int main()
{
    std::vector<unsigned char> bytes = make_bytes(10u << 20);
    std::size_t expected[BINS] = {}, counts[BINS] = {};

    for (unsigned char byte : bytes)
        expected[byte]++;
    float ms = histogram_on_device(bytes.data(), bytes.size(), counts);

    for (int bin = 0; bin < BINS; bin++)
        if (counts[bin] != expected[bin]) {
            std::fprintf(stderr, "value %d: counted %zu, expected %zu\n", bin, counts[bin], expected[bin]);
            return 1;
        }
    std::printf("%zu bytes; the value 0 occurs %zu times, the value 255 %zu times\n", bytes.size(), counts[0], counts[255]);
    std::printf("kernel: %.3f ms\n", ms);
    std::printf("all %d counters agree with the CPU's\n", BINS);
    return 0;
}
