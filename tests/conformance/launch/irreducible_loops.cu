// Loops with more than one entry: Duff's device, goto into a loop (which also waits in it).
#include "../conformance.h"

__global__ void duff(int *out, int n)
{
    int sum = 0, turns = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { sum += 1;
    case 3:      sum += 1;
    case 2:      sum += 1;
    case 1:      sum += 1;
            } while (--turns > 0);
    }
    out[threadIdx.x] = sum;
}

__global__ void into_loop(int *out, int n)
{
    int sum = 0;
    if (n & 1)
        goto middle;
start:
    sum += 1;
    __syncthreads();
middle:
    sum += 2;
    if (sum < n)
        goto start;
    out[threadIdx.x] = sum;
}

int main()
{
    int *out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof *out));
    for (int n = 1; n < 10; n++) {
        duff<<<1, 4>>>(out, n);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(out[3], n);
    }
    into_loop<<<1, 4>>>(out, 9);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[2], 11);
    into_loop<<<1, 4>>>(out, 10);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[2], 12);
    return finish();
}
