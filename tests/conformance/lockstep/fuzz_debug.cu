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
    return finish();
}
