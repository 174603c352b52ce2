// Bitonic sort: one kernel per step over global memory, and whole blocks in shared memory.
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void bitonicStep(unsigned *values, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
    if (ixj > i) {
        bool up = (i & k) == 0;
        if ((values[i] > values[ixj]) == up) {
            unsigned temp = values[i];
            values[i] = values[ixj];
            values[ixj] = temp;
        }
    }
}

__device__ inline void compareAndSwap(unsigned &a, unsigned &b, bool up)
{
    if ((a > b) == up) {
        unsigned t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonicBlock(unsigned *values)
{
    __shared__ unsigned s[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    s[t] = values[base + t];
    s[t + 256] = values[base + t + 256];
    for (unsigned size = 2; size <= 512; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * t - (t & (stride - 1));
            compareAndSwap(s[pos], s[pos + stride], (t & (size / 2)) == 0);
        }
    __syncthreads();
    values[base + t] = s[t];
    values[base + t + 256] = s[t + 256];
}

int main()
{
    const int n = 1 << 14;
    std::vector<unsigned> in(n), out(n), expected;
    unsigned x = 1;
    for (auto &v : in) {
        x = x * 1103515245u + 12345u;
        v = x >> 4;
    }
    expected = in;
    std::sort(expected.begin(), expected.end());

    unsigned *d;
    cudaMalloc(&d, n * sizeof(unsigned));
    cudaMemcpy(d, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1)
            bitonicStep<<<n / 256, 256>>>(d, j, k);
    cudaMemcpy(out.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    if (out != expected) {
        printf("the global sort is wrong\n");
        return 1;
    }

    cudaMemcpy(d, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    bitonicBlock<<<n / 512, 256>>>(d);
    cudaMemcpy(out.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (int b = 0; b < n; b += 512) {
        std::sort(in.begin() + b, in.begin() + b + 512);
        if (!std::equal(in.begin() + b, in.begin() + b + 512, out.begin() + b)) {
            printf("the block sort is wrong\n");
            return 1;
        }
    }
    printf("sorted\n");
    return 0;
}
