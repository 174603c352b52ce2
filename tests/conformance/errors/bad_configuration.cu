// Launches that CUDA refuses, with its error codes; none of them breaks the context.
#include "../conformance.h"

__global__ void mark(int *out) { *out = 1; }
__global__ void __launch_bounds__(64) bounded(int *out) { *out = 1; }
__global__ void much_static(int *out)
{
    __shared__ char most[40 << 10];
    most[threadIdx.x] = 1;
    __syncthreads();
    *out = most[0];
}
static void host_function(int *) {}

template <class Kernel> static cudaError_t launch(Kernel kernel, dim3 grid, dim3 block, size_t shared, int *out)
{
    kernel<<<grid, block, shared>>>(out);
    return cudaPeekAtLastError();
}

int main()
{
    DeviceArray<int> out(1);
    EXPECT_EITHER(launch(mark, 0, 1, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, 1, 0, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, 1, 1025, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, 1, dim3(33, 32), 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, 1, dim3(1, 1, 65), 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, dim3(1, 65536), 1, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, dim3(1, 1, 65536), 1, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_EITHER(launch(mark, 0x80000000u, 1, 0, out), cudaErrorInvalidConfiguration, cudaErrorInvalidValue);
    EXPECT_ERROR(launch(mark, 1, 1, (48 << 10) + 1, out), cudaErrorInvalidValue);
    EXPECT_ERROR(launch(much_static, 1, 1, 10 << 10, out), cudaErrorInvalidValue);
    EXPECT(launch(bounded, 1, 65, 0, out) != cudaSuccess);
    cudaGetLastError();

    int *pointer = out;
    void *args[] = {&pointer};
    EXPECT_EITHER(cudaLaunchKernel(reinterpret_cast<const void *>(host_function), 1, 1, args, 0, 0),
                  cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out.host()[0], 0); /* none of them ran */

    CHECK(launch(mark, 1, 1, 48 << 10, out));
    CHECK(launch(bounded, 1, 64, 0, out));
    CHECK(launch(much_static, 1, 64, 8 << 10, out));
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out.host()[0], 1);
    return finish();
}
