// SWCC: -rdc=true --extended-lambda
// NO-GPU: not yet recorded on a GPU
// Launches in destructors, in what they call, and in what is called in the arguments of another launch, of which clang says
// nothing; beside launches of the host's in lambdas, which are others.
#include "../conformance.h"

__device__ int sum;
__global__ void add(int v) { atomicAdd(&sum, v); }
template <class T> __global__ void typed(T v) { atomicAdd(&sum, (int)v); }
template <class F> __global__ void apply(F f) { f(); }

struct plain {
    int value;
    __device__ ~plain() { add<<<1, 1>>>(value); }
};
struct by_member {
    int value;
    __device__ void go()
    {
        add<<< 1, dim3(1, 1)>>>(value);
        typed /* not <<< yet */ <<<dim3(1), 1>>>(value);
    }
    __device__ ~by_member() { go(); }
};
template <class T> struct of_template {
    T value;
    __device__ ~of_template()
    {
        int n = 2;
        typed<<<n / 2, 1>>>(value);
    }
};
struct with_members {
    of_template<int> first;
    plain second;
};
struct of_both {
    int value;
    __host__ __device__ ~of_both() { add<<<1, 1>>>(value); }
};
struct derived : plain {};
#define GO(kernel) kernel<<<1, 1>>>
#define CONFIGURED(blocks) <<<blocks, 1>>>
struct by_macro {
    int value;
    __device__ ~by_macro()
    {
        GO(add)(value);
        typed<int> CONFIGURED(2)(value);
    }
};
template <class T> __device__ int launches(T *)
{
    add<<<1, 1>>>(1 << 12);
    return 1 << 13;
}

__global__ void parent()
{
    plain a{1};
    by_member b{2};
    of_template<float> c{3.f};
    with_members d{{4}, {5}};
    of_both e{6};
    derived f;
    f.value = 7;
    by_macro g{8};
    add<<<1, 1>>>(launches(&a));
    plain several[2] = {{9}, {10}}, *made = new plain{11};
    delete made;
}

int main()
{
    int got = 0, expected = 1 + 2 * 2 + 3 + 4 + 5 + 6 + 7 + 3 * 8 + 3 * (1 << 12) + 9 + 10 + 11;
    parent<<<1, 1>>>();
    { of_both e{1 << 20}; }
    auto host = [&](int n) {
        add<<<1, 1>>>(n);
        apply<<<1, 1>>>([=] __device__() { atomicAdd(&sum, 2 * n); });
    };
    host(1 << 21);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemcpyFromSymbol(&got, sum, sizeof got), cudaSuccess);
    EXPECT_EQ(got, expected + (1 << 20) + 3 * (1 << 21));
    return finish();
}
