// A warning names concepts that cannot be read: host functions see no functions of the device in them. What asks nothing, and
// what a condition leaves whole, has none.
// RUN: %swcc -std=c++20 %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning: && %run %t
#include <concepts>

// CHECK: concept_unread.cu:[[#@LINE + 1]]: warning: concept 'Divided' cannot be read (lines of the preprocessor divide it): a function of the host
template <class F> concept Divided = requires(F f) {
#ifdef NEVER
    f(1, 2); }
#else
    f(1); }
#endif
;
// CHECK: concept_unread.cu:[[#@LINE + 1]]: warning: concept 'Between' cannot be read (lines of the preprocessor divide it)
template <class F> concept Between = std::is_class_v<F>
#ifndef NEVER
    && requires(F f) { f(1); }
#endif
;
// CHECK: concept_unread.cu:[[#@LINE + 1]]: warning: concept 'Parameter' cannot be read (lines of the preprocessor divide it)
template <class F,
#ifndef NEVER
    int N
#endif
> concept Parameter = requires(F f) { f(N); };
// CHECK: concept_unread.cu:[[#@LINE + 1]]: warning: a concept cannot be read (a macro defines it): a function of the host
#define CONCEPT(name, ...) template <class F> concept name = requires(F f) { f(__VA_ARGS__); }
CONCEPT(Made, 1);

// None of these has one.
template <class T>
concept Wide
#ifdef __SIZEOF_INT128__
    = std::same_as<T, __int128>;
#else
    = false;
#endif
int after(int x);
template <class F> [[maybe_unused]] constexpr bool value = requires(F f) { f(1); };

struct Dev {
    __device__ int operator()(int x) const { return x; }
};
struct Host {
    int operator()(int x) const { return x; }
};
int main() {
    bool of_host = Divided<Host> && Between<Host> && Parameter<Host, 1> && Made<Host> && !Wide<Host>;
    return !of_host || !value<Dev>;
}
