// Half of a warp waits in __syncwarp for all 32 threads, the other half in __syncthreads: neither can go on. That is an
// error, not a hang. (Not for a GPU, which may hang.)
// NO-GPU: a GPU says nothing of it
#include "../conformance.h"

__global__ void wait_for_each_other(int *out)
{
    if (threadIdx.x < 16)
        __syncwarp(0xffffffffu);
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

int main()
{
    DeviceArray<int> out(32);
    wait_for_each_other<<<1, 32>>>(out);
    EXPECT(cudaDeviceSynchronize() != cudaSuccess);
    EXPECT(cudaGetLastError() != cudaSuccess);
    return finish();
}
