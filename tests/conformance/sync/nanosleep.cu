// __nanosleep as a delay: CUDA promises at most twice the time asked for; Softwarp, like GPUs in practice, sleeps about
// as long as asked. The sleepers hold up nobody: another warp of the block goes on meanwhile.
#include "../conformance.h"

#include <chrono>

const int TURNS = 20;

__global__ void sleepers(unsigned long long *slept, volatile int *finished, int *seen)
{
    __shared__ unsigned long long start;
    if (threadIdx.x == 0) {
        start = clock64();
        for (int i = 0; i < TURNS; i++)
            __nanosleep(500000);
        *slept = clock64() - start;
        *finished = 1;
    } else if (threadIdx.x == 32) {
        *seen = *finished;
    }
}

int main()
{
    unsigned long long *slept;
    int *finished, *seen;
    CHECK(cudaMallocManaged(&slept, sizeof *slept));
    CHECK(cudaMallocManaged(&finished, sizeof(int)));
    CHECK(cudaMallocManaged(&seen, sizeof(int)));
    *finished = 0;
    auto start = std::chrono::steady_clock::now();
    sleepers<<<1, 64>>>(slept, finished, seen);
    CHECK(cudaDeviceSynchronize());
    double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    EXPECT(ms > TURNS * 0.5 * 0.9);
    EXPECT(*seen == 0);
    EXPECT(*slept > 0);
    return finish();
}
