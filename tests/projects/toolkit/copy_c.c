/* The same in C. */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    int from = 42, to = 0, version = 0;
    void *device;
    struct cudaDeviceProp properties;
    cudaRuntimeGetVersion(&version);
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaMalloc(&device, sizeof from) != cudaSuccess)
        return 1;
    cudaMemcpy(device, &from, sizeof from, cudaMemcpyHostToDevice);
    cudaMemcpy(&to, device, sizeof to, cudaMemcpyDeviceToHost);
    printf("%d.%d, version %d\n", properties.major, properties.minor, version);
    return to != 42 || version < 12000 || cudaFree(device) != cudaSuccess;
}
