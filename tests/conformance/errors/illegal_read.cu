// A read far beyond every allocation, by one thread of many, in a kernel with barriers, in a stream.
#include "../conformance.h"

__global__ void read(const int *at, long long offset, int *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int i = values[63 - threadIdx.x];
    if (i == 40 && blockIdx.x == 3)
        values[i] = at[offset];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

int main()
{
    DeviceArray<int> in(64), out(64);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    read<<<8, 64, 0, stream>>>(in, 0, out);
    CHECK(cudaStreamSynchronize(stream));
    read<<<8, 64, 0, stream>>>(in, 1ll << 42, out);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaStreamSynchronize(0), cudaErrorIllegalAddress);
    return finish();
}
