// SWCC: -rdc=true --extended-lambda
// NO-GPU: not yet recorded on a GPU
// The forms of a launch in device code: kernels that are functions, templates, overloads, in namespaces, named by macros,
// pointers to them; launches in __device__, __global__ and __host__ __device__ functions, templates and lambdas.
#include "../conformance.h"

__global__ void add(int *to, int value) { atomicAdd(to, value); }
__global__ void pick(int *to) { atomicAdd(to, 1); }
__global__ void pick(unsigned *to) { atomicAdd(to, 100u); }
template <class T> __global__ void typed(T *to, T value) { atomicAdd(to, value); }
template <int N, class T> __global__ void counted(T *to) { atomicAdd(to, T(N)); }
namespace here { namespace inner {
__global__ void add(int *to, int value) { atomicAdd(to, 2 * value); }
template <class T> __global__ void typed(T *to, T value) { atomicAdd(to, T(3) * value); }
} }
template <class F> __global__ void apply(int *to, F f) { f(to, int(threadIdx.x)); }

template <class K> __device__ void launch(K kernel, int *to, int value) { kernel<<<1, 1>>>(to, value); }
template <class K, class... Args> __host__ __device__ void launch_any(K kernel, dim3 grid, dim3 block, Args... args)
{
    kernel<<<grid, block>>>(args...);
}

struct launcher {
    int value;
    int *to;
    __device__ void go() const { add<<<1, value>>>(to, value); }
    template <class T> __device__ void go(T *at) const { typed<T><<<dim3(2), dim3(1, 2)>>>(at, T(value)); }
};

struct kernels {
    void (*first)(int *, int);
    void (*table[2])(int *, int);
};

__host__ __device__ void both(int *to) { add<<<2, 3>>>(to, 1); }

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define CONFIGURED(name, blocks, threads) name<<<blocks, threads>>>(to + 15, 5)

__device__ void (*chosen(bool twice))(int *, int) { return twice ? here::inner::add : add; }

__global__ void functions(int *to, unsigned *other)
{
    add<<<1, 1>>>(to, 1);                           // 0
    ::add<<<dim3(2, 2), dim3(1, 1, 3)>>>(to + 1, 1); // 1: 12
    pick<<<1, 1>>>(to + 2);                         // 2
    pick<<<1, 1>>>(other);                          // other: 100
    here::inner::add<<<1, 1>>>(to + 3, 5);          // 3: 10
    {
        using namespace here;
        inner::add <<< 1, 1 >>> (to + 4, 6); // 4: 12
    }
    using here::inner::typed;
    here::inner::typed<int><<<1, 1>>>(to + 5, 7); // 5: 21
    ::typed<<<1, 1>>>(to + 6, 8);                 // 6: 8
    counted<9><<<1, 1>>>(to + 7);                 // 7: 9
    counted<(3 > 2) ? 4 : 5, int><<<1, 1>>>(to + 8); // 8: 4
    if (threadIdx.x == 0)
        add<<<1, 1, 0, 0>>>(to + 9, 1); // 9
    else
        add<<<1, 1>>>(to + 9, 1000);
    for (int i = 0; i < 3; i++)
        add<<<1, 1>>>(to + 10, i); // 10: 3
    threadIdx.x ? (void)0 : add<<<1, 1>>>(to + 11, 11);
    LAUNCH(add, to + 12, 12);
    LAUNCH(counted<13>, to + 13);
    LAUNCH((counted<14, int>), to + 14);
    CONFIGURED(add, 1, 3); // 15
    add<<<1, // blocks >>> (
        1    /* threads */
        >>>(to + 16,
            16);
}

__global__ void others(int *to)
{
    launch(add, to, 1);
    launch(&add, to + 1, 1);
    launch(typed<int>, to + 2, 2);
    launch(&here::inner::typed<int>, to + 3, 3); // 9
    launch_any(counted<4, int>, 2, dim3(3), to + 4); // 24
    void (*kernel)(int *, int) = add;
    kernel<<<1, 1>>>(to + 5, 5);
    kernel = here::inner::add;
    (*kernel)<<<1, 1>>>(to + 6, 3);
    chosen(true)<<<1, 1>>>(to + 7, 4);  // 8
    chosen(false)<<<1, 1>>>(to + 8, 4); // 4
    kernels all = {add, {add, here::inner::add}};
    all.first<<<1, 1>>>(to + 9, 1);
    all.table[1]<<<1, 1>>>(to + 10, 1); // 2
    kernels *at = &all;
    at->table[at->table[0] == add ? 1 : 0]<<<1, 1>>>(to + 11, 1); // 2
    launcher{3, to + 12}.go();  // 9
    launcher{5, to}.go(to + 13); // 20
    both(to + 14);              // 6
    auto lambda = [=](int value) { add<<<1, 1>>>(to + 15, value); };
    lambda(15);
    [&] { add<<<1, 1>>>(to + 16, 16); }();
    apply<<<1, 4>>>(to + 17, [] __device__(int *p, int i) { atomicAdd(p, i); }); // 6
    to[18] = add != here::inner::add && all.first == add;
}

template <class T> __global__ void dependent(T *to, int depth)
{
    typed<T><<<1, 1>>>(to, T(1));
    typed<<<1, 2>>>(to + 1, T(2));
    if (depth)
        dependent<T><<<1, 1>>>(to, depth - 1);
    if constexpr (sizeof(T) == 4)
        counted<7><<<1, 1>>>(to + 2);
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 64 * sizeof *got));
    memset(got, 0, 64 * sizeof *got);
    functions<<<1, 1>>>(got, (unsigned *)got + 40);
    CHECK(cudaDeviceSynchronize());
    const int expected[] = {1, 12, 1, 10, 12, 21, 8, 9, 4, 1, 3, 11, 12, 13, 14, 15, 16};
    for (int i = 0; i < 17; i++)
        EXPECT_EQ(got[i], expected[i]);
    EXPECT_EQ(got[40], 100);

    memset(got, 0, 64 * sizeof *got);
    others<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    const int expected_others[] = {1, 1, 2, 9, 24, 5, 6, 8, 4, 1, 2, 2, 9, 20, 6, 15, 16, 6, 1};
    for (int i = 0; i < 19; i++)
        EXPECT_EQ(got[i], expected_others[i]);

    memset(got, 0, 64 * sizeof *got);
    dependent<<<1, 1>>>(got, 3);
    dependent<<<1, 1>>>((unsigned long long *)got + 8, 2);
    both(got + 32);
    launch_any(add, 2, 2, got + 33, 5);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 4);
    EXPECT_EQ(got[1], 16);
    EXPECT_EQ(got[2], 28);
    EXPECT_EQ(((unsigned long long *)got)[8], 3ull);
    EXPECT_EQ(((unsigned long long *)got)[9], 12ull);
    EXPECT_EQ(got[32], 6);
    EXPECT_EQ(got[33], 20);
    return finish();
}
