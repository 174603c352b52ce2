// Dynamic shared memory: one array under several types, with static arrays beside it, several sizes, from templates,
// and more than 48 KiB once the function has been allowed to.
#include "../conformance.h"

extern __shared__ float as_floats[];
extern __shared__ int as_ints[];
extern __shared__ char as_bytes[];

__global__ void reused(int *out, int n)
{
    int t = threadIdx.x;
    as_floats[t] = t * 1.5f;
    __syncthreads();
    float other = as_floats[n - 1 - t];
    __syncthreads();
    as_ints[t] = int(other * 2);
    __syncthreads();
    out[t] = as_ints[n - 1 - t] + int(as_bytes == reinterpret_cast<char *>(as_floats));
}

/* Carving several arrays out of one, with a static array that must not overlap them. */
__global__ void carved(double *out, int n)
{
    __shared__ double fixed[32];
    double *doubles = reinterpret_cast<double *>(as_bytes);
    int *ints = reinterpret_cast<int *>(doubles + n);
    char *bytes = reinterpret_cast<char *>(ints + n);
    int t = threadIdx.x;
    if (t < 32)
        fixed[t] = 1000 + t;
    doubles[t] = t + 0.5;
    ints[t] = -t;
    bytes[t] = t % 100;
    __syncthreads();
    int o = n - 1 - t;
    out[t] = doubles[o] + ints[o] + bytes[o] + fixed[o % 32];
}

template <class T> __global__ void templated(T *out)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *values = reinterpret_cast<T *>(raw);
    values[threadIdx.x] = T(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

__global__ void large(int *out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        as_ints[i] = i ^ blockIdx.x;
    __syncthreads();
    int wrong = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        wrong += as_ints[n - 1 - i] != ((n - 1 - i) ^ int(blockIdx.x));
    atomicAdd(out, wrong);
}

int main()
{
    for (int n : {1, 33, 256}) {
        DeviceArray<int> out(n);
        reused<<<2, n, n * sizeof(float)>>>(out, n);
        CHECK_LAUNCH();
        for (int t = 0; t < n; t++)
            EXPECT_EQ(out.host()[t], int(t * 1.5f * 2) + 1);
        DeviceArray<double> sums(n);
        carved<<<2, n, n * 13>>>(sums, n);
        CHECK_LAUNCH();
        for (int t = 0; t < n && n >= 32; t++) {
            int o = n - 1 - t;
            EXPECT_EQ(sums.host()[t], o + 0.5 - o + o % 100 + 1000 + o % 32);
        }
    }
    DeviceArray<double> doubles(64);
    DeviceArray<short> shorts(64);
    templated<double><<<1, 64, 64 * sizeof(double)>>>(doubles);
    templated<short><<<1, 64, 64 * sizeof(short)>>>(shorts);
    CHECK_LAUNCH();
    EXPECT_EQ(doubles.host()[0], 63.0);
    EXPECT_EQ(shorts.host()[63], 0);

    DeviceArray<int> wrong(1);
    int bytes = 96 * 1024;
    EXPECT_ERROR((large<<<1, 64, bytes>>>(wrong, bytes / 4), cudaPeekAtLastError()), cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    large<<<5, 64, bytes>>>(wrong, bytes / 4);
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.host()[0], 0);
    return finish();
}
