// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// Macros that are parts of launches in device code: the chevrons, with the kernel, with the arguments.
#include "../conformance.h"

#define KERNEL_ARGS(grid, block) <<<grid, block>>>
#define ONE <<< 1, 1 >>>
#define GO(k, g, b) k<<<g, b>>>
#define ALL(k, g, b, args) k<<<g, b>>>args
#define LONG(k, g, \
             b) \
    k<<<g, b>>>
__global__ void add(int *p, int v) { atomicAdd(p, v); }
template <class T> __global__ void tadd(T *p, T v) { atomicAdd(p, v); }
__global__ void over(int *p) { atomicAdd(p, 1); }
__global__ void over(unsigned *p) { atomicAdd(p, 1); }
__global__ void parent(int *p) {
    add KERNEL_ARGS(1, 2)(p, 1);
    tadd KERNEL_ARGS(dim3(1), 3)(p + 1, 1);
    tadd<int> ONE (p + 2, 5);
    over ONE(p + 3);
    GO(add, 2, 2)(p + 4, 1);
    GO(tadd<int>, 2, 3)(p + 5, 1);
    ALL(over, 1, 3, (p + 6));
    LONG(over, 1, 7) (p + 7);
    if (p) GO(over, 1, 1)(p + 8); else ALL(add, 1, 1, (p + 8, 3));
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 16 * sizeof *got));
    memset(got, 0, 16 * sizeof *got);
    parent<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    const int expected[] = {2, 3, 5, 1, 4, 6, 3, 7, 1};
    for (int i = 0; i < 9; i++)
        EXPECT_EQ(got[i], expected[i]);
    GO(add, 2, 2)(got + 9, 1);
    tadd KERNEL_ARGS(1, 2)(got + 10, 3);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[9], 4);
    EXPECT_EQ(got[10], 6);
    return finish();
}
