// STDERR: device_assert.cu
// STDERR: Assertion `value[threadIdx.x] != 5
// A failed assert says where, which block and which thread, and becomes cudaErrorAssert; a passed one costs nothing.
#include "../conformance.h"
#include <assert.h>

__global__ void check(const int *value) { assert(value[threadIdx.x] != 5 && "five is not welcome"); }

int main()
{
    std::vector<int> values(64, 1);
    DeviceArray<int> good(values);
    values[33] = 5;
    DeviceArray<int> bad(values);
    check<<<2, 64>>>(good);
    CHECK_LAUNCH();
    check<<<2, 64>>>(bad);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
    EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
    check<<<2, 64>>>(good);
    EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
    EXPECT_EQ(Words(cudaGetErrorName(cudaErrorAssert)), "cudaErrorAssert");
    return finish();
}
