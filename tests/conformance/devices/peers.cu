// ENV: SOFTWARP_DEVICES=3
// FEW-WAYS
// NO-GPU: needs several GPUs that reach each other
// NVCC: -lcuda
// Peer access: enabling and disabling, kernels that use another device's memory, copies between devices of all forms.
#include "devices.h"

#include <cuda.h>

__global__ void add(int *out, const int *in, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] += in[i];
}

static int *array_on(int device, const std::vector<int> &values)
{
    int *at;
    CHECK(cudaSetDevice(device));
    CHECK(cudaMalloc(&at, values.size() * sizeof(int)));
    CHECK(cudaMemcpy(at, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
    return at;
}

static std::vector<int> contents(const int *at, size_t count)
{
    std::vector<int> values(count);
    CHECK(cudaMemcpy(values.data(), at, count * sizeof(int), cudaMemcpyDefault));
    return values;
}

static std::vector<int> counting(size_t count, int first)
{
    std::vector<int> values(count);
    for (size_t i = 0; i < count; i++)
        values[i] = first + (int)i;
    return values;
}

static void enabling()
{
    int can = 0;
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
    EXPECT_EQ(can, 1);
    CHECK(cudaDeviceCanAccessPeer(&can, 1, 1));
    EXPECT_EQ(can, 0);
    EXPECT_ERROR(cudaDeviceCanAccessPeer(&can, 0, 9), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaDeviceCanAccessPeer(nullptr, 0, 1), cudaErrorInvalidValue);
    CHECK(cudaSetDevice(0));
    EXPECT_ERROR(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
    EXPECT_ERROR(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    EXPECT_ERROR(cudaDeviceEnablePeerAccess(1, 5), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaDeviceEnablePeerAccess(9, 0), cudaErrorInvalidDevice);
    /* One way only. */
    CHECK(cudaSetDevice(1));
    EXPECT_ERROR(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceDisablePeerAccess(1));
    int value = -1;
    CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    EXPECT_EQ(value, 1);
    CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1));
    EXPECT_ERROR(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaDeviceGetP2PAttribute(&value, (cudaDeviceP2PAttr)44, 0, 1), cudaErrorInvalidValue);
}

static void kernels()
{
    const size_t count = 10001;
    int *near = array_on(0, counting(count, 5)), *far = array_on(1, counting(count, 1000));
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
    add<<<(count + 127) / 128, 128>>>(near, far, count);
    CHECK_LAUNCH();
    add<<<(count + 127) / 128, 128>>>(far, near, count);
    CHECK_LAUNCH();
    auto a = contents(near, count), b = contents(far, count);
    for (size_t i = 0; i < count; i++) {
        EXPECT_EQ(a[i], (int)(1005 + 2 * i));
        EXPECT_EQ(b[i], (int)(2005 + 3 * i));
    }
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, far + 3));
    EXPECT_EQ(attributes.device, 1);
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    CHECK(cudaDeviceDisablePeerAccess(1));
    CHECK(cudaFree(far)); /* from the other device */
    CHECK(cudaFree(near));
}

static void copies()
{
    const size_t count = 2 << 20;
    auto values = counting(count, -7);
    int *a = array_on(1, values), *b = array_on(2, std::vector<int>(count));
    cudaStream_t stream;
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyPeer(b, 2, a, 1, count * sizeof(int)));
    EXPECT(contents(b, count) == values);
    CHECK(cudaMemset(b, 0, count * sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyPeerAsync(b, 2, a, 1, 1000 * sizeof(int), stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(contents(b, 1001)[999], 992);
    EXPECT_EQ(contents(b, 1001)[1000], 0);
    CHECK(cudaMemcpy(b, a, count * sizeof(int), cudaMemcpyDefault));
    EXPECT(contents(b, count) == values);
    CHECK(cudaMemset(b, 0, count * sizeof(int)));
    cudaMemcpy3DPeerParms p = {};
    p.srcPtr = make_cudaPitchedPtr(a, 64, 16, 8);
    p.srcDevice = 1;
    p.srcPos = make_cudaPos(4, 1, 1);
    p.dstPtr = make_cudaPitchedPtr(b, 32, 8, 4);
    p.dstDevice = 2;
    p.extent = make_cudaExtent(32, 4, 3);
    CHECK(cudaMemcpy3DPeer(&p));
    CHECK(cudaSetDevice(2));
    CHECK(cudaDeviceSynchronize());
    auto got = contents(b, 8 * 4 * 3);
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 8; x++)
                EXPECT_EQ(got[(z * 4 + y) * 8 + x], values[((z + 1) * 8 + y + 1) * 16 + x + 1]);
    EXPECT_ERROR(cudaMemcpyPeer(b, 7, a, 1, 4), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaMemcpyPeer(b, 2, a, -1, 4), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaMemcpyPeer(b, 2, a, 1, count * sizeof(int) + 4), cudaErrorInvalidValue);
    p.srcDevice = 9;
    EXPECT_ERROR(cudaMemcpy3DPeer(&p), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaMemcpy3DPeer(nullptr), cudaErrorInvalidValue);
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

static void contexts()
{
    CUcontext first, second, current;
    CUdeviceptr memory;
    int can;
    EXPECT(cuDevicePrimaryCtxRetain(&first, 0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&second, 1) == CUDA_SUCCESS);
    EXPECT(cuCtxSetCurrent(second) == CUDA_SUCCESS && cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
    int device = -1;
    CHECK(cudaGetDevice(&device));
    EXPECT_EQ(device, 1);
    CHECK(cudaSetDevice(0));
    EXPECT(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == first);
    EXPECT(cuDeviceCanAccessPeer(&can, 0, 1) == CUDA_SUCCESS && can == 1);
    EXPECT(cuCtxEnablePeerAccess(second, 0) == CUDA_SUCCESS);
    EXPECT(cuCtxEnablePeerAccess(second, 0) == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    EXPECT(cuCtxDisablePeerAccess(second) == CUDA_SUCCESS);
    EXPECT(cuCtxDisablePeerAccess(second) == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    EXPECT(cuCtxEnablePeerAccess(nullptr, 0) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(cuMemcpyPeer(memory, second, memory + 32, second, 32) == CUDA_SUCCESS);
    EXPECT(cuMemcpyPeer(memory, second, memory + 32, nullptr, 32) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(cuMemFree(memory) == CUDA_SUCCESS);
    EXPECT(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRelease(1) == CUDA_SUCCESS);
}

int main()
{
    need_devices(3);
    enabling();
    kernels();
    copies();
    contexts();
    return finish();
}
