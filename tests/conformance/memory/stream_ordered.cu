// Stream-ordered allocation: cudaMallocAsync and cudaFreeAsync take their turn in the stream.
#include "../conformance.h"

__global__ void fill(int *at, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        at[i] = value + i;
}
__global__ void add_up(const int *at, int n, long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(reinterpret_cast<unsigned long long *>(sum), (unsigned long long)at[i]);
}

int main()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<long long> sums(20);
    constexpr int n = 5000;
    for (int round = 0; round < 20; round++) {
        int *at;
        CHECK(cudaMallocAsync(&at, n * sizeof(int), stream));
        fill<<<(n + 127) / 128, 128, 0, stream>>>(at, n, round);
        add_up<<<(n + 127) / 128, 128, 0, stream>>>(at, n, sums.at + round);
        CHECK(cudaGetLastError());
        CHECK(cudaFreeAsync(at, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    for (int round = 0; round < 20; round++)
        EXPECT_EQ(sums.host()[round], (long long)n * round + (long long)n * (n - 1) / 2);
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
