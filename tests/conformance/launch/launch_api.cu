// Launching without the triple angle brackets, kernels as values, launch bounds, C linkage, overloads, default arguments.
#include "../conformance.h"

extern "C" __global__ void c_kernel(int *out, int a, double b) { out[threadIdx.x] = a + int(b) + threadIdx.x; }
__global__ void overloaded(int *out) { *out = 1; }
__global__ void overloaded(float *out) { *out = 2.5f; }
__global__ void __launch_bounds__(128, 2) bounded(int *out) { out[threadIdx.x] = blockDim.x; }
static __global__ void static_kernel(int *out) { *out = 3; }
namespace {
__global__ void anonymous_kernel(int *out) { *out = 4; }
}
__global__ void nothing() {}
__global__ void with_shared(int *out, int n)
{
    extern __shared__ int values[];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

typedef void (*Kernel)(int *);

static void check_launch_kernel()
{
    DeviceArray<int> out(64);
    int *at = out, a = 40;
    double b = 2.9;
    void *args[] = {&at, &a, &b};
    CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(c_kernel), dim3(1), dim3(64), args, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out.host()[63], 105);

    int n = 64;
    void *shared_args[] = {&at, &n};
    CHECK(cudaLaunchKernel(with_shared, dim3(1), dim3(64), shared_args, 64 * sizeof(int), 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out.host()[0], 63);
    CHECK(cudaLaunchKernel(nothing, dim3(3), dim3(5), nullptr, 0, 0));
    CHECK(cudaDeviceSynchronize());
}

static void check_values()
{
    DeviceArray<int> out(128);
    DeviceArray<float> real(1);
    const Kernel kernels[] = {overloaded, static_kernel, anonymous_kernel};
    const int expected[] = {1, 3, 4};
    for (int i = 0; i < 3; i++) {
        kernels[i]<<<1, 1>>>(out);
        CHECK_LAUNCH();
        EXPECT_EQ(out.host()[0], expected[i]);
    }
    void (*of_float)(float *) = overloaded;
    of_float<<<1, 1>>>(real);
    bounded<<<1, 128>>>(out);
    CHECK_LAUNCH();
    EXPECT_EQ(real.host()[0], 2.5f);
    EXPECT_EQ(out.host()[127], 128);
}

/* Launch configuration from expressions of several types, and in a stream. */
static void check_configurations()
{
    DeviceArray<int> out(64);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    size_t bytes = 32 * sizeof(int);
    unsigned short threads = 32;
    with_shared<<<dim3(1, 1), threads, bytes, stream>>>(out, 32);
    CHECK(cudaGetLastError());
    with_shared<<<1u, dim3(32, 1, 1), bytes, stream>>>(out.at + 32, 32);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(out.host()[0], 31);
    EXPECT_EQ(out.host()[63], 0);
    CHECK(cudaStreamDestroy(stream));
}

int main()
{
    check_launch_kernel();
    check_values();
    check_configurations();
    return finish();
}
