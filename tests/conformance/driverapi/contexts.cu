// FEW-WAYS
// Contexts of the driver API: initialisation, stacks of contexts, primary contexts, and the runtime API beside them.
// NVCC: -lcuda
#include "driver.h"

#include <thread>

__device__ int cell = 5;

static void before_initialisation()
{
    int number;
    CUcontext context;
    EXPECT_RESULT(cuDeviceGetCount(&number), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_RESULT(cuCtxGetCurrent(&context), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_RESULT(cuDriverGetVersion(&number), CUDA_SUCCESS);
    EXPECT(number >= 12000);
    EXPECT_RESULT(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuInit(0));
    DRIVER(cuInit(0));
}

static void without_context()
{
    CUcontext context = (CUcontext)1;
    CUdeviceptr memory;
    CUdevice device;
    DRIVER(cuCtxGetCurrent(&context));
    EXPECT(context == nullptr);
    EXPECT_RESULT(cuMemAlloc(&memory, 16), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_RESULT(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_RESULT(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_RESULT(cuCtxPopCurrent(&context), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_RESULT(create_context(&context, 0, 1000), CUDA_ERROR_INVALID_DEVICE);
}

static void primary()
{
    CUcontext context, again, current;
    unsigned flags;
    int active;
    DRIVER(cuDevicePrimaryCtxGetState(0, &flags, &active));
    EXPECT_EQ(active, 0);
    DRIVER(cuDevicePrimaryCtxRetain(&context, 0));
    DRIVER(cuDevicePrimaryCtxRetain(&again, 0));
    EXPECT(context == again && context != nullptr);
    DRIVER(cuDevicePrimaryCtxGetState(0, &flags, &active));
    EXPECT_EQ(active, 1);
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == nullptr);
    DRIVER(cuDevicePrimaryCtxRelease(0));
    DRIVER(cuDevicePrimaryCtxRelease(0));
    DRIVER(cuDevicePrimaryCtxGetState(0, &flags, &active));
    EXPECT_EQ(active, 0);
    EXPECT_RESULT(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_RESULT(cuCtxDestroy(context), CUDA_ERROR_INVALID_CONTEXT);
}

static void stack()
{
    CUcontext first, second, current;
    CUdevice device = -1;
    DRIVER(create_context(&first, CU_CTX_SCHED_SPIN, 0));
    DRIVER(cuCtxCreate(&second, nullptr, CU_CTX_MAP_HOST, 0)); /* CUDA 13's form, which Softwarp has too */
    EXPECT(first != second);
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == second);
    DRIVER(cuCtxGetDevice(&device));
    EXPECT_EQ(device, 0);
    DRIVER(cuCtxPopCurrent(&current));
    EXPECT(current == second);
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == first);
    DRIVER(cuCtxPushCurrent(second));
    DRIVER(cuCtxDestroy(second));
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == first);
    DRIVER(cuCtxSetCurrent(nullptr));
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == nullptr);
    DRIVER(cuCtxSetCurrent(first));
    unsigned version, flags;
    DRIVER(cuCtxGetApiVersion(first, &version));
    EXPECT(version >= 3010);
    DRIVER(cuCtxGetFlags(&flags));
    EXPECT_EQ(flags & CU_CTX_SCHED_MASK, CU_CTX_SCHED_SPIN);
    EXPECT_RESULT(create_context(&second, 0x1000, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxDestroy(first));
}

static void memory_goes_with_its_context()
{
    CUcontext context;
    CUdeviceptr memory;
    int value;
    DRIVER(create_context(&context, 0, 0));
    DRIVER(cuMemAlloc(&memory, 1 << 20));
    DRIVER(cuCtxDestroy(context));
    EXPECT_RESULT(cuMemcpyDtoH(&value, memory, sizeof value), CUDA_ERROR_INVALID_CONTEXT);
    DRIVER(create_context(&context, 0, 0));
    EXPECT_RESULT(cuMemFree(memory), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxDestroy(context));
}

static void destroyed_elsewhere()
{
    CUcontext context, current;
    DRIVER(create_context(&context, 0, 0));
    std::thread([&] { DRIVER(cuCtxDestroy(context)); }).join();
    EXPECT_RESULT(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    DRIVER(cuCtxPopCurrent(&current));
    EXPECT(current == context);
}

static void with_the_runtime()
{
    CUcontext current, primary_context;
    CUdeviceptr address;
    int value = 0, number;
    CHECK(cudaFree(nullptr));
    DRIVER(cuCtxGetCurrent(&current));
    DRIVER(cuDevicePrimaryCtxRetain(&primary_context, 0));
    EXPECT(current == primary_context);
    CHECK(cudaMemcpyFromSymbol(&value, cell, sizeof value));
    EXPECT_EQ(value, 5);
    DRIVER(cuMemAlloc(&address, sizeof value));
    value = 6;
    CHECK(cudaMemcpy((void *)address, &value, sizeof value, cudaMemcpyHostToDevice));
    value = 0;
    DRIVER(cuMemcpyDtoH(&value, address, sizeof value));
    EXPECT_EQ(value, 6);
    CHECK(cudaFree((void *)address));
    /* An error of the driver API is not the runtime's last one. */
    EXPECT_RESULT(cuMemAlloc(nullptr, 16), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    DRIVER(cuCtxSetCurrent(nullptr));
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDevice(&number));
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(current == primary_context);
    DRIVER(cuDevicePrimaryCtxRelease(0));
}

static void limits()
{
    size_t bytes;
    CUfunc_cache cache;
    int least, greatest;
    DRIVER(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 32 << 20));
    DRIVER(cuCtxGetLimit(&bytes, CU_LIMIT_MALLOC_HEAP_SIZE));
    EXPECT(bytes >= 32 << 20);
    EXPECT_RESULT(cuCtxGetLimit(&bytes, (CUlimit)77), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    DRIVER(cuCtxGetCacheConfig(&cache));
    DRIVER(cuCtxGetStreamPriorityRange(&least, &greatest));
    EXPECT(greatest <= least);
}

int main()
{
    before_initialisation();
    without_context();
    primary();
    stack();
    memory_goes_with_its_context();
    destroyed_elsewhere();
    with_the_runtime();
    limits();
    return finish();
}
