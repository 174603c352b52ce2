// ENV: SOFTWARP_DEVICES=3
// FEW-WAYS
// NO-GPU: needs several GPUs
// Streams and events of several devices: what belongs to which, and what a thread's current device has to do with it.
#include "devices.h"

#include <set>
#include <string>
#include <thread>

__global__ void set(int *cell, int value) { *cell = value; }

__device__ int per_device = 3;
__global__ void raise(int amount) { per_device += amount; }

static void launches()
{
    cudaStream_t mine, other;
    int *cell;
    CHECK(cudaSetDevice(1));
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaMalloc(&cell, sizeof(int)));
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamCreate(&mine));
    set<<<1, 1, 0, other>>>(cell, 1);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    /* Copies may go to any stream. */
    int value = 9, got = 0, device = -1;
    CHECK(cudaMemcpyAsync(cell, &value, sizeof value, cudaMemcpyHostToDevice, other));
    CHECK(cudaStreamSynchronize(other));
    CHECK(cudaMemcpy(&got, cell, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got, 9);
    CHECK(cudaStreamQuery(other));
    CHECK(cudaStreamGetDevice(other, &device));
    EXPECT_EQ(device, 1);
    CHECK(cudaStreamGetDevice(0, &device));
    EXPECT_EQ(device, 0);
    CHECK(cudaStreamDestroy(other));
    CHECK(cudaStreamDestroy(mine));
    CHECK(cudaFree(cell));
}

static void events()
{
    cudaStream_t first, second;
    cudaEvent_t here, there;
    int *cell;
    float ms;
    CHECK(cudaSetDevice(2));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreate(&there));
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaEventCreate(&here));
    CHECK(cudaMalloc(&cell, sizeof(int)));
    EXPECT_ERROR(cudaEventRecord(there, first), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventRecord(here, second), cudaErrorInvalidResourceHandle);
    set<<<1, 1, 0, first>>>(cell, 77);
    CHECK(cudaEventRecord(here, first));
    /* A stream may wait for another device's event, and any thread may. */
    CHECK(cudaStreamWaitEvent(second, here, 0));
    CHECK(cudaSetDevice(2));
    int got = 0;
    CHECK(cudaMemcpyAsync(&got, cell, sizeof got, cudaMemcpyDefault, second));
    CHECK(cudaEventRecord(there, second));
    CHECK(cudaSetDevice(0));
    CHECK(cudaEventSynchronize(there));
    EXPECT_EQ(got, 77);
    EXPECT_ERROR(cudaEventElapsedTime(&ms, here, there), cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(here));
    CHECK(cudaEventDestroy(there));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(cell));
}

static void threads()
{
    std::vector<std::thread> all;
    CHECK(cudaSetDevice(1));
    for (int device = 0; device < 3; device++)
        all.emplace_back([device] {
            int current = -1;
            CHECK(cudaGetDevice(&current));
            EXPECT_EQ(current, 0); /* a new thread's */
            CHECK(cudaSetDevice(device));
            for (int i = 0; i <= device; i++)
                raise<<<1, 1>>>(10);
            CHECK_LAUNCH();
            int got = 0;
            CHECK(cudaMemcpyFromSymbol(&got, per_device, sizeof got));
            EXPECT_EQ(got, 3 + 10 * (device + 1));
        });
    for (auto &thread : all)
        thread.join();
    int current = -1;
    CHECK(cudaGetDevice(&current));
    EXPECT_EQ(current, 1);
    EXPECT_ERROR(cudaSetDevice(3), cudaErrorInvalidDevice);
    EXPECT_ERROR(cudaSetDevice(-1), cudaErrorInvalidDevice);
    CHECK(cudaGetDevice(&current));
    EXPECT_EQ(current, 1);
    CHECK(cudaSetDevice(0));
}

static void identities()
{
    std::set<std::string> buses, uuids;
    for (int device = 0; device < 3; device++) {
        cudaDeviceProp p;
        char bus[32];
        int by_bus = -1;
        CHECK(cudaGetDeviceProperties(&p, device));
        CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
        CHECK(cudaDeviceGetByPCIBusId(&by_bus, bus));
        EXPECT_EQ(by_bus, device);
        buses.insert(bus);
        uuids.insert(std::string(p.uuid.bytes, sizeof p.uuid.bytes));
    }
    EXPECT_EQ(buses.size(), 3u);
    EXPECT_EQ(uuids.size(), 3u);
}

int main()
{
    need_devices(3);
    launches();
    events();
    threads();
    identities();
    return finish();
}
