/* y = a x + y, a thread per element. */
#include "run.h"

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" void run_saxpy(void)
{
    saxpy<<<SAXPY_N / BLOCK, BLOCK>>>(SAXPY_N, bench.saxpy.a, bench.saxpy.x, bench.saxpy.y);
    finish_launch("saxpy");
}
