// What the memory functions refuse, and with which error; and that a refused call leaves memory alone.
#include "../conformance.h"

__device__ int variable[4];
static int host_variable[4];

int main()
{
    DeviceArray<char> device(100);
    char host[100] = {}, *pointer = nullptr;
    size_t size;

    CHECK(cudaFree(nullptr));
    CHECK(cudaMalloc(&pointer, 0));
    EXPECT(pointer == nullptr);
    EXPECT_ERROR(cudaMalloc(reinterpret_cast<void **>(0), 10), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMalloc(&pointer, size_t(1) << 62), cudaErrorMemoryAllocation);
    EXPECT_ERROR(cudaFree(host), cudaErrorInvalidValue);
    CHECK(cudaMalloc(&pointer, 10));
    CHECK(cudaFree(pointer));
    EXPECT_ERROR(cudaFree(pointer), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaFreeHost(host), cudaErrorInvalidValue);

    EXPECT_ERROR(cudaMemcpy(device, host, 10, cudaMemcpyKind(17)), cudaErrorInvalidMemcpyDirection);
    EXPECT_ERROR(cudaMemcpy(nullptr, host, 10, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy(host, device, 101, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy(device + 50, host, 51, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemset(device + 50, 0, 51), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemset(nullptr, 0, 1), cudaErrorInvalidValue);
    EXPECT_EQ(device.host()[99], 0);

    EXPECT_ERROR(cudaMemcpyToSymbol(variable, host, 17), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpyToSymbol(variable, host, 4, 16), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpyToSymbol(variable, host, 4, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    EXPECT_ERROR(cudaMemcpyFromSymbol(host, variable, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection);
    EXPECT_ERROR(cudaMemcpyToSymbol(host_variable, host, 4), cudaErrorInvalidSymbol);
    EXPECT_ERROR(cudaGetSymbolSize(&size, host_variable), cudaErrorInvalidSymbol);
    EXPECT_ERROR(cudaGetSymbolAddress(reinterpret_cast<void **>(&pointer), host_variable), cudaErrorInvalidSymbol);
    return finish();
}
