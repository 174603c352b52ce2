/* A program's own atomic functions beside CUDA's: the guide's atomicAdd of double for old architectures, overloads for
 * types and operations that CUDA does not have, and arguments that need a conversion.
 * nvcc 13 refuses the guard below from sm_60 on, because in its host pass __CUDA_ARCH__ is undefined and so less than
 * 600; here it works for every architecture. */
// NO-GPU: nvcc 13 refuses the guard
#include "../check.h"

#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

__device__ float atomicMax(float *address, float value) {
    int *bits = (int *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__device__ unsigned long atomicAdd(unsigned long *address, unsigned long value) {
    return atomicAdd((unsigned long long *)address, (unsigned long long)value);
}

__device__ static long atomicMin(long *address, long value) {
    return atomicMin((long long *)address, (long long)value);
}

struct cells {
    double sum;
    float largest, converted;
    unsigned long count;
    long smallest;
    int plain;
    unsigned wide;
    unsigned long long widest;
};

__global__ void use(cells *c) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    atomicAdd(&c->sum, 0.5);
    atomicAdd(&c->sum, 1);
    atomicMax(&c->largest, (float)i);
    atomicAdd(&c->count, 2ul);
    atomicMin(&c->smallest, -(long)i);
    atomicAdd(&c->converted, 1.0);
    atomicAdd(&c->plain, 1u);
    atomicAdd(&c->wide, 1);
    atomicAdd(&c->widest, i);
    atomicMax(&c->plain, 3);
    atomicExch(&c->converted, atomicAdd(&c->converted, 0));
}

int main() {
    cells *c = managed<cells>(1);
    const int blocks = 3, threads = 50, n = blocks * threads;
    use<<<1, n>>>(c);
    FINISH();
    CHECK_EQUAL(1.5 * n, c->sum);
    CHECK_EQUAL(n - 1.0f, c->largest);
    CHECK_EQUAL(2ul * n, c->count);
    CHECK_EQUAL(-(long)(n - 1), c->smallest);
    CHECK_EQUAL((unsigned)n, c->wide);
    CHECK_EQUAL((unsigned long long)n * (n - 1) / 2, c->widest);
    return check_result();
}
