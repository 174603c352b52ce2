// Variables that ask for more alignment than usual, and such without size.
// NO-GPU: nvcc has no empty arrays
#include "../conformance.h"

struct alignas(64) Wide { float v[16]; };
__device__ int nothing[0];
__device__ int something = 3;
__device__ alignas(4096) float page[16];
extern __shared__ __align__(128) float dynamic[];

__global__ void addresses(unsigned long long *out)
{
    __shared__ char odd[16];
    odd[threadIdx.x] = 1;
    __syncthreads();
    dynamic[threadIdx.x] = odd[0];
    out[0] = (unsigned long long)dynamic % 128;
    out[1] = (unsigned long long)page % 4096;
    out[2] = nothing - nothing + something;
}

template <class T> __global__ void by_value(int before, T wide, __int128 big, float *out)
{
    for (int i = 0; i < 16; i++)
        out[i] = wide.v[i] * 2 + before + (float)big;
}

int main()
{
    unsigned long long *out;
    CHECK(cudaMallocManaged(&out, 16 * sizeof *out));
    addresses<<<1, 1, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[0], 0ull);
    EXPECT_EQ(out[1], 0ull);
    EXPECT_EQ(out[2], 3ull);
    Wide wide;
    for (int i = 0; i < 16; i++)
        wide.v[i] = i;
    float *values = reinterpret_cast<float *>(out);
    by_value<<<1, 1>>>(1, wide, 100, values);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        EXPECT_EQ(values[i], 2.0f * i + 101);
    return finish();
}
