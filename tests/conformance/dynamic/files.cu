// SWCC: -rdc=true
// SOURCES: Inputs/kernels.cu
// NO-GPU: not yet recorded on a GPU
// Kernels of another file, and functions of another file that launch kernels of this one; static kernels of one name in
// both.
#include "../conformance.h"
#include "Inputs/kernels.h"

__global__ void of_main(int *to, int value) { atomicAdd(to, value); }

static __global__ void own(int *to) { atomicAdd(to, 1); }
namespace {
__global__ void hidden(int *to) { atomicAdd(to, 2); }
}

__global__ void parent(int *to)
{
    of_other<<<1, 2>>>(to, 5);
    launch_for(to + 1);
    own<<<1, 1>>>(to + 4);
    hidden<<<1, 1>>>(to + 5);
    in_header<int><<<1, 3>>>(to + 6, 7);
    pointer_to_other()<<<1, 1>>>(to + 8, 3);
    to[9] = pointer_to_other() == of_other;
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 16 * sizeof *got));
    memset(got, 0, 16 * sizeof *got);
    parent<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    const int expected[] = {10, 3, 100, 200, 1, 2, 21, 14, 3, 1};
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(got[i], expected[i]);
    return finish();
}
