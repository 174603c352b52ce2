// Operations that C++ leaves undefined and a GPU defines, in functions that are not inlined there and whose arguments are
// constants here once they have been, as they wait: shifts clamp, a division by zero stops nobody, conversions saturate.
// NO-GPU: nvcc folds three of them, too, into what it likes; the values are those of division.cu's and of PTX's definitions
#include <climits>

#include "../conformance.h"

template <class T> __device__ __noinline__ T left(T x, int n)
{
    __syncthreads();
    return x << n;
}

template <class T> __device__ __noinline__ T right(T x, int n)
{
    __syncthreads();
    return x >> n;
}

__device__ __noinline__ int quotient(int x, int n)
{
    __syncthreads();
    return x / n;
}

__device__ __noinline__ unsigned remainder_of(unsigned x, unsigned n)
{
    __syncthreads();
    return x % n;
}

__device__ __noinline__ int converted(float x)
{
    __syncthreads();
    return static_cast<int>(x);
}

/* A branch on an undefined value would go nowhere. */
__device__ __noinline__ int chosen(int x, int n)
{
    __syncthreads();
    return x >> n < 0 ? 1 : 2;
}

__global__ void constants(const int *in, int *out)
{
    int x = in[threadIdx.x], i = 0;
    int results[] = {left(x, 31),
                     left(x, 32),
                     right(x, 31),
                     right(x, 32),
                     right(-x, 40),
                     int(right(unsigned(-x), 32)),
                     int(left(static_cast<long long>(x), 64)),
                     int(right(-static_cast<long long>(x), 64)),
                     quotient(x, 2),
                     quotient(x, 0),
                     quotient(INT_MIN, -1),
                     int(remainder_of(x, 3)),
                     int(remainder_of(x, 0)),
                     converted(2.5f),
                     converted(3e9f),
                     converted(-3e9f),
                     chosen(x, 1),
                     chosen(-x, 32)};
    for (int result : results)
        out[i++ * blockDim.x + threadIdx.x] = result;
}

int main()
{
    const int threads = 96;
    const std::vector<int> expected = {INT_MIN, 0, 0, 0, -1, 0, 0, -1, 2, -1, INT_MIN, 2, -1, 2, INT_MAX, INT_MIN, 2, 1};
    DeviceArray<int> in(std::vector<int>(threads, 5)), out(expected.size() * threads);
    constants<<<1, threads>>>(in, out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (size_t i = 0; i < got.size(); i++)
        EXPECT_EQ(got[i], expected[i / threads]);
    return finish();
}
