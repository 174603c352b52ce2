/* Rows are aligned, but only some threads look at one: the warp's vector access begins at the place of a lane that does
 * not run, which need not be. */
#include "../conformance.h"

enum { THREADS = 64, FROM = 3 };

struct __align__(64) Row { int at[16]; };

__global__ void copy(int *out, const int *in, int *rows, long from)
{
    long i = threadIdx.x + from;
    if (i % 16 == 0) {
        const Row *row = (const Row *)(in + i);
        out[threadIdx.x] = row->at[0] + row->at[5];
        ((Row *)(rows + i))->at[0] = row->at[1];
    }
}

int main()
{
    int *in, *out, *rows;
    cudaMallocManaged(&in, 2 * THREADS * sizeof(int));
    cudaMallocManaged(&out, THREADS * sizeof(int));
    cudaMallocManaged(&rows, 2 * THREADS * sizeof(int));
    for (int i = 0; i < 2 * THREADS; i++)
        in[i] = 7 * i, rows[i] = -1;
    for (int t = 0; t < THREADS; t++)
        out[t] = -1;
    copy<<<1, THREADS>>>(out, in, rows, FROM);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int t = 0; t < THREADS; t++) {
        int i = t + FROM;
        EXPECT_EQ(out[t], i % 16 ? -1 : in[i] + in[i + 5]);
        EXPECT_EQ(rows[i], i % 16 ? -1 : in[i + 1]);
    }
    return finish();
}
