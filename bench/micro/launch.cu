/* A launch: alone, in a row of launches, and what each block and each thread of an empty grid adds. */
#include "micro.h"

__global__ void empty()
{
}

__global__ void with_arguments(const float *, const float *, float *, int, float)
{
}

__global__ void store(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void measure_launches()
{
    enum { MANY = 100, BLOCKS = 4096, THREADS = 256 };
    int *out = device_array<int>(BLOCKS * THREADS);

    answer("launch", "launch and wait", nanoseconds([] {
        empty<<<1, 1>>>();
        wait_for_device("empty");
    }), "ns");
    answer("launch", "launch and wait, 5 arguments", nanoseconds([] {
        with_arguments<<<1, 1>>>(nullptr, nullptr, nullptr, 0, 0);
        wait_for_device("with_arguments");
    }), "ns");
    answer("launch", "one of 100 launches in a row", nanoseconds([] {
        for (int i = 0; i < MANY; i++)
            empty<<<1, 1>>>();
        wait_for_device("empty");
    }) / MANY, "ns");
    answer("launch", "an empty block of 256", nanoseconds([] {
        empty<<<BLOCKS, THREADS>>>();
        wait_for_device("empty");
    }) / BLOCKS, "ns");
    answer("launch", "a block of 256 that stores", nanoseconds([=] {
        store<<<BLOCKS, THREADS>>>(out);
        wait_for_device("store");
    }) / BLOCKS, "ns");
    check(cudaFree(out), "cudaFree");
}
