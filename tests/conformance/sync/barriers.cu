// __syncthreads in loops, in functions, in branches that all threads take together, at several places, many times.
#include "../conformance.h"

__device__ __noinline__ void exchange(int *shared, int &value, int n)
{
    shared[threadIdx.x] = value;
    __syncthreads();
    value = shared[(threadIdx.x + 1) % n];
    __syncthreads();
}

__global__ void rotate(int *out, int rounds)
{
    __shared__ int shared[256];
    int value = threadIdx.x * 10;
    for (int i = 0; i < rounds; i++)
        exchange(shared, value, blockDim.x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

/* Which barriers a block comes to depends on its number, the same for all of its threads. */
__global__ void branches(int *out)
{
    __shared__ int shared[64];
    int t = threadIdx.x, value = t;
    switch (blockIdx.x % 4) {
    case 0:
        shared[t] = value;
        __syncthreads();
        value = shared[63 - t];
        break;
    case 1:
        for (int i = 0; i < int(blockIdx.x); i++) {
            shared[t] = value + 1;
            __syncthreads();
            value = shared[t ^ 1];
            __syncthreads();
        }
        break;
    case 2:
        do {
            shared[t] = value;
            __syncthreads();
            value = shared[(t + 7) % 64];
        } while (__syncthreads_or(value == 0) && false);
        break;
    default:
        value = -1;
    }
    out[blockIdx.x * 64 + t] = value;
}

/* Long-lived values of many types across barriers. */
__global__ void keep_values(double *out, float a, long long b)
{
    __shared__ int ready;
    double d = threadIdx.x * 0.5;
    float f = a * threadIdx.x;
    long long l = b + threadIdx.x;
    char c = 'a' + threadIdx.x % 26;
    bool flag = threadIdx.x % 2;
    float4 vector = make_float4(f, f + 1, f + 2, f + 3);
    const double *pointer = out + threadIdx.x;
    int array[5] = {1, 2, 3, 4, int(threadIdx.x)};
    for (int i = 0; i < 3; i++) {
        if (threadIdx.x == 0)
            ready = i;
        __syncthreads();
        d += ready;
        array[ready] += ready;
        __syncthreads();
    }
    out[threadIdx.x] = d + f + double(l) + c + flag + vector.w + (pointer - out) + array[1] + array[2] + array[4];
}

static double kept(int t, float a, long long b)
{
    float f = a * t;
    return t * 0.5 + 3 + f + double(b + t) + ('a' + t % 26) + t % 2 + (f + 3) + t + 3 + 5 + t;
}

int main()
{
    for (int threads : {1, 32, 45, 256})
        for (int rounds : {0, 1, 100}) {
            DeviceArray<int> out(threads * 3);
            rotate<<<3, threads>>>(out, rounds);
            CHECK_LAUNCH();
            std::vector<int> got = out.host();
            for (int i = 0; i < threads * 3; i++)
                EXPECT_EQ(got[i], (i % threads + rounds) % threads * 10);
        }
    DeviceArray<int> out(8 * 64);
    branches<<<8, 64>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int block = 0; block < 8; block++)
        for (int t = 0; t < 64; t++) {
            const int expected[4] = {63 - t, (block % 2 ? t ^ (block & 1) : t) + block, (t + 7) % 64, -1};
            EXPECT_EQ(got[block * 64 + t], expected[block % 4]);
        }
    DeviceArray<double> kept_out(100);
    keep_values<<<1, 100>>>(kept_out, 0.25f, 1000);
    CHECK_LAUNCH();
    for (int t = 0; t < 100; t++)
        EXPECT_EQ(kept_out.host()[t], kept(t, 0.25f, 1000));
    return finish();
}
