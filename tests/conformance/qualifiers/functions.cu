/* Function qualifiers in every order and combination, launch bounds, forced and forbidden inlining, host and device
 * versions of one function, recursion, function pointers, lambdas and static members. */
#include "../check.h"

__device__ int device_only(int x) { return x + 1; }
__host__ __device__ int both(int x) { return x * 3; }
__device__ __host__ inline int both_reversed(int x) { return x * 5; }
static __device__ __forceinline__ int forced(int x) { return x - 2; }
__forceinline__ __device__ int forced_first(int x) { return x - 3; }
__noinline__ __device__ int kept(int x) { return x ^ 0x55; }
__device__ __noinline__ static int kept_last(int x) { return x ^ 0xaa; }
inline __host__ __device__ constexpr int at_compile_time(int x) { return x * x; }

/* One name, two versions. */
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
    return 2;
#else
    return 1;
#endif
}
static_assert(at_compile_time(5) == 25, "usable in constant expressions");

__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__device__ int twice(int x) { return 2 * x; }
typedef int (*operation)(int);
__device__ operation table[2] = {twice, device_only};

struct counter {
    int value;
    __host__ __device__ explicit counter(int start) : value(start) {}
    __device__ int next() { return ++value; }
    __host__ __device__ static int limit() { return 99; }
    __host__ __device__ int operator()(int x) const { return value + x; }
};

template <typename F> __device__ int apply(F f, int x) { return f(x); }

__global__ void __launch_bounds__(64) bounded(int *out) { out[threadIdx.x] = device_only((int)threadIdx.x); }
__launch_bounds__(128, 2) __global__ void bounded_two(int *out) { out[threadIdx.x] = both((int)threadIdx.x); }
template <int N> __global__ __launch_bounds__(N) void bounded_template(int *out) { out[threadIdx.x] = N; }
__global__ static void hidden(int *out) { *out = 77; }
namespace space {
__global__ void named(int *out) { *out = 78; }
}
extern "C" __global__ void plain_name(int *out) { *out = 79; }

__global__ void everything(int *out, const __grid_constant__ counter start, int *__restrict__ in) {
    counter mine = start;
    int i = 0;
    out[i++] = device_only(10);
    out[i++] = both(10);
    out[i++] = both_reversed(10);
    out[i++] = forced(10);
    out[i++] = forced_first(10);
    out[i++] = kept(10);
    out[i++] = kept_last(10);
    out[i++] = at_compile_time(10);
    out[i++] = where();
    out[i++] = factorial(10);
    out[i++] = table[*in](10);
    out[i++] = mine.next() + counter::limit();
    out[i++] = apply(mine, 10);
    out[i++] = apply([=](int x) { return x + *in; }, 10);
    out[i++] = apply([](int x) { return x * 7; }, 10);
    out[i++] = apply(twice, 10);
    const counter *address = &start;
    out[i++] = address->value;
}

int main() {
    int *out = managed<int>(128), *in = managed<int>(1);
    *in = 1;
    everything<<<1, 1>>>(out, counter(40), in);
    FINISH();
    const int expected[] = {11, 30, 50, 8, 7, 10 ^ 0x55, 10 ^ 0xaa, 100, 2, 3628800, 11, 140, 51, 11, 70, 20, 40};
    for (int i = 0; i < 17; i++) CHECK_AT(i, expected[i], out[i]);
    CHECK_EQUAL(1, where());
    CHECK_EQUAL(30, both(10));
    CHECK_EQUAL(50, both_reversed(10));
    CHECK_EQUAL(45, counter(40)(5));

    bounded<<<1, 64>>>(out);
    FINISH();
    CHECK_EQUAL(64, out[63]);
    bounded_two<<<1, 128>>>(out);
    FINISH();
    CHECK_EQUAL(381, out[127]);
    bounded_template<32><<<1, 32>>>(out);
    FINISH();
    CHECK_EQUAL(32, out[31]);
    hidden<<<1, 1>>>(out);
    space::named<<<1, 1>>>(out + 1);
    plain_name<<<1, 1>>>(out + 2);
    FINISH();
    for (int i = 0; i < 3; i++) CHECK_AT(i, 77 + i, out[i]);
    /* More threads than the bound allow are refused. */
    bounded<<<1, 65>>>(out);
    CHECK(cudaGetLastError() != cudaSuccess);
    return check_result();
}
