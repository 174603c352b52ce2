#include "kernels.h"

__global__ void of_other(int *to, int value) { atomicAdd(to, value); }

static __global__ void own(int *to) { atomicAdd(to, 100); }
namespace {
__global__ void hidden(int *to) { atomicAdd(to, 200); }
}

__device__ void launch_for(int *to)
{
    of_main<<<1, 1>>>(to, 3);
    own<<<1, 1>>>(to + 1);
    hidden<<<1, 1>>>(to + 2);
    in_header<<<2, 1>>>(to + 6, 7);
}

__device__ void (*pointer_to_other())(int *, int) { return of_other; }
