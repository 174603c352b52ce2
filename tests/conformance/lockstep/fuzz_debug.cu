/* With full debug information a local variable's stores are tied to its description. Wide code is a function of its own,
 * and its copies of these stores must not be. */
// SWCC: -G -dopt=on --lanes=all
#include "../conformance.h"

enum { THREADS = 64, SIZE = 8 };

__global__ void count(const int *in, int *out)
{
    int seen[SIZE] = {};
    for (int i = 0; i < 20; i++)
        seen[in[threadIdx.x + i] & (SIZE - 1)]++;
    out[threadIdx.x] = seen[in[threadIdx.x] & (SIZE - 1)];
}

/* Loops are made in two versions; the copies keep the places of their own kernel. */
__global__ void steps(int *out)
{
    int count = 0;
    for (unsigned value = threadIdx.x + 1; value != 1; value = value % 2 ? value * 3 + 1 : value / 2)
        count++;
    out[threadIdx.x] = count;
}

__global__ void last_above(int *out, int from)
{
    for (int i = 0; i < (int)(threadIdx.x & 7); i++)
        if (i > from)
            out[threadIdx.x] = i;
}

static void check_loops(int *out)
{
    for (int t = 0; t < THREADS; t++)
        out[t] = -1;
    last_above<<<1, THREADS>>>(out, 0);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int t = 0; t < THREADS; t++)
        EXPECT_EQ(out[t], t % 8 > 1 ? t % 8 - 1 : -1);
    steps<<<1, THREADS>>>(out);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    static const int expected[] = {0, 1, 7, 2, 5, 8, 16, 3, 19, 6};
    for (int t = 0; t < 10; t++)
        EXPECT_EQ(out[t], expected[t]);
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, (THREADS + 20) * sizeof(int));
    cudaMallocManaged(&out, THREADS * sizeof(int));
    for (int i = 0; i < THREADS + 20; i++)
        in[i] = i * i % 11;
    count<<<1, THREADS>>>(in, out);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int t = 0; t < THREADS; t++) {
        int expected = 0;
        for (int i = 0; i < 20; i++)
            expected += (in[t + i] & (SIZE - 1)) == (in[t] & (SIZE - 1));
        EXPECT_EQ(out[t], expected);
    }
    check_loops(out);
    return finish();
}
