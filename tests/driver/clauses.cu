// requires-clauses of member functions have the same answer for functions of the host as with nvcc, which sees those of the
// device in them. What `this` is, and what subsumes what, stays; lines do, too.
// RUN: %swcc -std=c++20 -Werror=all-warnings %s -o %t 2>&1 | count 0 && %run %t
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++20 -G -rdc=true %s -o %t && %run %t %}
#include <concepts>
#include <cstdio>
#include <type_traits>

struct Dev {
    __device__ int operator()(int x) { return x + 3; } // not const
};
struct None {};
template <class F> __global__ void kernel(F f, int *to) { *to = f(1); }
template <class F> using result = decltype(std::declval<F>()(0));

template <class F> struct Base {
    F f;
    int *to = nullptr;
    static int times;
    Base() = default;
    // Twice on one line, with a comment and a text that have brackets in them.
    int run() requires requires(F g) { g(1); } { return kernel<<<1, 1>>>(f, to), 1; } int run() { return puts("}") < 0 ? 3 : 2; }
    int size() requires(sizeof(f(1)) == 4) /* { */ { return 1; }
    int size() { return 2; }
    int constant() const
        requires(sizeof(f(1)) == 4)
    {
        return 1;
    }
    int constant() const { return 2; }
    static int line() { return __LINE__; }
    static int all() requires(requires(F g) { g(1); } && sizeof(F) == 1) { return 1; }
    static int all() { return 2; }
    int alias() noexcept(true) requires std::same_as<result<F>, int> { return 1; }
    int alias() { return 2; }
    int narrow() requires std::integral<int> { return 2; }
    int narrow() requires std::signed_integral<int> && requires(F g) { g(1); } { return 1; }
    operator int() requires requires(F g) { g(1); } { return 1; }
    operator int() { return 2; }
    int operator()(int) requires(requires(F g) { g(1); }) or (sizeof(F) > 100) { return 1; }
    int operator()(int) { return 2; }
    int operator=(int) requires requires(F g) { g(1); } { return 1; }
    int operator=(int) { return 2; }
    friend int of(const Base &) requires requires(F g) { g(1); } { return 1; }
    friend int of(const Base &) { return 2; }
    template <class T> int member(T) requires requires(F g, T t) { g(t); } { return 1; }
    template <class T> int member(T) requires(!requires(F g, T t) { g(t); }) { return 2; }

    int takes(int x) requires requires(F g) { g(x); } { return 1; }
    int takes(int x) { return 2; }
    int many(F, int n = 2 * int(sizeof(F)), const char *t = "") requires requires(F g) { g(n + *t); } { return n - 1; }
    int many(F, int n = 2, const char * = "") { return n; }
    bool operator==(const Base &o) const requires requires(F g) { g(o.to != to); } { return true; }
    bool operator==(const Base &) const { return false; }
    friend bool operator<(const Base &a, const Base &b) requires requires(F g) { g(a.to < b.to); } { return true; }
    friend bool operator<(const Base &a, const Base &b) { return false; }

  public:
    explicit Base(int n) requires requires(F g) { g(1); } : to{nullptr} { times = n; }
    explicit Base(int) : to(nullptr) { times = 2; }
    Base(const Base &) requires requires(F g) { g(1); } = default;
    Base(const Base &) {}
    ~Base() requires requires(F g) { g(1); } = default;
    ~Base() {}
    struct Inner {
        int run() requires requires(F g) { g(1); } { return 1; }
        int run() { return 2; }
    };
};
template <class F> int Base<F>::times;
template <class F, class... Ts> struct Pack {
    int run(F f, Ts... ts) requires requires { f(ts...); } { return 1; }
    int run(F, Ts...) { return 2; }
};
static struct Dev maker() { return {}; } // returns a struct: no class begins here
enum class Kind { one, two };

template <class F> int sum(int *to) {
    Base<F> b, made(1);
    b.to = to;
    int each[] = {b.run(),    b.size(), Base<F>::all(), b.alias(), int(b),        b(1),       b = 1,
                  of(b),      b.times,  b.member(1),    b.takes(1), b.narrow(), typename Base<F>::Inner().run()};
    int whole = 0;
    for (int one : each)
        whole = whole * 3 + one;
    return whole;
}
template <class F> int same(int digit) {
    int whole = 0;
    for (int i = 0; i < 13; i++)
        whole = whole * 3 + (i == 11 && digit == 2 ? 2 : digit);
    return whole;
}
int main() {
    int *to, errors = 0;
    cudaMallocManaged(&to, sizeof *to);
    errors += sum<Dev>(to) != same<Dev>(1) || cudaDeviceSynchronize() || *to != 4;
    errors += sum<None>(to) != same<None>(2);
    errors += Base<Dev>().constant() != 2 || Base<Dev>::line() != 31;
    Base<Dev> one, two;
    Base<None> three;
    errors += !(one == two) || !(one < two) || three == three || three < three;
    errors += one.many(Dev()) != 1 || three.many(None()) != 2;
    errors += Pack<Dev, int>().run(Dev(), 1) != 1 || Pack<Dev, int, int>().run(Dev(), 1, 2) != 2;
    std::printf("%d %d\n", errors, int(sizeof maker()) * int(Kind::one));
    return errors;
}
