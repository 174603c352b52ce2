/* A barrier, per warp: a loop of nothing else, with values that live across it, and the reductions. Divided by the
 * warps of the block; one block, so one processor works. */
#include "micro.h"

enum { ROUNDS = 1000, WARP = 32 };

__global__ void bare(int rounds)
{
    for (int i = 0; i < rounds; i++)
        __syncthreads();
}

/* Eight varying values are live across the barrier. */
__global__ void live(int rounds, int *out)
{
    int a[8];

    for (int k = 0; k < 8; k++)
        a[k] = out[threadIdx.x] + k;
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 8; k++)
            a[k] = a[k] * 3 + a[(k + 1) % 8];
        __syncthreads();
    }
    for (int k = 0; k < 8; k++)
        out[threadIdx.x] += a[k];
}

/* What a tile loop does: store, barrier, load a neighbour's, barrier. */
__global__ void exchange(int rounds, int *out)
{
    __shared__ int tile[1024];
    int mine = threadIdx.x;

    for (int i = 0; i < rounds; i += 2) {
        tile[threadIdx.x] = mine;
        __syncthreads();
        mine += tile[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
    }
    out[threadIdx.x] = mine;
}

__global__ void counting(int rounds, int *out)
{
    int count = threadIdx.x;

    for (int i = 0; i < rounds; i++)
        count = __syncthreads_count(count & 1) + threadIdx.x;
    out[threadIdx.x] = count;
}

template <typename Launch>
static void measure(const char *what, int threads, Launch launch)
{
    char name[80];
    double time = nanoseconds([=] {
        launch(threads);
        wait_for_device("barrier");
    });

    snprintf(name, sizeof name, "%s, %d threads", what, threads);
    answer("barrier", name, time / ROUNDS / (threads / WARP), "ns per warp");
}

void measure_barriers()
{
    int *out = device_array<int>(1024);

    for (int threads : {32, 256, 1024}) {
        measure("__syncthreads", threads, [=](int n) { bare<<<1, n>>>(ROUNDS); });
        measure("with 8 values across it", threads, [=](int n) { live<<<1, n>>>(ROUNDS, out); });
        measure("with an exchange", threads, [=](int n) { exchange<<<1, n>>>(ROUNDS, out); });
        measure("__syncthreads_count", threads, [=](int n) { counting<<<1, n>>>(ROUNDS, out); });
    }
    check(cudaFree(out), "cudaFree");
}
