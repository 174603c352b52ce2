/* Doubles added into bins by a retry loop around atomicCAS, as before atomicAdd took doubles. */
#include "run.h"

__device__ double atomic_add(double *address, double value)
{
    unsigned long long *bits = reinterpret_cast<unsigned long long *>(address);
    unsigned long long old = *bits, assumed;

    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void add_doubles(const double *value, const int *bin, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomic_add(&out[bin[i]], value[i]);
}

extern "C" void run_dadd(void)
{
    add_doubles<<<DADD_N / BLOCK, BLOCK>>>(bench.dadd.value, bench.dadd.bin, bench.dadd.out, DADD_N);
    finish_launch("dadd");
}
