/* Deduction guides are of both sides, whatever words they have, wherever they stand and however they are written: device code
 * deduces what host code does. Those of the C++ library are, too. (No word that asks about calls stands in this file: with
 * one, templates without a side would be of both anyway.) */
// NO-GPU: it prints nothing
// SWCC: -std=c++20 --expt-relaxed-constexpr
// NVCC: -std=c++20 --expt-relaxed-constexpr
#include "../conformance.h"

#include <array>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#define BOTH __host__ __device__

// Where another type is taken without the guide.
template <class T> struct sum {
    T of;
    BOTH sum(T x) : of(x) {}
};
sum(float) -> sum<double>;
sum(int) -> sum<long long>;
template <class T> struct view {
    T *to;
    int n;
    BOTH view(T *to, int n) : to(to), n(n) {}
};
template <class T> view(T *, int) -> view<const T>;
BOTH int which(view<int>) { return 1; }
BOTH int which(view<const int>) { return 2; }

// Forms. Each deduces another type than the constructor would: T[2], where that has T.
#define FORM(name)                                                                                                     \
    template <class T, int N = 1> struct name {                                                                        \
        T of[N];                                                                                                       \
        BOTH name(T x) : of{x} {}                                                                                      \
        BOTH name(T x, int) : of{x} {}                                                                                 \
    };
FORM(plain) plain(int) -> plain<int, 2>; plain(float) -> plain<float, 2>; // two on one line
template <class T> plain(T, int) -> plain<T, 3>;
FORM(said)
template <class T> explicit said(T) -> said<T, 2>;
explicit(sizeof(long) > 4) said(char) -> said<char, 3>;
FORM(with_words)
template <class T> __host__ with_words(T) -> with_words<T, 2>;
template <class T> __device__ with_words(T, int) -> with_words<T, 3>;
FORM(attributed)
template <class T> [[maybe_unused]] attributed(T *) -> attributed<T *, 2>;
template <class T> __host__ __device__ attributed(T, int) -> attributed<T, 3>;
FORM(constrained)
template <class T> requires(sizeof(T) > 1) constrained(T) -> constrained<T, 2>;
template <class T> requires std::is_integral_v<T> && (sizeof(T) > 2) explicit constrained(T, int) -> constrained<T, 3>;
FORM(apart)
template <class T,
          int N = 2> // a comment with apart(T) -> apart<T> in it
apart /* here, too: ( */
    (T, // )
     int (*)(int) = nullptr)
    -> apart
    <T, N>;
FORM(by_macro)
#define GUIDE(name, count)                                                                                             \
    template <class T> name(T) \
        -> name<T, count>;
#define GUIDE_OF(first) template <class T> first##_macro(T, int) -> first##_macro<T, 3>;
#define NAME(name) name##_macro
GUIDE(by_macro, 2)
GUIDE_OF(by)
template <class T> NAME(by)(T *, int) -> NAME(by)<T *, 4>;
namespace outer {
inline namespace inner {
FORM(scoped)
template <class T> scoped(T) -> scoped<T, 2>;
}
FORM(other)
other(int) -> other<int, 2>;
struct around {
    FORM(member)
    template <class T> member(T) -> member<T, 2>;
public:
    member(int, int) -> member<int, 3>;
};
}

// Where there is no type without the guide.
template <class... T> struct overloaded : T... {
    using T::operator()...;
};
template <class... T> overloaded(T...) -> overloaded<T...>;
struct first {
    BOTH int operator()(int) const { return 1; }
};
struct second {
    BOTH int operator()(double) const { return 2; }
};
template <class T> struct text {
    T size;
    template <int N> BOTH text(const char (&)[N]) : size(N) {}
};
template <int N> text(const char (&)[N]) -> text<short>;

// An arrow and the name, where no guide is.
struct node {
    node *self;
    int n;
    template <int> BOTH int get(int x) { return n + x; }
    BOTH node *get(int) { return this; }
};
BOTH auto arrow(int x) -> plain<int> { return plain<int>(x); }
BOTH int members(node a) { return a.get(1)->get<1>(2) + a.self->get(1)->get<1>(2) + arrow(1).of[0]; }

enum { WORDS = 44 };

BOTH void deduce(int *to, float x, int y) {
    node a = {&a, 3};
    sum f(x);
    sum i(y);
    f.of += 1e-9, i.of += y;
    *to++ = sizeof f, *to++ = sizeof i, *to++ = f.of > 1, *to++ = i.of == 4000000000, *to++ = which(view(to, 1));
    *to++ = sizeof plain(y), *to++ = sizeof plain(x), *to++ = sizeof plain(1.0, 1), *to++ = sizeof said(2.0), *to++ = sizeof said('a');
    *to++ = sizeof with_words(y), *to++ = sizeof with_words(y, 1), *to++ = sizeof attributed(&x), *to++ = sizeof attributed(x, 1);
    *to++ = sizeof constrained(y), *to++ = sizeof constrained('a'), *to++ = sizeof constrained(y, 1), *to++ = sizeof apart(y);
    *to++ = sizeof by_macro(y), *to++ = sizeof by_macro(y, 1), *to++ = sizeof by_macro(&x, 1);
    *to++ = sizeof outer::scoped(y), *to++ = sizeof outer::other(y), *to++ = sizeof outer::around::member(x);
    *to++ = sizeof outer::around::member(y, y), *to++ = members(a);
    overloaded o{first(), second()};
    text t("abc");
    *to++ = o('a'), *to++ = o(1.5f), *to++ = sizeof t, *to++ = t.size;
    // The library's.
    std::pair p("abc", 'a');
    std::array r{x, 2.0f, 3.0f};
    std::tuple u(1, 'a');
    std::tuple v(p);
    std::optional m(2.0);
    std::reference_wrapper w(y);
    std::span s(r);
    std::span e(r.data(), 2);
    std::string_view all("abc");
    std::basic_string_view part(all.begin(), all.begin() + 2);
    std::ranges::subrange back(r.begin(), r.end());
    *to++ = sizeof p, *to++ = sizeof r, *to++ = sizeof u, *to++ = sizeof v, *to++ = sizeof m, *to++ = w.get() == y;
    *to++ = s.size(), *to++ = sizeof s, *to++ = e.size(), *to++ = sizeof e, *to++ = part.size(), *to++ = back.size();
    for (int n : std::ranges::reverse_view(std::ranges::iota_view(7, 9)))
        *to++ = n;
}

__global__ void kernel(int *to, float x, int y) { deduce(to, x, y); }

int main() {
    static const int expected[WORDS] = {8, 8, 1, 1, 2, 8, 8, 24, 16, 3, 8, 12, 16, 12, 8, 1, 12, 8, 8, 12, 32, 8, 8, 8,
                                        12, 11, 1, 2, 2, 4, 16, 12, 8, 16, 16, 1, 3, 8, 2, 16, 2, 3, 8, 7};
    int *device, host[WORDS] = {};
    cudaMallocManaged(&device, sizeof host);
    memset(device, 0, sizeof host);
    deduce(host, 1, 2000000000);
    kernel<<<1, 1>>>(device, 1, 2000000000);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < WORDS; i++) {
        EXPECT_EQ(host[i], expected[i]);
        EXPECT_EQ(device[i], expected[i]);
    }
    return finish();
}
