// STDERR: waits_for_assertion.cu
// STDERR: Assertion `values[threadIdx.x] != 5
// NO-GPU: only the assertion ends the kernel, which has no output; that it ends is what is tested
// A lane waits for what never comes, and an assertion fails for another lane of its warp: the kernel ends with an error.
#include "../conformance.h"
#include <assert.h>

__device__ volatile int never;

__global__ void check(const int *values)
{
    if (values[threadIdx.x] < 0) {
        while (!never)
            ;
    } else {
        assert(values[threadIdx.x] != 5);
    }
}

int main()
{
    std::vector<int> values(32, 1);
    DeviceArray<int> good(values);
    values[3] = -1;
    values[9] = 5;
    DeviceArray<int> bad(values);
    check<<<1, 32>>>(good);
    CHECK_LAUNCH();
    check<<<1, 32>>>(bad);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
    return finish();
}
