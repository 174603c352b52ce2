// cudaDeviceReset frees everything of the device and gives its variables their initial values, also the managed ones that
// host code does not name; the process goes on.
#include "../conformance.h"

__device__ int variable = 7;
static __managed__ int unnamed[2] = {10, 20};
namespace {
__managed__ long unnamed_zero;
}
__global__ void add(int *out)
{
    variable++;
    unnamed[1] += 100;
    unnamed_zero += 1000;
    *out = variable + unnamed[1] + (int)unnamed_zero;
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
        EXPECT_EQ(got, 9 + 220 + 2000);
        CHECK(cudaDeviceReset());
    }
    return finish();
}
