// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// The device runtime: copies and fills in streams of device code, launches in parts, questions about devices and kernels.
#include "../conformance.h"

__global__ void add(int *to, int value) { atomicAdd(to, value); }
__global__ void __launch_bounds__(256) fixed(int *to)
{
    __shared__ int memory[64];
    memory[threadIdx.x % 64] = 1;
    *to = memory[0];
}

__device__ int source[16];

__global__ void copies(int *to, char *bytes)
{
    for (int i = 0; i < 16; i++)
        source[i] = i + 1;
    cudaMemcpyAsync(to, source, sizeof source, cudaMemcpyDeviceToDevice);
    add<<<1, 1>>>(to, 100);
    cudaMemcpyAsync(to + 16, to, sizeof(int), cudaMemcpyDeviceToDevice, 0); // behind the addition
    cudaMemsetAsync(to + 1, 0xff, sizeof(int));
    cudaMemset2DAsync(bytes, 16, 7, 3, 4);
    cudaMemcpy2DAsync(bytes + 64, 8, bytes, 16, 4, 4, cudaMemcpyDeviceToDevice);
    cudaMemset3DAsync(cudaPitchedPtr{bytes + 128, 8, 8, 4}, 9, cudaExtent{2, 3, 2});
    cudaMemcpy3DParms p = {};
    p.srcPtr = cudaPitchedPtr{bytes + 128, 8, 8, 4};
    p.dstPtr = cudaPitchedPtr{bytes + 192, 4, 4, 4};
    p.srcPos = cudaPos{1, 0, 0};
    p.extent = cudaExtent{2, 4, 2};
    p.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3DAsync(&p);
    int mine = 0;
    to[20] = cudaMemcpyAsync(&mine, source, sizeof mine, cudaMemcpyDeviceToDevice) != cudaSuccess; // a local variable
    cudaGetLastError();
}

struct alignas(32) wide { float value[8]; };
__global__ void take(wide w, int *to) { atomicAdd(to, int(w.value[7])); }

// A parameter is written where it lies.
__global__ void aligned(int *to)
{
    char *buffer = (char *)cudaGetParameterBuffer(64, sizeof(wide) + sizeof to);
    wide w = {};
    w.value[7] = 70 + threadIdx.x;
    *(wide *)buffer = w;
    *(int **)(buffer + sizeof w) = to;
    cudaLaunchDevice((void *)take, buffer, dim3(1), dim3(1), 0, 0);
    buffer = (char *)cudaGetParameterBufferV2((void *)take, dim3(1), dim3(2), 0);
    *(wide *)buffer = w;
    *(int **)(buffer + sizeof w) = to;
    cudaLaunchDeviceV2(buffer, 0);
}

// As Thrust and CUB write it.
template <class K> __device__ cudaError_t launch_in_parts(K kernel, dim3 grid, dim3 block, int *to, int value)
{
    char *buffer = (char *)cudaGetParameterBuffer(64, sizeof to + sizeof value);
    memcpy(buffer, &to, sizeof to);
    memcpy(buffer + sizeof to, &value, sizeof value);
    return cudaLaunchDevice((void *)kernel, buffer, grid, block, 0, 0);
}

__global__ void in_parts(int *to)
{
    to[1] = launch_in_parts(add, dim3(2), dim3(3), to, 5);
    void *buffer = cudaGetParameterBufferV2((void *)add, dim3(4), dim3(1, 2), 0);
    ((int **)buffer)[0] = to + 2;
    ((int *)buffer)[2] = 10;
    to[3] = cudaLaunchDeviceV2(buffer, cudaStreamTailLaunch);
    to[4] = cudaGetParameterBufferV2((void *)to, dim3(1), dim3(1), 0) == nullptr;
    to[5] = cudaGetLastError();
    to[6] = launch_in_parts((void (*)(int *, int))to, dim3(1), dim3(1), to, 5);
    cudaGetLastError();
}

__global__ void questions(int *got, size_t *sizes)
{
    got[0] = cudaGetDevice(&got[1]);
    got[2] = cudaGetDeviceCount(&got[3]);
    got[4] = cudaDeviceGetAttribute(&got[5], cudaDevAttrMaxThreadsPerBlock, 0);
    got[6] = cudaDeviceGetLimit(&sizes[0], cudaLimitMallocHeapSize);
    cudaFuncAttributes attributes;
    got[7] = cudaFuncGetAttributes(&attributes, fixed);
    got[8] = attributes.maxThreadsPerBlock;
    sizes[1] = attributes.sharedSizeBytes;
    got[9] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&got[10], fixed, 256, 0);
    got[11] = cudaDeviceGetAttribute(&got[12], cudaDevAttrWarpSize, 99) != cudaSuccess;
    got[13] = cudaGetLastError() != cudaSuccess;
    got[14] = cudaOccupancyMaxPotentialBlockSize(&got[15], &got[16], fixed);
}

int main()
{
    int *got;
    char *bytes;
    size_t *sizes, heap;
    CHECK(cudaMallocManaged(&got, 64 * sizeof *got));
    CHECK(cudaMallocManaged(&bytes, 256));
    CHECK(cudaMallocManaged(&sizes, 2 * sizeof *sizes));
    memset(got, 0, 64 * sizeof *got);
    memset(bytes, 0, 256);
    copies<<<1, 1>>>(got, bytes);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 101);
    EXPECT_EQ(got[16], 101);
    EXPECT_EQ(got[1], -1);
    EXPECT_EQ(got[15], 16);
    EXPECT_EQ(got[20], 1);
    for (int row = 0; row < 4; row++)
        for (int i = 0; i < 4; i++) {
            EXPECT_EQ(int(bytes[16 * row + i]), i < 3 ? 7 : 0);
            EXPECT_EQ(int(bytes[64 + 8 * row + i]), i < 3 ? 7 : 0);
            EXPECT_EQ(int(bytes[128 + 8 * row + i]), i < 2 && row < 3 ? 9 : 0);
            EXPECT_EQ(int(bytes[192 + 4 * row + i]), i < 1 && row < 3 ? 9 : 0);
        }

    memset(got, 0, 64 * sizeof *got);
    in_parts<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 30);
    EXPECT_EQ(got[1], 0);
    EXPECT_EQ(got[2], 80);
    EXPECT_EQ(got[3], 0);
    EXPECT_EQ(got[4], 1);
    EXPECT_EQ(got[5], int(cudaErrorInvalidDeviceFunction));
    EXPECT_EQ(got[6], int(cudaErrorInvalidDeviceFunction));

    got[0] = 0;
    aligned<<<1, 3>>>(got);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 3 * (70 + 71 + 72));

    memset(got, 0, 64 * sizeof *got);
    questions<<<1, 1>>>(got, sizes);
    CHECK(cudaDeviceSynchronize());
    int count, blocks;
    cudaFuncAttributes attributes;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    CHECK(cudaFuncGetAttributes(&attributes, fixed));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 256, 0));
    EXPECT_EQ(got[0] + got[2] + got[4] + got[6] + got[7] + got[9], 0);
    EXPECT_EQ(got[1], 0);
    EXPECT_EQ(got[3], count);
    EXPECT_EQ(got[5], 1024);
    EXPECT_EQ(sizes[0], heap);
    EXPECT_EQ(got[8], 256);
    EXPECT_EQ(sizes[1], attributes.sharedSizeBytes);
    EXPECT_EQ(got[10], blocks);
    EXPECT_EQ(got[11], 1);
    EXPECT_EQ(got[13], 1);
    int grid, block;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fixed));
    EXPECT_EQ(got[14], 0);
    EXPECT_EQ(got[15], grid);
    EXPECT_EQ(got[16], block);
    return finish();
}
