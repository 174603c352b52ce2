// ENV: SOFTWARP_DEVICES=2
// NO-GPU: needs several GPUs with atomics between them
// Kernels of two devices at the same time: each waits for what the other writes; atomics of system scope count on one
// cell; managed memory that all devices and the host work on in turn.
#include "devices.h"

#include <thread>

/* Passes a number back and forth: whoever finds his own turn takes the next step. */
__global__ void pass(volatile int *turn, int me, int rounds, int *steps)
{
    int done = 0;
    while (done < rounds) {
        if (*turn != 2 * done + me)
            continue;
        done++;
        __threadfence_system();
        *turn = 2 * done - 2 + me + 1;
    }
    *steps = done;
}

static void ping_pong()
{
    int *turn, *steps;
    CHECK(cudaMallocManaged(&turn, sizeof(int)));
    CHECK(cudaMallocManaged(&steps, 2 * sizeof(int)));
    *turn = 0;
    steps[0] = steps[1] = 0;
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        pass<<<1, 1>>>(turn, device, 200, steps + device);
        CHECK(cudaGetLastError());
    }
    for (int device = 0; device < 2; device++) {
        CHECK(cudaSetDevice(device));
        CHECK(cudaDeviceSynchronize());
    }
    EXPECT_EQ(steps[0], 200);
    EXPECT_EQ(steps[1], 200);
    EXPECT_EQ(*turn, 400);
    CHECK(cudaFree(turn));
    CHECK(cudaFree(steps));
}

__global__ void count(unsigned *cells)
{
    atomicAdd_system(&cells[0], 1);
    atomicMax_system(&cells[1], blockIdx.x * blockDim.x + threadIdx.x);
    unsigned seen = cells[2], wanted;
    do {
        wanted = seen;
        seen = atomicCAS_system(&cells[2], wanted, wanted + 2);
    } while (seen != wanted);
}

static void atomics()
{
    unsigned *cells;
    CHECK(cudaMallocManaged(&cells, 3 * sizeof(unsigned)));
    memset(cells, 0, 3 * sizeof(unsigned));
    std::vector<std::thread> threads;
    for (int device = 0; device < 2; device++)
        threads.emplace_back([=] {
            CHECK(cudaSetDevice(device));
            for (int i = 0; i < 5; i++)
                count<<<20, 96>>>(cells);
            CHECK_LAUNCH();
        });
    for (int i = 0; i < 1000; i++)
        __sync_fetch_and_add(&cells[0], 1);
    for (auto &thread : threads)
        thread.join();
    EXPECT_EQ(cells[0], 2 * 5 * 20 * 96 + 1000u);
    EXPECT_EQ(cells[1], 20 * 96 - 1u);
    EXPECT_EQ(cells[2], 2 * 2 * 5 * 20 * 96u);
    CHECK(cudaFree(cells));
}

__global__ void twice(long long *values, int first, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[first + i] *= 2;
}

static void managed()
{
    const int n = 20000;
    long long *values;
    CHECK(cudaMallocManaged(&values, n * sizeof *values));
    for (int i = 0; i < n; i++)
        values[i] = i;
    for (int round = 0; round < 4; round++) {
        for (int device = 0; device < 2; device++) {
            CHECK(cudaSetDevice(device));
            int first = device == round % 2 ? 0 : n / 2;
            twice<<<(n / 2 + 63) / 64, 64>>>(values, first, n / 2);
        }
        for (int device = 0; device < 2; device++) {
            CHECK(cudaSetDevice(device));
            CHECK_LAUNCH();
        }
    }
    for (int i = 0; i < n; i++)
        if (!EXPECT_EQ(values[i], 16ll * i))
            break;
    CHECK(cudaFree(values));
}

int main()
{
    need_devices(2);
    ping_pong();
    atomics();
    managed();
    return finish();
}
