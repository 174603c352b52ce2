/* Functions that are values in device code: pointers in tables in __device__ and __constant__ memory, virtual functions of
 * objects on the stack and on the device's heap, lambdas of all kinds that kernels get (CUDA C++ Programming Guide, Function
 * Pointers, Virtual Functions, Extended Lambdas). */
// SWCC: -std=c++17 --extended-lambda
// NVCC: -std=c++17 --extended-lambda
#include <new>
#include "../check.h"
#include "../rows.h"

enum { THREADS = 96 };

struct shape {
    int id;
    __host__ __device__ shape(int i) : id(i) {}
    __host__ __device__ virtual int area(int x) const { return x + id; }
    __host__ __device__ virtual ~shape() {}
};
struct twice : shape {
    __host__ __device__ twice() : shape(2) {}
    __host__ __device__ int area(int x) const override { return 2 * x; }
};
struct square : shape {
    __host__ __device__ square() : shape(3) {}
    __host__ __device__ int area(int x) const override { return x * x + id; }
};

typedef int (*operation)(int, int);
__device__ int plus_of(int a, int b) { return a + b; }
__device__ __noinline__ int minus_of(int a, int b) { return a - b; }
__device__ int times_of(int a, int b) { return a * b; }
__device__ int recursive(int a, int b) { return b > 0 ? a + recursive(a, b - 1) : 0; }
__device__ operation table[] = {plus_of, minus_of, times_of, recursive};
__constant__ operation constant_table[4] = {times_of, recursive, plus_of, minus_of};

static int host_operation(int which, int a, int b) { return which == 0 ? a + b : which == 1 ? a - b : a * b; }

__global__ void call(int *out) {
    int t = threadIdx.x;
    alignas(8) char place[sizeof(square)];
    shape *s = t % 3 == 0 ? new (place) shape(10) : t % 3 == 1 ? new (place) twice : (shape *)new square;
    out[t] = s->area(t);
    if (t % 3 == 2) delete s;
    else s->~shape();
    out[THREADS + t] = table[t % 4](t, 5);
    out[2 * THREADS + t] = constant_table[(t + 1) % 4](t, 3);
    operation own = t & 1 ? plus_of : minus_of;
    out[3 * THREADS + t] = own(t, 100);
    int (shape::*member)(int) const = &shape::area;
    twice object;
    out[4 * THREADS + t] = (object.*member)(t);
}

template <typename F, typename... A> __global__ void apply(int *out, F f, A... arguments) {
    out[threadIdx.x] = f((int)threadIdx.x, arguments...);
}

struct owner {
    int factor;
    void multiply(int *out) {
        apply<<<1, THREADS>>>(out, [*this] __device__(int i) { return i * factor; });
    }
};

template <typename T> void add(int *out, T summand) {
    apply<<<1, THREADS>>>(out, [=] __device__(int i) { return i + (int)summand; });
}

template <typename F> static void check_each(const char *name, int *out, F expected) {
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, expected(t), out[t]);
    print_row(name, out, THREADS);
}

int main() {
    int *out = managed<int>(5 * THREADS);
    call<<<1, THREADS>>>(out);
    check_each("virtual functions", out, [](int t) { return t % 3 == 0 ? t + 10 : t % 3 == 1 ? 2 * t : t * t + 3; });
    check_each("a table of functions", out + THREADS, [](int t) { return t % 4 == 3 ? 5 * t : host_operation(t % 4, t, 5); });
    check_each("a constant table", out + 2 * THREADS,
               [](int t) { return t % 4 == 3 || t % 4 == 0 ? 3 * t : host_operation(t % 4 == 1 ? 0 : 1, t, 3); });
    check_each("chosen functions", out + 3 * THREADS, [](int t) { return t & 1 ? t + 100 : t - 100; });
    check_each("pointers to members", out + 4 * THREADS, [](int t) { return 2 * t; });
    int k = 5, many[3] = {1, 2, 3};
    apply<<<1, THREADS>>>(out, [=] __device__(int i) { return i * k + many[i % 3]; });
    check_each("a lambda", out, [](int t) { return t * 5 + t % 3 + 1; });
    auto both = [=] __host__ __device__(int i) { return i * k + 2; };
    apply<<<1, THREADS>>>(out, both);
    check_each("a lambda for both", out, both);
    apply<<<1, THREADS>>>(out, [] __device__(int i, auto... rest) { return i + (0 + ... + (int)rest); }, 1, 2.5, 'a');
    check_each("a generic lambda", out, [](int t) { return t + 100; });
    apply<<<1, THREADS>>>(out, [=] __device__(int i) mutable { return k += i; });
    check_each("a mutable lambda", out, [](int t) { return t + 5; });
    owner{7}.multiply(out);
    check_each("a lambda with *this", out, [](int t) { return t * 7; });
    add(out, 2.5);
    check_each("a lambda in a template", out, [](int t) { return t + 2; });
    return check_result();
}
