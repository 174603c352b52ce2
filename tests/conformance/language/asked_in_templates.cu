/* Function templates of the host ask, by decltype, noexcept and requires, what a functor of the device returns, and choose
 * kernels by it. */
// NO-GPU: it prints nothing
// SWCC: -std=c++20
// NVCC: -std=c++20
#include "../conformance.h"

#include <type_traits>
#include <utility>

struct halves {
    __device__ float operator()(float x) const { return x / 2; }
};
struct adds {
    __device__ double operator()(int a, int b) const noexcept { return a + b; }
};
struct plain {
    __device__ plain() noexcept {}
};

template <class F, class T> __global__ void one(F f, T *out) { *out = f(T(3)); }
template <class F, class T> __global__ void two(F f, T *out) { *out = f(3, 4); }

/* Chosen by what may be called, and as what. */
template <class F, class T, std::enable_if_t<std::is_same_v<decltype(std::declval<F>()(std::declval<T>())), T>, int> = 0>
int apply(F f, T *out, int) {
    return one<<<1, 1>>>(f, out), 1;
}
template <class F, class T> auto apply(F f, T *out, int) -> decltype(f(1, 2), 0) { return two<<<1, 1>>>(f, out), 2; }
template <class F, class T> int apply(F, T *out, long) { return *out = -1, 0; }

template <class F> struct arity {
    template <class G> static auto test(int) -> decltype(std::declval<G>()(1.f), std::integral_constant<int, 1>());
    template <class G> static auto test(long) -> std::integral_constant<int, noexcept(std::declval<G>()(1, 1)) ? 2 : -2>;
    static constexpr int value = decltype(test<F>(0))::value;
};

template <class F>
concept unary = requires(F f) { f(1.f); };
template <unary F> int constrained(F) { return 1; }
template <class F> int constrained(F) { return 2; }
template <class T> bool is_made_quietly() { return noexcept(T()); }

int main() {
    float *single;
    double *real;
    CHECK(cudaMallocManaged(&single, sizeof *single));
    CHECK(cudaMallocManaged(&real, sizeof *real));
    EXPECT_EQ(apply(halves(), single, 0), 1);
    EXPECT_EQ(apply(adds(), real, 0), 2);
    CHECK_LAUNCH();
    EXPECT_EQ(*single, 1.5f);
    EXPECT_EQ(*real, 7.0);
    EXPECT_EQ(arity<halves>::value * 10 + arity<adds>::value, 12);
    EXPECT_EQ(constrained(halves()) * 10 + constrained(adds()), 12);
    EXPECT(is_made_quietly<plain>());
    return finish();
}
