// FEW-WAYS
// NO-GPU: how much of its limit a GPU's pool can hand out depends on how it cuts its memory
// NVCC: -lcuda
// cudaMemPoolProps::maxSize: what a pool hands out at most. What is freed in stream order is there again.
#include <cuda.h>

#include "../conformance.h"

static const size_t unit = 32 << 20;

static cudaMemPoolProps props_of(size_t most)
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.maxSize = most;
    return props;
}

static void wait(void *) {}

static void check_limit(cudaMemPool_t pool, cudaStream_t stream)
{
    void *a, *b, *c;
    unsigned long long used = 1;
    EXPECT_ERROR(cudaMallocFromPoolAsync(&a, 3 * unit, pool, stream), cudaErrorMemoryAllocation);
    EXPECT_ERROR(cudaMallocFromPoolAsync(&a, SIZE_MAX / 2, pool, stream), cudaErrorMemoryAllocation);
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    EXPECT_EQ(used, 0ull);
    CHECK(cudaMallocFromPoolAsync(&a, unit, pool, stream));
    CHECK(cudaMallocFromPoolAsync(&b, unit, pool, stream));
    EXPECT_ERROR(cudaMallocFromPoolAsync(&c, unit, pool, stream), cudaErrorMemoryAllocation);
    CHECK(cudaLaunchHostFunc(stream, wait, nullptr));
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaMallocFromPoolAsync(&c, unit, pool, stream));
    EXPECT_ERROR(cudaMallocFromPoolAsync(&a, unit, pool, stream), cudaErrorMemoryAllocation);
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_ERROR(cudaMallocFromPoolAsync(&a, unit, pool, stream), cudaErrorMemoryAllocation);
    CHECK(cudaFree(b));
    CHECK(cudaMallocFromPoolAsync(&a, unit, pool, stream));
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaFreeAsync(c, stream));
    CHECK(cudaMallocFromPoolAsync(&a, 2 * unit, pool, stream));
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaStreamSynchronize(stream));
}

int main()
{
    cudaMemPool_t pool, shared, whole;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaMemPoolProps props = props_of(2 * unit);
    CHECK(cudaMemPoolCreate(&pool, &props));
    check_limit(pool, stream);
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    CHECK(cudaMemPoolCreate(&shared, &props));
    check_limit(shared, stream);

    /* As the device's pool; without a limit; the driver's. */
    void *a;
    CHECK(cudaDeviceSetMemPool(0, pool));
    EXPECT_ERROR(cudaMallocAsync(&a, 3 * unit, stream), cudaErrorMemoryAllocation);
    cudaMemPool_t by_default;
    CHECK(cudaDeviceGetDefaultMemPool(&by_default, 0));
    CHECK(cudaDeviceSetMemPool(0, by_default));
    props = props_of(0);
    CHECK(cudaMemPoolCreate(&whole, &props));
    CHECK(cudaMallocFromPoolAsync(&a, 3 * unit, whole, stream));
    CHECK(cudaFreeAsync(a, stream));
    CUmemPoolProps of_driver = {};
    of_driver.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    of_driver.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    of_driver.maxSize = 2 * unit;
    CUmemoryPool drivers;
    CUdeviceptr memory;
    EXPECT(cuMemPoolCreate(&drivers, &of_driver) == CUDA_SUCCESS);
    EXPECT(cuMemAllocFromPoolAsync(&memory, 3 * unit, drivers, stream) == CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT(cuMemAllocFromPoolAsync(&memory, 2 * unit, drivers, stream) == CUDA_SUCCESS);
    EXPECT(cuMemFreeAsync(memory, stream) == CUDA_SUCCESS);
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(cuMemPoolDestroy(drivers) == CUDA_SUCCESS);
    CHECK(cudaMemPoolDestroy(pool));
    CHECK(cudaMemPoolDestroy(shared));
    CHECK(cudaMemPoolDestroy(whole));
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
