// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// Any thread of a warp launches, where threads part ways, in loops, behind barriers, in kernels that wait and in such as do
// not; as parents and as children.
#include "../conformance.h"

enum { THREADS = 96 };

__global__ void add(int *to, int value) { atomicAdd(to, value); }

__global__ void parted(int *to)
{
    int i = int(threadIdx.x + blockIdx.x * blockDim.x);
    if (i % 3 == 0)
        add<<<1, i % 5 + 1>>>(to + i, i);
    else if (i % 3 == 1)
        for (int k = 0; k < i % 7; k++)
            add<<<1, 1>>>(to + i, k);
    else {
        switch (i % 4) {
        case 0: add<<<1, 1>>>(to + i, 1000); break;
        case 1: add<<<2, 2>>>(to + i, 1); break;
        default: return;
        }
    }
}

static int expected_parted(int i)
{
    if (i % 3 == 0)
        return (i % 5 + 1) * i;
    if (i % 3 == 1)
        return (i % 7) * (i % 7 - 1) / 2;
    return i % 4 == 0 ? 1000 : i % 4 == 1 ? 4 : 0;
}

// Waits at barriers; the last to come launches for the warp.
__global__ void behind_barriers(int *to)
{
    __shared__ int values[THREADS];
    int i = int(threadIdx.x);
    values[i] = i;
    __syncthreads();
    int other = values[THREADS - 1 - i];
    int sum = __reduce_add_sync(0xffffffffu, other);
    if (i % 32 == 31)
        add<<<1, 1>>>(to + i / 32, sum);
    __syncthreads();
    if (__any_sync(0xffffffffu, other == 5) && i % 32 == 0)
        add<<<1, 1>>>(to + 8, other);
}

__global__ void block_sum(const int *from, int *to)
{
    __shared__ int part[128];
    int i = int(threadIdx.x);
    part[i] = i < THREADS ? from[i] : 0;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (i < half)
            part[i] += part[i + half];
        __syncthreads();
    }
    if (i == 0)
        atomicAdd(to, part[0]);
}

__global__ void sums(const int *from, int *to)
{
    block_sum<<<1, 128>>>(from + THREADS * threadIdx.x, to + threadIdx.x);
}

// A spin lock of the grid's: its blocks wait for each other.
__global__ void with_lock(int *lock, int *to)
{
    while (atomicCAS(lock, 0, 1))
        ;
    __threadfence();
    int next = *(volatile int *)to;
    *(volatile int *)to = next + 1;
    __threadfence();
    atomicExch(lock, 0);
    add<<<1, 1>>>(to + 1, next);
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 4096 * sizeof *got));
    memset(got, 0, 4096 * sizeof *got);
    parted<<<3, 50>>>(got);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 150; i++)
        EXPECT_EQ(got[i], expected_parted(i));

    memset(got, 0, 4096 * sizeof *got);
    behind_barriers<<<1, THREADS>>>(got);
    CHECK(cudaDeviceSynchronize());
    for (int w = 0; w < 3; w++)
        EXPECT_EQ(got[w], 32 * (THREADS - 1) - 32 * 32 * w - 31 * 16);
    EXPECT_EQ(got[8], 31);

    int *from = got + 1024;
    for (int i = 0; i < 20 * THREADS; i++)
        from[i] = i % 13;
    sums<<<1, 20>>>(from, got + 64);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 20; i++) {
        int sum = 0;
        for (int k = 0; k < THREADS; k++)
            sum += from[i * THREADS + k];
        EXPECT_EQ(got[64 + i], sum);
    }

    with_lock<<<20, 1>>>(got + 200, got + 201);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[201], 20);
    EXPECT_EQ(got[202], 190);
    return finish();
}
