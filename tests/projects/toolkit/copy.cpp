/* The host side of the runtime, in C++ without kernels: templates, vector types, streams. */
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

int main()
{
    std::vector<float4> from(1000, make_float4(1, 2, 3, 4)), to(1000);
    float4 *device;
    cudaStream_t stream;
    dim3 shape(2, 3);
    if (cudaMalloc(&device, from.size() * sizeof(float4)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    cudaMemcpyAsync(device, from.data(), from.size() * sizeof(float4), cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(to.data(), device, from.size() * sizeof(float4), cudaMemcpyDeviceToHost, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    printf("%s, %g, %u\n", cudaGetErrorName(error), to[999].w, shape.x * shape.y * shape.z);
    return error != cudaSuccess || to[999].w != 4 || cudaStreamDestroy(stream) != cudaSuccess;
}
