/* C++ in device code, a row each feature: what a thread computes is what the same function computes on the host, where it can
 * run there, and what the language says otherwise. */
#include <new>
#include "../check.h"
#include "../rows.h"

/* Templates: packs, partial specialisation, values, templates of templates, if constexpr, fold expressions. */
template <int N> struct power { static __host__ __device__ constexpr int of(int x) { return x * power<N - 1>::of(x); } };
template <> struct power<0> { static __host__ __device__ constexpr int of(int) { return 1; } };
template <typename T> __host__ __device__ int kind(T) {
    if constexpr (sizeof(T) == 1) return 1;
    else return sizeof(T) + (T(-1) < T(0) ? 100 : 0);
}
template <typename... T> __host__ __device__ int folded(T... values) { return (0 + ... + (values * 3)); }
template <template <int> class P, int N> __host__ __device__ int through(int x) { return P<N>::of(x); }
__host__ __device__ int templates(int x) {
    return power<5>::of(x % 7) + kind((char)x) * 1000 + kind((unsigned long long)x) * 10000 + kind(x) * 100000 + folded(x, x + 1, x + 2)
           + through<power, 3>(x % 5);
}

/* Overloads: by type, by reference kind, by constness, by conversion. */
__host__ __device__ int pick(int) { return 1; }
__host__ __device__ int pick(double) { return 2; }
__host__ __device__ int pick(const int *) { return 3; }
__host__ __device__ int pick(int &&, int) { return 4; }
__host__ __device__ int pick(const int &, int) { return 5; }
template <typename T> __host__ __device__ int pick(T *, long) { return 6; }
__host__ __device__ int overloads(int x) {
    int y = x;
    return pick('c') + pick(1.0f) * 10 + pick(&y) * 100 + pick(x + 1, 0) * 1000 + pick(y, 0) * 10000 + pick((double *)nullptr, 0l) * 100000;
}

/* Classes: constructors, operators, inheritance, conversions, static members, moves. */
struct fraction {
    int n, d;
    __host__ __device__ constexpr fraction(int a = 0, int b = 1) : n(a), d(b) {}
    __host__ __device__ fraction operator*(fraction o) const { return {n * o.n, d * o.d}; }
    __host__ __device__ fraction &operator+=(fraction o) { n = n * o.d + o.n * d, d *= o.d; return *this; }
    __host__ __device__ bool operator<(fraction o) const { return n * o.d < o.n * d; }
    __host__ __device__ int operator[](int i) const { return i ? d : n; }
    __host__ __device__ int operator()(int k) const { return k * n / d; }
    __host__ __device__ fraction operator++(int) { fraction old = *this; n += d; return old; }
    __host__ __device__ explicit operator bool() const { return n != 0; }
    __host__ __device__ operator float() const { return (float)n / d; }
    __host__ __device__ friend fraction operator-(fraction f) { return {-f.n, f.d}; }
};
__host__ __device__ int classes(int x) {
    fraction f(x, 3), g = 2;
    f += g;
    fraction h = f * g++;
    return f.n + h[0] * 10 + h[1] * 100 + (h < f) * 1000 + f(7) * 10000 + (bool)g + (int)(float)g + (-g).n;
}

/* Recursion, plain and through a pointer. */
__host__ __device__ int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
__host__ __device__ int hanoi(int n) { return n ? 2 * hanoi(n - 1) + 1 : 0; }
__host__ __device__ int recursion(int x) { return gcd(x * 12, 90) + hanoi(x % 9) * 100; }

/* Lambdas: by value, by reference, generic, mutable, returned, nested, stored. */
template <typename F> __host__ __device__ int apply(F f, int x) { return f(x) + f(x + 1); }
__host__ __device__ int lambdas(int x) {
    int count = 0;
    auto add = [x](int y) { return x + y; };
    auto note = [&count](int y) { return count += y; };
    auto twice = [](auto y) { return y + y; };
    auto adder = [](int a) { return [a](int b) { return a * b; }; };
    auto next = [n = 0](int y) mutable { return n += y; };
    int (*plain)(int) = [](int y) { return y * 5; };
    return apply(add, 1) + apply(note, 2) * 10 + (int)(twice(2.5) * 100) + twice(x) + adder(3)(x) * 1000 + apply(next, 1) + plain(x) + count;
}

/* Loops and statements: switch, goto, range for, do, comma, structured bindings, nested functions' statics. */
__host__ __device__ int statements(int x) {
    int sum = 0, array[] = {1, 2, 3, 4};
    for (int &v : array) v *= x;
    for (auto v : array) sum += v;
    fraction f{x, 9};
    auto &[n, d] = f;
    n += 1;
    switch (x % 4) {
    case 0: sum += 100; [[fallthrough]];
    case 1: sum += 1000; break;
    case 2: goto out;
    default: do sum++; while (sum % 7);
    }
out:
    return (sum += d * 10, sum * 3 + f.n);
}

struct animal {
    int legs;
    __host__ __device__ animal(int n) : legs(n) {}
    __host__ __device__ virtual ~animal() {}
    __host__ __device__ virtual int sound(int x) const = 0;
    __host__ __device__ virtual int name() const { return legs * 1000; }
};
struct named { int id; __host__ __device__ virtual int identify() const { return id; } };
struct dog : animal, named {
    __host__ __device__ dog(int i) : animal(4) { id = i; }
    __host__ __device__ int sound(int x) const override { return x * 2 + 1; }
    __host__ __device__ int identify() const override { return id + 70; }
};
struct bird : animal {
    using animal::animal;
    __host__ __device__ int sound(int x) const override { return x * 3; }
    __host__ __device__ int name() const final { return animal::name() + 5; }
};
/* Virtual calls, through the base and a second base, on objects made by placement new and destroyed. */
__host__ __device__ int virtual_calls(int x) {
    alignas(16) char room[64], other[64];
    dog *d = new (room) dog(x);
    animal *all[2] = {d, new (other) bird(2)};
    const named &second = *d;
    int result = all[x & 1]->sound(x) + all[0]->name() + all[1]->name() * 10 + second.identify();
    all[0]->~animal();
    all[1]->~animal();
    return result;
}

__host__ __device__ int add_one(int x) { return x + 1; }
__host__ __device__ int square(int x) { return x * x; }
__host__ __device__ int (*choose(int x))(int) { return x % 3 ? square : add_one; }
struct machine {
    int state;
    __host__ __device__ int up(int x) { return state += x; }
    __host__ __device__ int down(int x) { return state -= x; }
};
__host__ __device__ int function_pointers(int x) {
    int (machine::*steps[2])(int) = {&machine::up, &machine::down};
    machine m = {x};
    (m.*steps[x & 1])(5);
    (m.*steps[0])(x);
    return choose(x)(x) * 100 + m.state;
}

struct guard {
    int *log;
    int digit;
    __host__ __device__ guard(int *l, int d) : log(l), digit(d) { *log = *log * 10 + d; }
    __host__ __device__ ~guard() { *log = *log * 10 + digit; }
};
__host__ __device__ int lifetimes(int x) {
    int log = 0;
    {
        guard a(&log, 1);
        for (int i = 0; i < 2; i++) {
            guard b(&log, 2 + i);
            if (x & 1) continue;
            guard c(&log, 4);
        }
        guard *made = new guard(&log, 5);
        delete made;
    }
    return log;
}

#define FEATURES(F) \
    F(templates) F(overloads) F(classes) F(recursion) F(lambdas) F(statements) F(virtual_calls) F(function_pointers) F(lifetimes)
enum { THREADS = 50 };

__global__ void on_device(int *out) {
    int t = threadIdx.x;
#define RUN(name) out[t] = name(t), out += THREADS;
    FEATURES(RUN)
}

/* Lambdas of the host's functions as kernel arguments: --extended-lambda. */
template <typename F> __global__ void call(int *out, F f) { out[threadIdx.x] = f((int)threadIdx.x); }

int main() {
    CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10));
    int *out = managed<int>(10 * THREADS), *row = out;
    on_device<<<1, THREADS>>>(out);
    FINISH();
#define COMPARE(name)                                                         \
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, name(t), row[t]);           \
    print_row(#name, row, THREADS);                                           \
    row += THREADS;
    FEATURES(COMPARE)
    int factor = 7;
    fraction by_value(5, 2);
    call<<<1, THREADS>>>(out, [=] __device__(int x) { return x * factor + by_value(x); });
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, t * 7 + t * 5 / 2, out[t]);
    print_row("__device__ lambda", out, THREADS);
    auto both = [factor] __host__ __device__(int x) { return x - factor; };
    call<<<1, THREADS>>>(out, both);
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, both(t), out[t]);
    print_row("__host__ __device__ lambda", out, THREADS);
    call<<<1, THREADS>>>(out, fraction(9, 4));
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, t * 9 / 4, out[t]);
    print_row("function object", out, THREADS);
    return check_result();
}
