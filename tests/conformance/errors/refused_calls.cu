// What the runtime refuses about kernels, symbols and limits, with the error of each printed: none of it breaks the device,
// and each is also the last error, once.
#include "../conformance.h"

__device__ int variable[4] = {1, 2, 3, 4};
__constant__ int fixed[4] = {5, 6, 7, 8};
__managed__ int both = 9;
static int of_host;

__global__ void __launch_bounds__(64) bounded(int *out) { *out = threadIdx.x; }
__global__ void __launch_bounds__(128, 4) bounded_twice(int *out) { *out = threadIdx.x; }
template <int N> __global__ void __launch_bounds__(N) bounded_by(int *out) { *out = N; }
__global__ void free_kernel(int *out) { *out = threadIdx.x; }
__global__ void shared_kernel(int *out)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    *out = dynamic[0];
}
static void host_function(int *) {}

static void row(const char *label, cudaError_t got)
{
    cudaError_t last = cudaGetLastError(), after = cudaGetLastError();
    printf("%s: %s\n", label, cudaGetErrorName(got));
    EXPECT(got != cudaSuccess);
    EXPECT_EQ(last, got);
    EXPECT_EQ(after, cudaSuccess);
}

template <class Kernel> static cudaError_t launch(Kernel kernel, dim3 block, int *out)
{
    kernel<<<1, block>>>(out);
    return cudaPeekAtLastError();
}

static void check_launches(int *out)
{
    CHECK(launch(bounded, 64, out));
    row("65 threads, bound 64", launch(bounded, 65, out));
    row("8 x 9 threads, bound 64", launch(bounded, dim3(8, 9), out));
    row("129 threads, bound 128, 4 blocks", launch(bounded_twice, 129, out));
    row("33 threads, bound 32 by template", launch(bounded_by<32>, 33, out));
    CHECK(launch(bounded_by<33>, 33, out));
    void *arguments[] = {&out};
    row("no function", cudaLaunchKernel(nullptr, 1, 1, arguments, 0, 0));
    cudaFuncAttributes facts;
    EXPECT_EITHER(cudaFuncGetAttributes(&facts, host_function), cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle);
    CHECK(cudaFuncGetAttributes(&facts, bounded));
    EXPECT_EQ(facts.maxThreadsPerBlock, 64);
    CHECK(cudaFuncGetAttributes(&facts, free_kernel));
    EXPECT_EQ(facts.maxThreadsPerBlock, 1024);
}

static void check_attributes()
{
    row("negative dynamic shared memory", cudaFuncSetAttribute(shared_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    row("1 GiB of dynamic shared memory", cudaFuncSetAttribute(shared_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30));
    row("an attribute that there is not", cudaFuncSetAttribute(shared_kernel, static_cast<cudaFuncAttribute>(77), 1));
}

static void check_symbols()
{
    int values[8] = {};
    void *address;
    size_t size;
    row("copy to no symbol", cudaMemcpyToSymbol(&of_host, values, 4));
    row("copy beyond a __device__ variable", cudaMemcpyToSymbol(variable, values, 20));
    row("copy beyond with an offset", cudaMemcpyToSymbol(variable, values, 8, 12));
    row("copy from beyond a __constant__ variable", cudaMemcpyFromSymbol(values, fixed, 4, 16));
    row("copy to a symbol, from device to host", cudaMemcpyToSymbol(variable, values, 4, 0, cudaMemcpyDeviceToHost));
    row("copy from a symbol, from host to device", cudaMemcpyFromSymbol(values, variable, 4, 0, cudaMemcpyHostToDevice));
    row("address of no symbol", cudaGetSymbolAddress(&address, of_host));
    row("size of no symbol", cudaGetSymbolSize(&size, of_host));
    CHECK(cudaMemcpyToSymbol(both, values, 4));
    EXPECT_EQ(both, 0);
}

static void check_limits()
{
    size_t value;
    row("a limit that there is not", cudaDeviceSetLimit(static_cast<cudaLimit>(77), 1));
    row("the value of a limit that there is not", cudaDeviceGetLimit(&value, static_cast<cudaLimit>(77)));
}

int main()
{
    DeviceArray<int> out(1);
    check_launches(out);
    check_attributes();
    check_symbols();
    check_limits();
    CHECK(launch(free_kernel, 1, out));
    CHECK(cudaDeviceSynchronize());
    return finish();
}
