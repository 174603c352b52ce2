// cudaFuncGetAttributes, cudaFuncSetAttribute and the occupancy functions.
#include "../conformance.h"

__global__ void plain(int *out) { *out = 1; }
__global__ void with_static(int *out)
{
    __shared__ double values[100];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    *out = int(values[99 - threadIdx.x]);
}
__global__ void __launch_bounds__(128) bounded(int *out) { *out = 2; }
__global__ void with_dynamic(int *out)
{
    extern __shared__ int values[];
    values[threadIdx.x] = 1;
    __syncthreads();
    *out = values[0];
}
static int not_a_kernel;

int main()
{
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, plain));
    EXPECT_EQ(a.maxThreadsPerBlock, 1024);
    EXPECT_EQ(a.sharedSizeBytes, 0u);
    CHECK(cudaFuncGetAttributes(&a, with_static));
    EXPECT_EQ(a.sharedSizeBytes, 800u);
    CHECK(cudaFuncGetAttributes(&a, bounded));
    EXPECT_EQ(a.maxThreadsPerBlock, 128);
    EXPECT(a.ptxVersion >= 50 && a.binaryVersion >= 50);
    EXPECT_EITHER(cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(&not_a_kernel)), cudaErrorInvalidDeviceFunction,
                  cudaErrorInvalidResourceHandle);

    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    CHECK(cudaFuncSetAttribute(with_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, int(p.sharedMemPerBlockOptin)));
    CHECK(cudaFuncGetAttributes(&a, with_dynamic));
    EXPECT_EQ(a.maxDynamicSharedSizeBytes, int(p.sharedMemPerBlockOptin));
    EXPECT_ERROR(cudaFuncSetAttribute(with_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30), cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(with_dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    CHECK(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1));

    int blocks = 0, grid = 0, block = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0));
    EXPECT(blocks >= 1 && blocks * 256 <= p.maxThreadsPerMultiProcessor);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
    EXPECT(block >= 32 && block <= 1024 && grid >= 1);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
    EXPECT(block <= 128);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 100));
    EXPECT(block <= 100);
    return finish();
}
