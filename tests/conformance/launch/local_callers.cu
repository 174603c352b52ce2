// A function with a local array at indices that nobody knows, which does nothing else with its block: called by name and
// by its address, from all lanes and from some.
// NO-GPU: it is about where arrays lie here
#include "../conformance.h"

enum { CELLS = 8, THREADS = 192 };

__host__ __device__ __noinline__ static void pick(const int *d, int x, int *out)
{
    int a[CELLS];
    for (int i = 0; i < CELLS; i++)
        a[i] = x * i;
    a[d[x % CELLS]] += 7;
    *out = a[x * 3 % CELLS] + a[d[1]];
}

typedef void (*picker)(const int *, int, int *);
__device__ picker pickers[] = {pick, nullptr};

__global__ void by_name(const int *d, int *out)
{
    pick(d, blockIdx.x, &out[blockIdx.x]); /* one result of all lanes */
}

__global__ void by_some(const int *d, int *out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t % 3)
        pick(d, t, &out[t]);
    else
        pickers[t % 3](d, t, &out[t]);
}

static void expect_all(const int *places, DeviceArray<int> &out)
{
    int got[THREADS], want;
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int t = 0; t < THREADS; t++) {
        pick(places, t, &want);
        EXPECT_EQ(got[t], want);
    }
}

int main()
{
    int places[CELLS];
    for (int i = 0; i < CELLS; i++)
        places[i] = i * 5 % CELLS;
    DeviceArray<int> d(CELLS), out(THREADS);
    cudaMemcpy(d, places, sizeof places, cudaMemcpyHostToDevice);
    by_name<<<THREADS, 32>>>(d, out);
    expect_all(places, out);
    cudaMemset(out, 0, THREADS * sizeof(int));
    by_some<<<2, THREADS / 2>>>(d, out);
    expect_all(places, out);
    return finish();
}
