/* What the standard library's questions say of functions of the device, asked by host code: an unevaluated operand calls
 * nothing. */
// NO-GPU: it prints nothing
// SWCC: -std=c++17 --extended-lambda
// NVCC: -std=c++17 --extended-lambda
#include "../conformance.h"

#include <functional>
#include <type_traits>
#include <utility>

struct halves {
    __device__ double operator()(int x) const { return x * 0.5; }
};
struct adds {
    __device__ int operator()(int i, int n) const noexcept { return i + n; }
};
struct device_made {
    int v;
    __device__ device_made(int v) noexcept : v(v) {}
    __device__ device_made &operator=(double d) { return v = (int)d, *this; }
    __device__ operator long() const { return v; }
    __device__ int member(float) const { return v; }
};
__device__ void swap(device_made &, device_made &) noexcept {}
struct host_only {
    double operator()(int x) const { return x; }
};

template <class F, class = void> struct result_of_call { using type = int; };
template <class F> struct result_of_call<F, std::void_t<std::invoke_result_t<F, int>>> {
    using type = std::invoke_result_t<F, int>;
};

static_assert(std::is_same_v<result_of_call<halves>::type, double>);
static_assert(std::is_same_v<std::invoke_result_t<int (device_made::*)(float) const, device_made, int>, int>);
static_assert(std::is_constructible_v<device_made, short> && std::is_convertible_v<int, device_made>);
static_assert(std::is_nothrow_constructible_v<device_made, int> && std::is_assignable_v<device_made &, float>);
static_assert(std::is_convertible_v<device_made, long> && !std::is_invocable_v<halves, char *>);
static_assert(std::is_swappable_v<device_made> && std::is_nothrow_swappable_v<device_made>);
static_assert(!std::is_constructible_v<std::function<double(int)>, adds>);

/* A host function chooses the type of a kernel's results by what a functor of the device returns. */
template <class F, class T> __global__ void map(F f, T *out) { out[threadIdx.x] = f((int)threadIdx.x); }

template <class F> void map_all(F f) {
    using type = typename result_of_call<F>::type;
    type *out;
    cudaMallocManaged(&out, 32 * sizeof(type));
    map<<<1, 32>>>(f, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++) EXPECT_EQ(out[i], i * 0.5);
    cudaFree(out);
}

/* And so does a kernel, which also asks about functions of the host. */
template <class F> __global__ void each(F f, int *out) {
    int i = threadIdx.x;
    if constexpr (std::is_nothrow_invocable_v<F, int, int>)
        out[i] = f(i, 100);
    else if constexpr (std::is_invocable_v<F, int, int>)
        out[i] = f(i, 50);
    else
        out[i] = sizeof(std::invoke_result_t<F, int>);
}

template <class F> void each_is(F f, int base, int step) {
    int *out;
    cudaMallocManaged(&out, 32 * sizeof *out);
    each<<<1, 32>>>(f, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++) EXPECT_EQ(out[i], base + i * step);
    cudaFree(out);
}

int main() {
    map_all(halves{});
    map_all([] __device__(int x) { return x * 0.5; });
    each_is(adds{}, 100, 1);
    each_is([] __device__(int i, int n) { return i * n; }, 0, 50);
    each_is(host_only{}, sizeof(double), 0);
    static_assert(std::is_invocable_r_v<float, halves, int> && std::is_nothrow_invocable_v<adds, int, int>);
    int a = 1, b = 2, c[2] = {3, 4}, d[2] = {5, 6};
    std::swap(a, b), std::swap(c, d);
    EXPECT_EQ(a * 10 + b, 21);
    EXPECT_EQ(c[0] * 10 + d[0], 53);
    return finish();
}
