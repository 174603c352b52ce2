// Functions with local arrays at indices that nobody knows, called by others that have such arrays: each has its own,
// in kernels that wait, too, and in recursion.
// NO-GPU: it is about where arrays lie here
#include "../conformance.h"

#define EVERYWHERE __host__ __device__ __noinline__
enum { CELLS = 16, THREADS = 1000, TURNS = 12 };

EVERYWHERE int inner(const int *d, int x)
{
    int a[CELLS];
    for (int i = 0; i < CELLS; i++)
        a[i] = x * i;
    a[d[0]] += 1;
    return a[x & 15];
}

EVERYWHERE int middle(const int *d, int x)
{
    int a[CELLS];
    for (int i = 0; i < CELLS; i++)
        a[i] = x + i;
    a[d[1]] += inner(d, x + 1);
    return a[x & 15] + a[d[1]];
}

EVERYWHERE int deep(const int *d, int x, int depth)
{
    int a[CELLS];
    for (int i = 0; i < CELLS; i++)
        a[i] = x ^ i;
    if (depth)
        a[d[depth]] += deep(d, x + 3, depth - 1);
    return a[x & 15] + a[d[depth]];
}

static __host__ __device__ int turn(const int *d, int *a, int k, int t)
{
    a[d[k]] ^= middle(d, k + t);
    return deep(d, k + t, k % 5);
}

__global__ void run(const int *d, int *out)
{
    int a[CELLS], t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int i = 0; i < CELLS; i++)
        a[i] = t * i;
    for (int k = 0; k < TURNS; k++)
        sum = sum * 31 + turn(d, a, k, t);
    out[t] = (int)(sum + a[d[t & 7]]);
}

__global__ void run_waiting(const int *d, int *out)
{
    int a[CELLS], t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int i = 0; i < CELLS; i++)
        a[i] = t * i;
    for (int k = 0; k < TURNS; k++) {
        sum = sum * 31 + turn(d, a, k, t);
        __syncthreads();
    }
    out[t] = (int)(sum + a[d[t & 7]]);
}

static int expected(const int *d, int t)
{
    int a[CELLS];
    unsigned sum = 0;
    for (int i = 0; i < CELLS; i++)
        a[i] = t * i;
    for (int k = 0; k < TURNS; k++)
        sum = sum * 31 + turn(d, a, k, t);
    return (int)(sum + a[d[t & 7]]);
}

int main()
{
    int places[CELLS];
    for (int i = 0; i < CELLS; i++)
        places[i] = i * 5 & 15;
    DeviceArray<int> d(CELLS), out(THREADS);
    cudaMemcpy(d, places, sizeof places, cudaMemcpyHostToDevice);
    for (int waits = 0; waits < 2; waits++) {
        static int got[THREADS];
        cudaMemset(out, 0, sizeof got);
        waits ? run_waiting<<<4, 250>>>(d, out) : run<<<4, 250>>>(d, out);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
        for (int t = 0; t < THREADS; t++)
            EXPECT_EQ(got[t], expected(places, t));
    }
    return finish();
}
