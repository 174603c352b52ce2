// A block waits for another one by a load that goes past the first-level cache: __ldcg, __ldcv.
// NO-GPU: nvcc takes a loop of such loads for one that ends, and leaves it out
#include "../conformance.h"

__global__ void relay(int *flags, int *out)
{
    int left = blockIdx.x - 1;
    if (threadIdx.x == 0) {
        if (left >= 0 && left % 2 == 0)
            while (__ldcg(&flags[left]) == 0) {
            }
        else if (left >= 0)
            while (__ldcv(&flags[left]) == 0) {
            }
        __threadfence();
        out[blockIdx.x] = (left >= 0 ? __ldcg(&out[left]) : 0) + 1;
        __threadfence();
        atomicExch(&flags[blockIdx.x], 1);
    }
}

int main()
{
    const int BLOCKS = 20;
    int *flags, *out;
    CHECK(cudaMallocManaged(&flags, BLOCKS * sizeof(int)));
    CHECK(cudaMallocManaged(&out, BLOCKS * sizeof(int)));
    memset(flags, 0, BLOCKS * sizeof(int));
    relay<<<BLOCKS, 32>>>(flags, out);
    CHECK_LAUNCH();
    for (int i = 0; i < BLOCKS; i++)
        EXPECT_EQ(out[i], i + 1);
    return finish();
}
