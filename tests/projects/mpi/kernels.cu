#include "kernels.h"

#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}
#define CHECK(call) check((call), #call)

__global__ void fill_kernel(int *memory, int count, int first)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        memory[i] = first + i;
}

__global__ void add_kernel(int *to, const int *from, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] += from[i];
}

__global__ void compare_kernel(const int *memory, int count, int first, int *found)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        if (memory[i] != first + i)
            atomicMin(found, i);
}

int use_device(int rank)
{
    int count, current;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaSetDevice(rank % count));
    CHECK(cudaGetDevice(&current));
    return current == rank % count ? count : -1;
}

int workers()
{
    int device, count;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

int *device_memory(int count)
{
    void *memory;
    CHECK(cudaMalloc(&memory, count * sizeof(int)));
    return static_cast<int *>(memory);
}

int *managed_memory(int count)
{
    void *memory;
    CHECK(cudaMallocManaged(&memory, count * sizeof(int)));
    return static_cast<int *>(memory);
}

void release(int *memory) { CHECK(cudaFree(memory)); }

void fill(int *memory, int count, int first)
{
    fill_kernel<<<64, 128>>>(memory, count, first);
    CHECK(cudaDeviceSynchronize());
}

void add(int *to, const int *from, int count)
{
    add_kernel<<<64, 128>>>(to, from, count);
    CHECK(cudaDeviceSynchronize());
}

int first_difference(const int *memory, int count, int first)
{
    int *found = managed_memory(1);
    *found = count;
    compare_kernel<<<64, 128>>>(memory, count, first, found);
    CHECK(cudaDeviceSynchronize());
    int result = *found == count ? -1 : *found;
    release(found);
    return result;
}
