// Kernels and device functions from templates: types, values, packs, functors, partial specialisation, overloads.
#include "../conformance.h"

template <class T> __global__ void fill(T *out, T value) { out[threadIdx.x] = value + T(threadIdx.x); }

template <int N, bool REVERSE> __global__ void order(int *out)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        out[i] = REVERSE ? N - 1 - i : i;
}

template <class Operation, class T> __global__ void reduce(const T *in, int n, T *out, Operation operation = Operation())
{
    T value = Operation::identity();
    for (int i = 0; i < n; i++)
        value = operation(value, in[i]);
    *out = value;
}

struct Sum {
    __host__ __device__ static int identity() { return 0; }
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
template <class T> struct Largest {
    __host__ __device__ static T identity() { return T(-1e30); }
    __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

__device__ int sum_of() { return 0; }
template <class First, class... Rest> __device__ int sum_of(First first, Rest... rest) { return int(first) + sum_of(rest...); }
template <class... Values> __global__ void add_all(int *out, Values... values) { *out = sum_of(values...); }

template <class T> struct SizeName { static constexpr int value = sizeof(T); };
template <class T> struct SizeName<T *> { static constexpr int value = 1000 + SizeName<T>::value; };
template <template <class> class Trait, class T> __global__ void trait(int *out) { *out = Trait<T>::value; }

__device__ int which(int) { return 1; }
__device__ int which(float) { return 2; }
__device__ int which(const char *) { return 3; }
template <class T> __global__ void choose(int *out, T value) { *out = which(value); }

/* A static shared array in a template: one per instantiation. */
template <class T, int N> __global__ void through_shared(T *out)
{
    __shared__ T buffer[N];
    buffer[threadIdx.x] = T(threadIdx.x) * 2;
    __syncthreads();
    out[threadIdx.x] = buffer[N - 1 - threadIdx.x];
}

namespace outer {
namespace inner {
template <class T> __global__ void named(T *out) { *out = 42; }
}
}

template <class T> static void check_fill(T first)
{
    DeviceArray<T> out(10);
    fill<T><<<1, 10>>>(out, first);
    CHECK_LAUNCH();
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(out.host()[i], T(first + T(i)));
}

template <class T> static void check_shared()
{
    DeviceArray<T> out(96);
    through_shared<T, 96><<<1, 96>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < 96; i++)
        EXPECT_EQ(out.host()[i], T(95 - i) * 2);
}

int main()
{
    check_fill<char>(5);
    check_fill<unsigned short>(60000);
    check_fill<long long>(1ll << 50);
    check_fill<float>(0.5f);
    check_fill<double>(-1e10);
    check_shared<float>();
    check_shared<double>();
    check_shared<short>();

    DeviceArray<int> out(16);
    order<5, true><<<1, 1>>>(out);
    order<3, false><<<1, 1>>>(out + 8);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], 4);
    EXPECT_EQ(out.host()[4], 0);
    EXPECT_EQ(out.host()[10], 2);

    DeviceArray<int> numbers(std::vector<int>{3, 1, 4, 1, 5});
    DeviceArray<double> reals(std::vector<double>{3.5, -1, 9.25}), largest(1);
    reduce<Sum><<<1, 1>>>(numbers.at, 5, out.at);
    reduce<Largest<double>><<<1, 1>>>(reals.at, 3, largest.at);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], 14);
    EXPECT_EQ(largest.host()[0], 9.25);

    add_all<<<1, 1>>>(out, 1, 2.5f, 3ll, char(4), 5.0);
    trait<SizeName, double *><<<1, 1>>>(out + 1);
    choose<<<1, 1>>>(out + 2, 1);
    choose<<<1, 1>>>(out + 3, 1.0f);
    outer::inner::named<<<1, 1>>>(out.at + 4);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], 15);
    EXPECT_EQ(out.host()[1], 1008);
    EXPECT_EQ(out.host()[2], 1);
    EXPECT_EQ(out.host()[3], 2);
    EXPECT_EQ(out.host()[4], 42);
    return finish();
}
