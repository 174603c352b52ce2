// Blocks that wait for each other through flags: a chain, a pipeline, a barrier of all blocks of a small grid.
#include "../conformance.h"

/* Block i waits for block i - 1, whatever the order in which they start. */
__global__ void chain(volatile int *turn, int *order, int *values)
{
    if (threadIdx.x == 0) {
        while (*turn != int(blockIdx.x)) {
        }
        __threadfence();
        order[blockIdx.x] = values[blockIdx.x == 0 ? 0 : blockIdx.x - 1] + 1;
        values[blockIdx.x] = order[blockIdx.x];
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}

/* The reverse: the first block waits for the last. */
__global__ void reverse_chain(volatile int *flags, int *out)
{
    if (blockIdx.x < gridDim.x - 1 && threadIdx.x == 0)
        while (flags[blockIdx.x + 1] == 0) {
        }
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = blockIdx.x < gridDim.x - 1 ? out[blockIdx.x + 1] + 1 : 1;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
}

/* All blocks meet, several times, with an atomic counter. All blocks must be resident: the grid is small. */
__device__ void meet(int *arrived, int round)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < int(gridDim.x) * round) {
        }
        __threadfence();
    }
    __syncthreads();
}

__global__ void stencil_rounds(int *arrived, volatile int *a, volatile int *b, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        if (i < n)
            b[i] = a[(i + n - 1) % n] + a[(i + 1) % n];
        meet(arrived, round * 2 + 1);
        if (i < n)
            a[i] = b[i] % 1000;
        meet(arrived, round * 2 + 2);
    }
}

/* Waiting in a loop without volatile, through atomics only. */
__global__ void ping_pong(int *ball, int rounds)
{
    if (threadIdx.x != 0)
        return;
    for (int i = 0; i < rounds; i++)
        while (atomicCAS(ball, 2 * i + int(blockIdx.x), 2 * i + int(blockIdx.x) + 1) != 2 * i + int(blockIdx.x)) {
        }
}

int main()
{
    constexpr int blocks = 8;
    DeviceArray<int> turn(1), order(blocks), values(blocks), flags(blocks), out(blocks), arrived(1), ball(1);
    chain<<<blocks, 32>>>(turn.at, order, values);
    CHECK_LAUNCH();
    for (int i = 0; i < blocks; i++)
        EXPECT_EQ(order.host()[i], i + 1);
    reverse_chain<<<blocks, 64>>>(flags.at, out);
    CHECK_LAUNCH();
    for (int i = 0; i < blocks; i++)
        EXPECT_EQ(out.host()[i], blocks - i);

    constexpr int n = 250, rounds = 20;
    std::vector<int> a(n), b(n);
    for (int i = 0; i < n; i++)
        a[i] = i * i % 100;
    DeviceArray<int> device_a(a), device_b(n);
    stencil_rounds<<<4, 64>>>(arrived, device_a.at, device_b.at, n, rounds);
    CHECK_LAUNCH();
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++)
            b[i] = a[(i + n - 1) % n] + a[(i + 1) % n];
        for (int i = 0; i < n; i++)
            a[i] = b[i] % 1000;
    }
    EXPECT(device_a.host() == a);

    ping_pong<<<2, 32>>>(ball, 300);
    CHECK_LAUNCH();
    EXPECT_EQ(ball.host()[0], 600);
    return finish();
}
