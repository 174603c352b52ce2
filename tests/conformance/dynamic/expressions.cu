// SWCC: -rdc=true -std=c++17
// NO-GPU: not yet recorded on a GPU
// What is launched in device code is an expression: calls and elements in brackets, names in brackets, comparisons among
// template arguments, macros that make a name; and arguments are names of structured bindings.
#include "../conformance.h"

using Kernel = void (*)(int *, int);
__global__ void add(int *p, int v) { atomicAdd(p, v); }
template <int N> __global__ void times(int *p, int v) { atomicAdd(p, N * v); }
template <bool B> __global__ void when(int *p, int v) { atomicAdd(p, B ? v : -v); }
__device__ Kernel pick(int i) { return i ? times<3> : add; }
#define TWICE(...) __VA_ARGS__; __VA_ARGS__
#define PASTE(a, b) a##b
#define RUN(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
__global__ void parent(int *p, int one)
{
    auto [x, y] = int2{5, 9};
    add<<<1, 1>>>(p, x); TWICE(add<<<1, x>>>(p, y));
    Kernel table[2] = {add, times<2>};
    (table + 1)[0]<<<1, 1>>>(p + 1, 1); (*pick(1))<<<1, 1>>>(p + 1, 10); (pick)(1)<<<1, 1>>>(p + 1, 100); (*(pick))(1)<<<1, 1>>>(p + 1, 1000);
    if (one) (add)<<<1, 1>>>(p + 2, 1); else (times<2>)<<<1, 1>>>(p + 2, 1);
    for (int i = 0; i < 2; i++) (add)<<<1, 1>>>(p + 3, 1);
    if constexpr (sizeof(int) < 8) (times<2>)<<<1, 1>>>(p + 4, 1);
    const int c = 1;
    when<(1 < 2)><<<1, 1>>>(p + 5, 1); when<1 < 2><<<1, 1>>>(p + 5, 10); when<c < 2><<<1, 1>>>(p + 5, 100); when<sizeof(int) < 8><<<1, 1>>>(p + 5, 1000);
    when < true > <<< 1, 1 >>> (p + 5, 10000); times < 2 ><<<1, 1>>>(p + 5, 50000);
    (one < 2 ? add : times<2>)<<<1, 1>>>(p + 6, 1);
    while (one--) (&add)<<<1, 1>>>(p + 7, 1);
    PASTE(ad, d)<<<1, 1>>>(p + 8, 1); RUN(PASTE(ad, d), p + 8, 2);
}

int main()
{
    enum { COUNT = 9 };
    int *got;
    CHECK(cudaMallocManaged(&got, COUNT * sizeof *got));
    memset(got, 0, COUNT * sizeof *got);
    parent<<<1, 1>>>(got, 1);
    CHECK(cudaDeviceSynchronize());
    const int expected[COUNT] = {5 + 2 * 5 * 9, 2 + 30 + 300 + 3000, 1, 2, 2, 111111, 1, 1, 3};
    for (int i = 0; i < COUNT; i++)
        EXPECT_EQ(got[i], expected[i]);
    return finish();
}
