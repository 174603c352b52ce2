// FEW-WAYS
// NO-GPU: CUDA has removed all of these names; the values are those that its last releases with them document
// Names that CUDA has removed and old programs still use.
#include "../conformance.h"
#include <cuda_profiler_api.h>

__global__ void add(char a, double b, int *sum) { *sum = a + int(b); }
__global__ void none() {}

static void launches_in_three_steps()
{
    int *sum = device_copy(0), got = 0;
    CHECK(cudaConfigureCall(dim3(1), dim3(1)));
    CHECK(cudaSetupArgument(char(2), 0));
    CHECK(cudaSetupArgument(40.0, 8));
    CHECK(cudaSetupArgument(&sum, sizeof sum, 16));
    CHECK(cudaLaunch(add));
    CHECK(cudaThreadSynchronize());
    CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDefault));
    EXPECT_EQ(got, 42);

    CHECK(cudaConfigureCall(dim3(1), dim3(1), 0, 0)); /* what is configured last is launched first */
    CHECK(cudaConfigureCall(dim3(0), dim3(1), 0, 0));
    EXPECT_ERROR(cudaLaunch(none), cudaErrorInvalidConfiguration);
    CHECK(cudaLaunch((const void *)none));
    EXPECT_ERROR(cudaLaunch(none), cudaErrorMissingConfiguration);
    EXPECT_ERROR(cudaSetupArgument(1, 0), cudaErrorMissingConfiguration);
    CHECK(cudaConfigureCall(dim3(1), dim3(1)));
    EXPECT_ERROR(cudaSetupArgument(&got, 4, 1 << 20), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunch((const void *)&got), cudaErrorInvalidDeviceFunction);
    CHECK(cudaFree(sum));
}

static void threads()
{
    size_t bytes = 0;
    CHECK(cudaThreadSetLimit(cudaLimitStackSize, 4096));
    CHECK(cudaThreadGetLimit(&bytes, cudaLimitStackSize));
    EXPECT_EQ(bytes, 4096u);
    cudaFuncCache config;
    CHECK(cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
    CHECK(cudaThreadGetCacheConfig(&config));
    EXPECT_EQ(config, cudaFuncCachePreferL1);
    CHECK(cudaThreadExit());
    CHECK(cudaThreadGetLimit(&bytes, cudaLimitStackSize));
    EXPECT_EQ(bytes, 1024u);
}

static void settings()
{
    double x = 2.5;
    CHECK(cudaSetDoubleForDevice(&x));
    CHECK(cudaSetDoubleForHost(&x));
    EXPECT_EQ(x, 2.5);
    cudaSharedMemConfig banks;
    CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    CHECK(cudaDeviceGetSharedMemConfig(&banks));
    CHECK(cudaFuncSetSharedMemConfig(none, cudaSharedMemBankSizeFourByte));
    CHECK(cudaProfilerInitialize("config", "output", cudaCSV));
    EXPECT_ERROR(cudaProfilerInitialize("config", "output", cudaOutputMode_t(7)), cudaErrorInvalidValue);
    CHECK(cudaProfilerStart());
    CHECK(cudaProfilerStop());
}

static void properties()
{
    cudaDeviceProp p = cudaDevicePropDontCare;
    int device = 99;
    p.major = 2;
    CHECK(cudaChooseDevice(&device, &p));
    EXPECT_EQ(device, 0);
    CHECK(cudaGetDeviceProperties(&p, 0));
    EXPECT(p.clockRate >= 0 && p.memoryClockRate >= 0);
    EXPECT_EQ(p.computeMode, int(cudaComputeModeDefault));
    EXPECT(p.deviceOverlap != 0 && p.kernelExecTimeoutEnabled == 0);
    EXPECT_EQ(p.singleToDoublePrecisionPerfRatio > 0, true);
    EXPECT_EQ(p.cooperativeMultiDeviceLaunch, 0);
    EXPECT_EQ(p.deviceNumaId, -1);
}

/* CUDA 12's signatures, which CUDA 13 has changed. */
static void signatures()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> a(16), b(16);
    void *to[1] = {b.at};
    const void *from[1] = {a.at};
    size_t bytes[1] = {64}, first[1] = {0}, failed = 77;
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    CHECK(cudaMemcpyBatchAsync(to, from, bytes, 1, &attributes, first, 1, &failed, stream));
    EXPECT_EQ(failed, 77u);
    from[0] = nullptr;
    EXPECT_ERROR(cudaMemcpyBatchAsync(to, from, bytes, 1, &attributes, first, 1, &failed, stream), cudaErrorInvalidValue);
    EXPECT_EQ(failed, 0u);
    EXPECT_ERROR(cudaMemcpyBatchAsync(to, from, bytes, 1, &attributes, first, 9, &failed, stream), cudaErrorInvalidValue);
    EXPECT_EQ(failed, ~size_t(0));
    int *managed;
    CHECK(cudaMallocManaged(&managed, 4096));
    CHECK(cudaMemPrefetchAsync(managed, 4096, 0));
    CHECK(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId, stream));
    CHECK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0));
    void *function = &function;
    CHECK(cudaGetDriverEntryPoint("cuNoSuchFunction", &function, cudaEnableDefault, nullptr) == cudaErrorSymbolNotFound
              ? cudaSuccess : cudaErrorUnknown);
    EXPECT(!function);
    cudaGetLastError();
    CHECK(cudaStreamDestroy(stream));
}

static void not_supported()
{
    cudaLibrary_t library;
    EXPECT_ERROR(cudaLibraryLoadFromFile(&library, "a.cubin", nullptr, nullptr, 0, nullptr, nullptr, 0), cudaErrorNotSupported);
    EXPECT_ERROR(cudaLibraryUnload(nullptr), cudaErrorNotSupported);
    EXPECT_ERROR(cudaGetExportTable(nullptr, nullptr), cudaErrorNotSupported);
}

int main()
{
    launches_in_three_steps();
    threads();
    settings();
    properties();
    signatures();
    not_supported();
    return finish();
}
