// A grid that synchronises although its launch was not cooperative: an error, and no hang.
// STDERR: whose launch was not cooperative
#include "../conformance.h"
#include <cooperative_groups.h>

__global__ void meet(int *out)
{
    cooperative_groups::this_grid().sync();
    *out = 1;
}

int main()
{
    int *out;
    CHECK(cudaMalloc(&out, sizeof *out));
    meet<<<2, 64>>>(out);
    CHECK(cudaGetLastError());
    cudaError_t error = cudaDeviceSynchronize();
    EXPECT_EQ(error, cudaErrorLaunchFailure);
    return finish();
}
