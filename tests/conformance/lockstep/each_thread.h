/* What the programs of this chapter share: a function of the thread's number, run by one thread each on the device, in
 * blocks that fill warps and in such that do not, and by the CPU. Both must come to the same. */
#ifndef EACH_THREAD_H
#define EACH_THREAD_H

#include "../conformance.h"

/* Numbers without a pattern. */
static inline std::vector<unsigned> some_numbers(unsigned count)
{
    std::vector<unsigned> numbers(count);
    unsigned state = 12345;
    for (unsigned &number : numbers) {
        state = state * 1664525u + 1013904223u;
        number = state >> 8;
    }
    return numbers;
}

template <class Body> __global__ void each_thread(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = Body::run(i, in, n);
}

/* Body::run(i, in, n) may read in[0 .. n - 1]. */
template <class Body> static void compare_with_cpu(const char *name, unsigned n = 3000)
{
    static const unsigned block_sizes[] = {256, 33, 1000, 24, 1};
    std::vector<unsigned> in = some_numbers(n), out(n);
    DeviceArray<unsigned> from(in);
    for (unsigned size : block_sizes) {
        DeviceArray<unsigned> to(n);
        each_thread<Body><<<(n + size - 1) / size, size>>>(from.at, to.at, n);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(out.data(), to.at, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < n; i++)
            if (out[i] != Body::run(i, in.data(), n))
                report(__FILE__, __LINE__, Words(name) + ", thread " + show(i) + " in blocks of " + show(size) +
                                               ": expected " + show(Body::run(i, in.data(), n)) + ", got " + show(out[i]));
    }
}

#define COMPARE(body) compare_with_cpu<body>(#body)

#endif
