// SWCC: -G
// A file for the debugger with no kernel that waits, and a call in one that is not inlined.
#include "../conformance.h"

__device__ __noinline__ void increment(int *at) { atomicAdd(at, 1); }
__global__ void kernel(int *at) { increment(at); }

int main()
{
    int *count;
    CHECK(cudaMallocManaged(&count, sizeof *count));
    *count = 0;
    kernel<<<2, 4>>>(count);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(*count, 8);
    return finish();
}
