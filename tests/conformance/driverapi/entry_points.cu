// FEW-WAYS
// NVCC: -lcuda
// Functions by name, names and texts of results, what devices say of themselves, modules that cannot be loaded.
#include "driver.h"

#include <dlfcn.h>

static void by_name()
{
    void *function = nullptr;
    CUdriverProcAddressQueryResult status;
    cudaDriverEntryPointQueryResult found;
    int count = 0;
    DRIVER(cuGetProcAddress("cuDeviceGetCount", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS);
    DRIVER(((CUresult(*)(int *))function)(&count));
    EXPECT(count >= 1);
    DRIVER(cuGetProcAddress("cuNothing", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EXPECT(function == nullptr);
#ifdef __SOFTWARP__ /* NVIDIA's library does not look */
    EXPECT_RESULT(cuGetProcAddress(nullptr, &function, 12000, 0, &status), CUDA_ERROR_INVALID_VALUE);
#endif
#if CUDART_VERSION < 13000
    CHECK(cudaGetDriverEntryPoint("cuMemAlloc", &function, cudaEnableDefault, &found));
#else
    CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &function, 12000, cudaEnableDefault, &found));
#endif
    EXPECT_EQ(found, cudaDriverEntryPointSuccess);
    EXPECT(function != nullptr);
}

static void results()
{
    const char *text = nullptr;
    DRIVER(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    EXPECT_EQ(Words(text), Words("CUDA_ERROR_ILLEGAL_ADDRESS"));
    DRIVER(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    EXPECT_EQ(Words(text), Words("out of memory"));
    DRIVER(cuGetErrorString(CUDA_ERROR_INVALID_CONTEXT, &text));
    EXPECT_EQ(Words(text), Words("invalid device context"));
    DRIVER(cuGetErrorString(CUDA_SUCCESS, &text));
    EXPECT_EQ(Words(text), Words("no error"));
    EXPECT_RESULT(cuGetErrorName((CUresult)12345, &text), CUDA_ERROR_INVALID_VALUE);
    EXPECT(text == nullptr);
    EXPECT_RESULT(cuGetErrorString((CUresult)12345, &text), CUDA_ERROR_INVALID_VALUE);
}

static void devices()
{
    CUdevice device = -1;
    char name[256], bus[32];
    CUuuid uuid;
    cudaDeviceProp p;
    size_t bytes;
    int value, major, minor;
    DRIVER(cuDeviceGet(&device, 0));
    EXPECT_EQ(device, 0);
    EXPECT_RESULT(cuDeviceGet(&device, 1000), CUDA_ERROR_INVALID_DEVICE);
    CHECK(cudaGetDeviceProperties(&p, 0));
    DRIVER(cuDeviceGetName(name, sizeof name, 0));
    EXPECT_EQ(Words(name), Words(p.name));
    DRIVER(cuDeviceGetName(name, 5, 0));
    EXPECT(strlen(name) == 4 && !strncmp(name, p.name, 4));
    DRIVER(cuDeviceTotalMem(&bytes, 0));
    EXPECT(bytes > 0);
    DRIVER(cuDeviceGetUuid(&uuid, 0));
    EXPECT(!memcmp(&uuid, &p.uuid, sizeof uuid));
    DRIVER(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    DRIVER(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
    EXPECT(major == p.major && minor == p.minor);
    DRIVER(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    EXPECT_EQ(value, 32);
    DRIVER(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 0));
    EXPECT_EQ(value, 64);
    DRIVER(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 0));
    EXPECT_EQ(value, 1);
    EXPECT_RESULT(cuDeviceGetAttribute(&value, (CUdevice_attribute)100000, 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 55), CUDA_ERROR_INVALID_DEVICE);
    DRIVER(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
    DRIVER(cuDeviceGetByPCIBusId(&device, bus));
    EXPECT_EQ(device, 0);
}

static void modules()
{
    CUmodule module;
    CUcontext context;
    DRIVER(cuDevicePrimaryCtxRetain(&context, 0));
    DRIVER(cuCtxSetCurrent(context));
    EXPECT_RESULT(cuModuleLoad(&module, "/nowhere/module.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
#ifdef __SOFTWARP__
    EXPECT_RESULT(cuModuleLoadData(&module, ".version 7.0"), CUDA_ERROR_NO_BINARY_FOR_GPU);
#endif
    DRIVER(cuDevicePrimaryCtxRelease(0));
}

int main()
{
    DRIVER(cuInit(0));
    by_name();
    results();
    devices();
    modules();
    return finish();
}
