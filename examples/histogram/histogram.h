/* The seam between the two halves of this program: ordinary C++ (main.cpp) and CUDA (histogram.cu). No CUDA word is in
 * it, so the C++ half can be compiled by any compiler. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <cstddef>

constexpr int BINS = 256;

/* Counts how often each byte value occurs in bytes[0 .. count-1]. Returns the kernel's time in milliseconds. */
float histogram_on_device(const unsigned char *bytes, std::size_t count, std::size_t counts[BINS]);

#endif
