/* Which types are those of lambdas for the device (CUDA C++ Programming Guide, Extended Lambda Type Traits): the host and the
 * device have to answer alike, wherever they ask first, since the sizes of types may depend on it. Compiled for the host and
 * the device; nvcc 13.0 answers the same. */
// SWCC: -std=c++17 --extended-lambda
// NVCC: -std=c++17 --extended-lambda
// NO-GPU: what the compiler answers; nothing depends on the device
#include "../conformance.h"

#define IS(type) __nv_is_extended_device_lambda_closure_type(type)

template <bool is_large> struct sized { char bytes[is_large ? 40 : 8]; };
template <class L> struct holder {
    sized<IS(L)> as_large_as_that;
    int then;
};

struct functor { __device__ int operator()(int i) const { return i; } };

template <class L> __global__ void ask(L, int *out)
{
    out[0] = IS(L);
    out[1] = sizeof(holder<L>);
}

template <class L> __device__ int ask_inside(const L &)
{
    return IS(L) && IS(const L) && IS(volatile L) && !IS(L &) && !IS(L &&) && !IS(L *);
}
__global__ void make(int *out, int n)
{
    auto in_kernel = [=](int i) { return n + i; };
    *out = ask_inside(in_kernel);
}

static int *out;

template <class L> static void expect(L lambda, int value)
{
    ask<<<1, 1>>>(lambda, out);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[0], value);
    EXPECT_EQ(out[1], value ? 44 : 12);
    EXPECT_EQ(IS(L), value == 1);
    EXPECT_EQ(IS(const L), value == 1);
    EXPECT_EQ(IS(L &), false);
    EXPECT_EQ(sizeof(holder<L>), value ? 44u : 12u);
}

template <class T> struct maker {
    T member;
    void make()
    {
        T copy = member;
        expect([=] __device__ (T i) { return copy + i; }, 1);
        expect([copy, twice = 2 * copy] __device__ (T i, T *) noexcept { return copy + twice + i; }, 1);
    }
};

static bool everything_else()
{
    int n = 3;
    auto generic = [](auto i) { return i; };
    auto plain = [=](int i) { return n + i; };
    static_assert(!IS(decltype(generic)) && !IS(decltype(plain)) && !IS(void) && !IS(int[]) && !IS(int()) && !IS(holder<int>), "");
    return generic(plain(1)) == 4;
}

int main()
{
    int n = 3;
    CHECK(cudaMallocManaged(&out, 2 * sizeof *out));
    expect([=] __device__ (int i) { return n + i; }, 1);
    expect([] __device__ () {}, 1);
    expect([=] __device__ (int i) mutable -> int { return n++ + i; }, 1);
    expect([=] __host__ __device__ (int i) { return n + i; }, 0);
    expect(functor(), 0);
    expect(1, 0);
    maker<int>{5}.make();
    maker<double>{5}.make();
    make<<<1, 1>>>(out, 3);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(*out, 0);
    EXPECT_EQ(everything_else(), true);
    return finish();
}
