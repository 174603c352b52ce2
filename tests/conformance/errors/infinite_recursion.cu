// Recursion without end is an error of the kernel; the process survives it.
#include "../conformance.h"

__device__ __noinline__ int deeper(volatile int *at, int n)
{
    volatile int local[16];
    local[n & 15] = n;
    if (at[0] == 12345)
        return 0;
    return deeper(at, n + 1) + local[n & 15];
}

__global__ void fall(int *at) { at[1] = deeper(at, 0); }

int main()
{
    DeviceArray<int> at(2);
    fall<<<1, 1>>>(at);
    cudaError_t error = cudaDeviceSynchronize();
    EXPECT(error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure || error == cudaErrorLaunchOutOfResources);
    return finish();
}
