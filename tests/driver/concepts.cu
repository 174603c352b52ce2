// Concepts have the same answer wherever they are asked first: functions of the host see those of the device in them, and the
// other way round, as with nvcc. Lines stay what they are.
// UNSUPPORTED: quick
// RUN: %swcc -std=c++20 %s -o %t && %run %t
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++20 -G -rdc=true %s -o %t && %run %t %}
// RUN: not %swcc -std=c++20 -DWRONG -c %s -o %t.o 2>&1 | FileCheck %s
#include <concepts>
#include <cstdio>

struct Dev {
    __device__ int operator()(int x) const { return x + 2; }
};
struct Both {
    __host__ __device__ int operator()(int x) const { return x + 3; }
};
struct None {};
struct Rec {
    int v;
};
int encode(const Rec &r) { return r.v; }

template <class F> concept Fn = requires(const F &f) {
    { f(1) } -> std::convertible_to<int>; // a comment; with "}" and {
    requires sizeof(F) >= 1;
};
template <typename T>
concept Encoded = requires(const T &t) {
    { encode(t) } -> std::same_as<int>; /* another } */
};
template <class T> concept Small = Encoded<T> && sizeof(T) == 4 && !(requires(T t) { t.big(); } || requires { T::big; });
template <class F, int N = (1 > 0), class... Args>
concept Calls = (N == 1) && requires(F f, Args... args) { f(args...); };
template <class, int N> concept Nameless = requires { new int[N]; };
template <template <class...> class X, class T> concept Holds = requires(X<T> x) { x.held; };
template <class T> concept Plain = std::is_class_v<T>;
template <class T> struct holder { T held; };

template <class T> __device__ int val(const T &) { return -1; }
template <Fn T> __device__ int val(const T &t) { return t(1); }
template <Encoded T> __host__ __device__ int which(T) { return 1; }
template <Small T> __host__ __device__ int which(T) { return 2; } // subsumes the other
template <class T> __global__ void kernel(int *o) { *o = val(T{}); }
template <class T> __global__ void encoded(T t, int *o) {
    o[0] = Encoded<T> ? t.v : -1;
    o[1] = which(t);
}

template <class F> struct Stage {
    const char *name() const {
        if constexpr (Fn<F>)
            return "fn";
        else
            return "other";
    }
};
int describe() { return Fn<Dev> + 2 * Fn<Both> + 4 * Fn<None> + 8 * Calls<Dev, 1, int> + 16 * Calls<Dev, 1, int, int>; }
template <class T> int save(const T &t) {
    if constexpr (Encoded<T>)
        return encode(t);
    else
        return -1;
}
static int errors;
static void expect(int line, int is, int wanted) {
    if (is != wanted)
        errors++, std::printf("line %d: %d is not %d\n", line, is, wanted);
}
#define EXPECT(is, wanted) expect(__LINE__, is, wanted)

int main() {
    int *o;
    cudaMallocManaged(&o, 2 * sizeof *o);
    EXPECT(Stage<Dev>().name()[0], 'f');
    EXPECT(Stage<None>().name()[0], 'o');
    EXPECT(describe(), 1 + 2 + 8);
    EXPECT((Holds<holder, Dev> && Plain<Dev> && Nameless<int, 3>), 1);
    kernel<Dev><<<1, 1>>>(o);
    EXPECT(cudaDeviceSynchronize() ? -2 : *o, 3);
    kernel<None><<<1, 1>>>(o);
    EXPECT(cudaDeviceSynchronize() ? -2 : *o, -1);
    encoded<<<1, 1>>>(Rec{4}, o);
    EXPECT(cudaDeviceSynchronize() ? -2 : o[0], 4);
    EXPECT(o[1], 2);
    EXPECT(save(Rec{5}) + which(Rec{1}), 7);
    return errors;
}
#ifdef WRONG
// CHECK: concepts.cu:[[#@LINE + 1]]:{{[0-9]+}}: error: static assertion failed
static_assert(Fn<None>);
#endif
