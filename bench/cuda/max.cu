/* Maximum of floats, all threads at one address: the retry loop around atomicCAS that CUDA programs use, for there is
 * no atomicMax on floats. */
#include "run.h"

__device__ float atomic_max(float *address, float value)
{
    int *bits = reinterpret_cast<int *>(address);
    int old = *bits, assumed;

    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void max_of(const float *in, float *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;

    if (i < n)
        atomic_max(out, in[i]);
}

extern "C" void run_max(void)
{
    max_of<<<MAX_N / BLOCK, BLOCK>>>(bench.max.in, bench.max.out, MAX_N);
    finish_launch("max");
}
