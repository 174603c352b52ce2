// ENV: SOFTWARP_DEVICES=2
// Two devices: each has its own variables, its own memory and its own current state; peer copies between them. (Needs
// two devices; on a machine with one GPU it says so and does nothing.)
// NO-GPU: it asks Softwarp for two devices
#include "../conformance.h"

__device__ int variable = 100;
__device__ int other;
__device__ int *pointer = &other;
__managed__ int shared_by_all = 1;

__global__ void add(int n)
{
    variable += n;
    *pointer = variable;
    atomicAdd(&shared_by_all, n);
}
__global__ void fill(int *at, int value) { at[threadIdx.x] = value + threadIdx.x; }

static int value_of_variable(int device)
{
    int value;
    CHECK(cudaSetDevice(device));
    CHECK(cudaMemcpyFromSymbol(&value, variable, sizeof value));
    return value;
}

int main()
{
    int count;
    CHECK(cudaGetDeviceCount(&count));
    if (count < 2) {
        printf("one device only\n");
        return 0;
    }
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        int current, copy;
        CHECK(cudaGetDevice(&current));
        EXPECT_EQ(current, device);
        add<<<1, 1>>>(device + 1);
        CHECK_LAUNCH();
        CHECK(cudaMemcpyFromSymbol(&copy, other, sizeof copy));
        EXPECT_EQ(copy, 101 + device);
    }
    EXPECT_EQ(value_of_variable(0), 101);
    EXPECT_EQ(value_of_variable(1), 102);
    EXPECT_EQ(shared_by_all, 4);

    int *on_first, *on_second, can = -1;
    CHECK(cudaSetDevice(0));
    CHECK(cudaMalloc(&on_first, 64 * sizeof(int)));
    fill<<<1, 64>>>(on_first, 500);
    CHECK_LAUNCH();
    CHECK(cudaSetDevice(1));
    CHECK(cudaMalloc(&on_second, 64 * sizeof(int)));
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
    CHECK(cudaMemcpyPeer(on_second, 1, on_first, 0, 64 * sizeof(int)));
    int host[64];
    CHECK(cudaMemcpy(host, on_second, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT(host[0] == 500 && host[63] == 563);
    CHECK(cudaMemcpyPeerAsync(on_first, 0, on_second + 32, 1, 32 * sizeof(int), 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, on_first, sizeof host, cudaMemcpyDefault));
    EXPECT(host[0] == 532 && host[31] == 563 && host[32] == 532);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, on_second));
    EXPECT_EQ(attributes.device, 1);
    EXPECT_ERROR(cudaSetDevice(2), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaSetDevice(-1), cudaErrorInvalidDevice);
    CHECK(cudaFree(on_first));
    CHECK(cudaFree(on_second));
    return finish();
}
