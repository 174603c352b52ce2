// Large grids in each dimension: no block is lost, and none is materialised before it runs.
#include "../conformance.h"

__global__ void count(unsigned long long *counter, unsigned long long *sum)
{
    unsigned long long block = blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    if (threadIdx.x == 0) {
        atomicAdd(counter, 1ull);
        atomicAdd(sum, block);
    }
}

static void check(dim3 grid)
{
    DeviceArray<unsigned long long> cells(2);
    count<<<grid, 1>>>(cells, cells + 1);
    CHECK_LAUNCH();
    unsigned long long n = (unsigned long long)grid.x * grid.y * grid.z;
    std::vector<unsigned long long> host = cells.host();
    EXPECT_EQ(host[0], n);
    EXPECT_EQ(host[1], n * (n - 1) / 2);
}

int main()
{
    check(dim3(3000000));
    check(dim3(1, 65535));
    check(dim3(1, 1, 65535));
    check(dim3(3, 65535, 2));
    return finish();
}
