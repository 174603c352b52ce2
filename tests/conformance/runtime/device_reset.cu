// cudaDeviceReset frees everything of the device and gives its variables their initial values; the process goes on. Managed
// variables, which are the host's as well, keep what they have, whether host code names them or not.
#include "../conformance.h"

__device__ int variable = 7;
__managed__ int named = 1;
static __managed__ int unnamed[2] = {10, 20};
namespace {
__managed__ long unnamed_zero;
}
__global__ void add(int *out)
{
    variable++;
    named += 10000;
    unnamed[1] += 100;
    unnamed_zero += 1000;
    *out = variable + unnamed[1] + (int)unnamed_zero + named;
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
        EXPECT_EQ(named, 1 + (round + 1) * 20000);
        EXPECT_EQ(got, 9 + (20 + (round + 1) * 200) + (round + 1) * 2000 + named);
        CHECK(cudaDeviceReset());
    }
    return finish();
}
