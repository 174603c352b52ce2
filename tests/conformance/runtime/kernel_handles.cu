// FEW-WAYS
// NO-GPU: NVIDIA's library crashes on one of the wrong arguments
// Kernels by handle, what is known of their parameters, and the driver's functions by name.
#include "../conformance.h"

struct three {
    char bytes[3];
};
__global__ void many(char a, double b, three c, int *out, short d)
{
    *out = a + int(b) + c.bytes[2] + d;
}
__global__ void add(int *sum, int a, int b) { *sum = a + b; }
__global__ void none() {}
static int not_a_kernel;

static void parameters()
{
    for (size_t i = 0; i < 6; i++) {
        size_t offset = 99, size = 99;
        cudaError_t error = cudaFuncGetParamInfo((const void *)many, i, &offset, &size);
        printf("parameter %zu: %s, offset %zu, size %zu\n", i, cudaGetErrorName(error), offset, size);
    }
    size_t offset = 99;
    CHECK((cudaGetLastError(), cudaSuccess));
    CHECK(cudaFuncGetParamInfo((const void *)many, 3, &offset, nullptr));
    EXPECT_EQ(offset, 24u);
    printf("no parameters: %s\n", cudaGetErrorName(cudaFuncGetParamInfo((const void *)none, 0, &offset, nullptr)));
    printf("no offset: %s\n", cudaGetErrorName(cudaFuncGetParamInfo((const void *)many, 0, nullptr, nullptr)));
    cudaGetLastError();
}

static void handles()
{
    cudaKernel_t kernel = nullptr;
    cudaFunction_t function = nullptr;
    CHECK(cudaGetKernel(&kernel, (const void *)add));
    CHECK(cudaGetFuncBySymbol(&function, (const void *)add));
    EXPECT(kernel && function);
    EXPECT(cudaGetKernel(&kernel, (const void *)&not_a_kernel) != cudaSuccess);
    cudaGetLastError();
    CHECK(cudaGetKernel(&kernel, add));

    int *sum = device_copy(0), a = 40, b = 2, got = 0;
    void *arguments[] = {&sum, &a, &b};
    CHECK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), arguments, 0, nullptr));
    CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDefault));
    EXPECT_EQ(got, 42);
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    CHECK(cudaLaunchKernelEx(&config, kernel, sum, 30, 3));
    CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDefault));
    EXPECT_EQ(got, 33);
    CHECK(cudaLaunchKernelEx(&config, add, sum, 20, short(4)));
    CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDefault));
    EXPECT_EQ(got, 24);
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)kernel));
    CHECK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 0));
    EXPECT(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 99) != cudaSuccess);
    cudaGetLastError();
    CHECK(cudaFree(sum));
}

static void entry_points()
{
    void *function = &function;
    cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
    cudaError_t error = cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &function, 12000, cudaEnableDefault, &status);
    printf("unknown name: %s, status %d, %s\n", cudaGetErrorName(error), int(status), function ? "found" : "null");
    printf("no name: %s\n", cudaGetErrorName(cudaGetDriverEntryPointByVersion(nullptr, &function, 12000, cudaEnableDefault, &status)));
    printf("wrong flags: %s\n", cudaGetErrorName(cudaGetDriverEntryPointByVersion("cuInit", &function, 12000, 77, &status)));
    printf("no place: %s\n", cudaGetErrorName(cudaGetDriverEntryPointByVersion("cuInit", nullptr, 12000, cudaEnableDefault, &status)));
    cudaGetLastError();
}

static void clusters()
{
    cudaLaunchConfig_t config = {};
    int count = 0;
    config.gridDim = dim3(64);
    config.blockDim = dim3(128);
    cudaLaunchAttribute one;
    one.id = cudaLaunchAttributeClusterDimension;
    one.val.clusterDim.x = one.val.clusterDim.y = one.val.clusterDim.z = 1;
    config.attrs = &one;
    config.numAttrs = 1;
    CHECK(cudaOccupancyMaxActiveClusters(&count, add, &config));
    EXPECT(count > 0);
    CHECK(cudaOccupancyMaxPotentialClusterSize(&count, add, &config));
    EXPECT(count > 0);
#ifdef __SOFTWARP__ /* NVIDIA's library does not look */
    EXPECT(cudaOccupancyMaxActiveClusters(nullptr, add, &config) != cudaSuccess);
    EXPECT(cudaOccupancyMaxActiveClusters(&count, add, nullptr) != cudaSuccess);
#endif
    cudaGetLastError();
}

int main()
{
    parameters();
    handles();
    entry_points();
    clusters();
    return finish();
}
