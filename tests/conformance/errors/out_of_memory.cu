// Memory that runs out is cudaErrorMemoryAllocation, and no harm to the context.
#include "../conformance.h"

__global__ void set(int *at) { *at = 5; }

int main()
{
    size_t free_bytes, total;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    char *at = reinterpret_cast<char *>(1);
    EXPECT_ERROR(cudaMalloc(&at, total * 4), cudaErrorMemoryAllocation);
    EXPECT_ERROR(cudaMalloc(&at, ~size_t(0) - 100), cudaErrorMemoryAllocation);
    size_t pitch;
    EXPECT(cudaMallocPitch(&at, &pitch, size_t(1) << 40, size_t(1) << 40) != cudaSuccess);
    cudaGetLastError();

    DeviceArray<int> cell(1);
    set<<<1, 1>>>(cell);
    CHECK_LAUNCH();
    EXPECT_EQ(cell.host()[0], 5);
    return finish();
}
