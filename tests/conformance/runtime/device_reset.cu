// cudaDeviceReset frees everything of the device and gives its variables their initial values; the process goes on.
#include "../conformance.h"

__device__ int variable = 7;
__global__ void add(int *out)
{
    variable++;
    *out = variable;
}

int main()
{
    for (int round = 0; round < 3; round++) {
        int *out, got = 0;
        cudaStream_t stream;
        CHECK(cudaMalloc(&out, sizeof *out));
        CHECK(cudaStreamCreate(&stream));
        add<<<1, 1, 0, stream>>>(out);
        add<<<1, 1, 0, stream>>>(out);
        CHECK(cudaMemcpyAsync(&got, out, sizeof got, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        EXPECT_EQ(got, 9);
        CHECK(cudaDeviceReset());
    }
    return finish();
}
