// cudaPointerGetAttributes tells the kinds of memory apart; cudaMemGetInfo moves with allocations.
#include "../conformance.h"

__device__ int device_variable;
__managed__ int managed_variable;

static cudaPointerAttributes attributes_of(const void *pointer)
{
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, pointer));
    return attributes;
}

int main()
{
    DeviceArray<int> device(1000);
    int *locked, *managed, *symbol, on_stack = 0;
    CHECK(cudaMallocHost(&locked, 4000));
    CHECK(cudaMallocManaged(&managed, 4000));
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&symbol), device_variable));

    EXPECT_EQ(attributes_of(device.at).type, cudaMemoryTypeDevice);
    EXPECT_EQ(attributes_of(device.at + 999).type, cudaMemoryTypeDevice);
    EXPECT(attributes_of(device.at + 10).devicePointer == device.at + 10);
    EXPECT_EQ(attributes_of(device.at).device, 0);
    EXPECT_EQ(attributes_of(symbol).type, cudaMemoryTypeDevice);
    EXPECT_EQ(attributes_of(locked + 5).type, cudaMemoryTypeHost);
    EXPECT(attributes_of(locked + 5).hostPointer == locked + 5);
    EXPECT_EQ(attributes_of(managed).type, cudaMemoryTypeManaged);
    EXPECT_EQ(attributes_of(&managed_variable).type, cudaMemoryTypeManaged);
    EXPECT(attributes_of(managed).hostPointer == managed && attributes_of(managed).devicePointer == managed);
    EXPECT_EQ(attributes_of(&on_stack).type, cudaMemoryTypeUnregistered);
    EXPECT_ERROR(cudaPointerGetAttributes(nullptr, device), cudaErrorInvalidValue);
    CHECK(cudaFreeHost(locked));
    CHECK(cudaFree(managed));

    size_t free_before, free_after, total;
    char *big;
    CHECK(cudaMemGetInfo(&free_before, &total));
    CHECK(cudaMalloc(&big, 256 << 20));
    CHECK(cudaMemGetInfo(&free_after, &total));
    EXPECT(free_after + (200 << 20) < free_before);
    EXPECT(total >= free_before);
    CHECK(cudaFree(big));
    return finish();
}
