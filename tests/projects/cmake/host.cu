/* Loads a plug-in; each uses device memory of the other. */
#include <cstdio>
#include <dlfcn.h>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main(int count, char **arguments)
{
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library) {
        printf("no plug-in: %s\n", count > 1 ? dlerror() : "no argument");
        return 1;
    }
    auto plugin = reinterpret_cast<int *(*)(const int *, int)>(dlsym(library, "plugin"));
    int *values, back[64];
    cudaMalloc(&values, sizeof back);
    fill<<<1, 64>>>(values);
    int *result = plugin(values, 64);
    if (!result || cudaMemcpy(back, result, sizeof back, cudaMemcpyDeviceToHost) != cudaSuccess || back[63] != 163) {
        printf("the plug-in has another runtime\n");
        return 1;
    }
    return cudaFree(result) != cudaSuccess;
}
