// Concepts that are written otherwise than as one requires-expression: host functions see those of the device in them, too,
// and kernels have the same answer, though a host function asks first. What subsumes what stays, and so do lines.
// RUN: %swcc -std=c++20 -Werror=all-warnings %s -o %t 2>&1 | count 0 && %run %t
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++20 -G -rdc=true %s -o %t && %run %t %}
#include <cinttypes>
#include <concepts>
#include <cstdio>
#include <utility>

struct Dev {
    using type = int;
    __device__ int operator()(int x) const { return x + 2; }
};
struct Late { // asked first by a variable outside of functions
    using type = int;
    __device__ int operator()(int x) const { return x + 2; }
};
struct None {};
inline void debug(intptr_t p) { std::printf("%" PRIdPTR"\n", p); } // R" that begins no raw text

// A call without the word requires, by itself, in a trait and by aliases.
template <class F> concept Sized = sizeof(std::declval<F>()(0)) == 4;
template <class F> concept Quiet = noexcept(std::declval<F>()(0)) || sizeof(std::declval<F>()(0)) == 4;
template <class F> concept Returns = std::is_same_v<decltype(std::declval<F>()(0)), int>;
template <class F> using result = decltype(std::declval<F>()(0));
template <class F> using same_result = result<F>;
template <class F> concept Named = std::same_as<same_result<F>, int>;
template <class F> concept Made = std::is_invocable_v<int (*)(F), F> && requires { F()(1); };
// Variables.
template <class F> constexpr bool is_fn = requires(F f) { f(1); };
template <class F> inline constexpr bool is_fn<F *> = !requires(F f) { f(1); } && sizeof(F) > 0;
template <class F> concept Constant = is_fn<F>;
// Parameters without names, or with brackets.
int two[2];
template <class F, class = void> concept Second = requires(F f) { f(1); };
template <class F, int (*)(int) = nullptr, int (&)[2] = two, decltype(auto) N = 1>
concept Brackets = requires(F f) { f(N); };
template <class F, int (*p)(int) = nullptr, class...> concept Pointer = p == nullptr && requires(F f) { f(1); };
template <template <class> class, class F, auto = 1, unsigned int = 2, const int = 3>
concept Nameless = requires(F f) { f(1); };
// Lines of the preprocessor, and macros.
template <class F>
concept Lines = std::is_class_v<F> && requires(F f) { // a "comment
#if 1
    { f(1) } -> std::same_as<int>;
#else
    { f(1, 2) } -> std::same_as<int>;
#endif
} /* another } */ && sizeof(F) == 1;
constexpr int line_behind = __LINE__;
#define ASKS requires
#define WHOLE requires(F f) { f(1); }
template <class F> concept Macro = ASKS(F f) { { f(1) } -> std::same_as<int>; };
template <class F> concept Object = WHOLE;
// Packs.
template <class... Ts> concept All = (requires { typename Ts::type; } && ...);
template <class F, class... Ts> concept Any = (requires(F f) { f(Ts()); } || ...);
template <class... Ts> concept Classes = (std::is_class_v<Ts> && ...) && (sizeof...(Ts) > 1);
// Connectives, and what looks like them.
template <class F, int N = 2, int M = 5>
concept Words = N < 4 and M > 3 and (not requires(F f) { f(1, 2); } or std::same_as<F, None>);
template <class F> concept Choice = (std::is_class_v<F> ? requires(F f) { f(1); } && sizeof(F) == 1 : false);
template <class F, int N = sizeof(F) << 2, bool = sizeof(F) < 4, auto L = [](int x) -> int { return x; }>
concept Shifted = N >= 4 && N > 1 << 1 && requires(F f, F (&g)[N >> 1]) { g[L(N) >> 2](1), f(N << 1); };
template <class F> concept Lambda = [] { return requires(F f) { f(1); }; }();
// The narrower one is taken.
template <class F> concept Narrow = Sized<F> && std::is_class_v<F> && (requires(F f) { f(2); } || std::integral<F>);
template <class T> concept Whole = std::integral<std::remove_cvref_t<T>>;
template <class T> concept Signed = std::signed_integral<std::remove_cvref_t<T>> && sizeof(T) > 1;

template <class T> using box = T *;
template <class F> __host__ __device__ constexpr unsigned answers() {
    const bool all[] = {Sized<F>,  Quiet<F>,    Returns<F>,  Named<F>,         Made<F>,  is_fn<F>, !is_fn<F *>,
                        Second<F>, Brackets<F>, Pointer<F>,  Nameless<box, F>, Lines<F>, Macro<F>, All<F, F>,
                        Any<F, int>, Words<F>,  Choice<F>,   Lambda<F>,        Narrow<F>, Constant<F>, Object<F>, Shifted<F>};
    unsigned bits = 0;
    for (bool one : all)
        bits = 2 * bits + one;
    return bits;
}
static unsigned of_host() { return answers<Dev>(); }
constexpr bool in_variable = Named<Late> && Lines<Late> && Constant<Late>;

template <class F> __host__ __device__ int which(F) requires Sized<F> { return 1; }
template <class F> __host__ __device__ int which(F) requires Narrow<F> { return 2; }
template <Whole T> __host__ __device__ int kind(T) { return 1; }
template <Signed T> __host__ __device__ int kind(T) { return 2; }
template <class F> __global__ void kernel(unsigned *o) {
    o[0] = answers<F>();
    o[1] = which(F()) * 10 + kind(1);
}

int main() {
    static_assert(line_behind == 50 && Classes<Dev, None> && !Classes<Dev>);
    constexpr unsigned all = (1u << 22) - 1;
    unsigned *o, errors = 0;
    cudaMallocManaged(&o, 2 * sizeof *o);
    errors += of_host() != all || !Named<Dev> || !Lines<Dev> || !Returns<Dev> || !in_variable;
    errors += Named<None> || Sized<None> || Lines<None> || Macro<None> || !Words<None> || is_fn<None>;
    kernel<Dev><<<1, 1>>>(o);
    errors += cudaDeviceSynchronize() || o[0] != all || o[1] != 22;
    std::printf("%x %u\n", o[0], o[1]);
    kernel<Late><<<1, 1>>>(o);
    errors += cudaDeviceSynchronize() || o[0] != all || o[1] != 22;
    return errors;
}
