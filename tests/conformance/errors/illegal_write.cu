// A write through a null pointer is cudaErrorIllegalAddress at the next call that waits; from then on every call
// fails with it, and the host process goes on.
#include "../conformance.h"

__global__ void write(int *at) { at[threadIdx.x] = 1; }

int main()
{
    DeviceArray<int> good(32);
    int host[32] = {}, *more;
    write<<<1, 32>>>(good);
    CHECK_LAUNCH();
    write<<<1, 32>>>(nullptr);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaMemcpy(host, good, sizeof host, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaMalloc(&more, 4), cudaErrorIllegalAddress);
    write<<<1, 32>>>(good);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(Words(cudaGetErrorString(cudaErrorIllegalAddress)), "an illegal memory access was encountered");
    return finish();
}
