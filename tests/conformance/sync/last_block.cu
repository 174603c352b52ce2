// The last block of a grid finishes the work: threadfence, ticket, shared flag; in one and in several kernels.
#include "../conformance.h"

__device__ unsigned tickets;

template <int THREADS> __global__ void dot(const double *a, const double *b, int n, volatile double *partial, double *out)
{
    __shared__ double sums[THREADS];
    __shared__ bool last;
    double mine = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        mine += a[i] * b[i];
    sums[threadIdx.x] = mine;
    for (int active = THREADS / 2; active > 0; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active)
            sums[threadIdx.x] += sums[threadIdx.x + active];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        double all = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            all += partial[i];
        *out = all;
    }
}

int main()
{
    constexpr int n = 100000;
    std::vector<double> a(n), b(n);
    double expected = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i % 100;
        b[i] = i % 7 - 3;
        expected += a[i] * b[i];
    }
    DeviceArray<double> device_a(a), device_b(b), partial(300), out(1);
    for (int blocks : {1, 2, 33, 300})
        for (int round = 0; round < 3; round++) {
            CHECK(cudaMemset(out, 0, sizeof(double)));
            dot<64><<<blocks, 64>>>(device_a, device_b, n, partial.at, out);
            CHECK_LAUNCH();
            EXPECT_EQ(out.host()[0], expected);
        }
    return finish();
}
