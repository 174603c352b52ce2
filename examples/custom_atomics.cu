/* custom_atomics: makes atomic operations that CUDA does not have out of one that it has.
 *
 * The pattern: read the old value, compute the new one, and store it with atomicCAS (compare and swap), which stores
 * only if the memory still holds the old value. If somebody else was faster, try again with what they left there.
 *
 *   swcc -arch=sm_60 custom_atomics.cu      atomicAdd on double is the architecture's own
 *   swcc -arch=sm_50 custom_atomics.cu      it is the function below: sm_50 has none
 *
 * The file builds under nvcc too. Today's nvcc (since CUDA 13) accepts sm_75 and later only, so with it the sm_50 form
 * cannot be tried any more; releases up to CUDA 12 could.
 */
#include "check.h"

/* A float maximum. atomicCAS works on integers, so it compares and swaps the float's bits. */
__device__ float atomic_max_float(float *address, float value)
{
    int *bits = reinterpret_cast<int *>(address);
    int seen = *bits;

    while (__int_as_float(seen) < value) {
        int before = atomicCAS(bits, seen, __float_as_int(value));
        if (before == seen)
            break; /* the swap took place */
        seen = before;
    }
    return __int_as_float(seen);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
/* Architectures before sm_60 have no atomicAdd for double. Comparing bits, not doubles, matters: a NaN is unequal to
 * itself, and the loop would never end. */
__device__ double atomicAdd(double *address, double value)
{
    unsigned long long *bits = reinterpret_cast<unsigned long long *>(address);
    unsigned long long before = *bits, seen;

    do {
        seen = before;
        before = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
    } while (before != seen);
    return __longlong_as_double(before);
}
#endif

/* Any operation at all: `change` maps the old value to the new one. Returns the old value, as CUDA's own atomics do. */
template <class Change> __device__ unsigned atomic_modify(unsigned *address, Change change)
{
    unsigned before = *address, seen;

    do {
        seen = before;
        before = atomicCAS(address, seen, change(seen));
    } while (before != seen);
    return before;
}

/* x -> 3x + 1 modulo 2^32, n times, has one result, whatever the order of the threads. */
struct TripleAndOne {
    __device__ unsigned operator()(unsigned x) const { return 3 * x + 1; }
};

struct Results {
    float maximum;
    double sum;
    unsigned mixed;
    int arch;
};

__global__ void update(Results *results, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float x = static_cast<float>((i * 7919) % n); /* each of 0 .. n-1 once, in a mixed order */
    atomic_max_float(&results->maximum, x - 1000.5f);
    atomicAdd(&results->sum, x * 0.25); /* quarters: exact in a double, in any order */
    atomic_modify(&results->mixed, TripleAndOne());
#ifdef __CUDA_ARCH__
    if (i == 0)
        results->arch = __CUDA_ARCH__;
#endif
}

int main()
{
    constexpr int n = 10000;
    Results *device_results, results = {-1e30f, 0.0, 1, 0};

    CHECK(cudaMalloc(&device_results, sizeof results));
    CHECK(cudaMemcpy(device_results, &results, sizeof results, cudaMemcpyHostToDevice));
    update<<<(n + 127) / 128, 128>>>(device_results, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&results, device_results, sizeof results, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_results));

    unsigned mixed = 1;
    for (int i = 0; i < n; i++)
        mixed = 3 * mixed + 1;

    printf("atomicAdd on double: %s\n", results.arch < 600 ? "by atomicCAS" : "the architecture's own");
    printf("maximum %.1f, sum %.2f, mixed %u\n", results.maximum, results.sum, results.mixed);
    EXPECT(results.maximum == n - 1 - 1000.5f);
    EXPECT(results.sum == 0.25 * n * (n - 1) / 2);
    EXPECT(results.mixed == mixed);
    printf("as computed on the CPU\n");
    return 0;
}
