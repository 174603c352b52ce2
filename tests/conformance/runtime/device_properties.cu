// The device's properties are complete and agree with its attributes.
#include "../conformance.h"

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

int main()
{
    int count = 0, device = -1;
    CHECK(cudaGetDeviceCount(&count));
    EXPECT(count >= 1);
    CHECK(cudaGetDevice(&device));
    EXPECT_EQ(device, 0);

    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    EXPECT(strlen(p.name) > 0);
    EXPECT_EQ(p.warpSize, 32);
    EXPECT_EQ(p.maxThreadsPerBlock, 1024);
    EXPECT(p.maxThreadsDim[0] == 1024 && p.maxThreadsDim[1] == 1024 && p.maxThreadsDim[2] == 64);
    EXPECT(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535 && p.maxGridSize[2] == 65535);
    EXPECT_EQ(p.sharedMemPerBlock, 48u << 10);
    EXPECT(p.sharedMemPerBlockOptin >= p.sharedMemPerBlock);
    EXPECT_EQ(p.totalConstMem, 64u << 10);
    EXPECT(p.totalGlobalMem > (size_t(1) << 28));
    EXPECT(p.multiProcessorCount >= 1);
    EXPECT(p.regsPerBlock > 0 && p.maxThreadsPerMultiProcessor >= 1024);
    EXPECT(p.unifiedAddressing && p.managedMemory && p.canMapHostMemory);
    EXPECT(p.major >= 5);

    EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
    EXPECT_EQ(attribute(cudaDevAttrMaxBlockDimZ), p.maxThreadsDim[2]);
    EXPECT_EQ(attribute(cudaDevAttrMaxGridDimX), p.maxGridSize[0]);
    EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlock), int(p.sharedMemPerBlock));
    EXPECT_EQ(attribute(cudaDevAttrWarpSize), 32);
    EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
    EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), p.major);
    EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMinor), p.minor);
    EXPECT_EQ(attribute(cudaDevAttrManagedMemory), 1);
    EXPECT(attribute(cudaDevAttrClockRate) > 0);

    EXPECT_ERROR(cudaGetDeviceProperties(&p, count), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaDeviceGetAttribute(&device, cudaDeviceAttr(9999), 0), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaSetDevice(count), cudaErrorInvalidDevice);

    int runtime = 0, driver = 0;
    CHECK(cudaRuntimeGetVersion(&runtime));
    CHECK(cudaDriverGetVersion(&driver));
    EXPECT(runtime >= 11000 && driver >= runtime);
    size_t limit = 0;
    CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    EXPECT(limit >= 1024);
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    EXPECT(limit >= size_t(64 << 20));
    EXPECT_EITHER(cudaDeviceGetLimit(&limit, cudaLimit(99)), cudaErrorUnsupportedLimit, cudaErrorInvalidValue);
    return finish();
}
