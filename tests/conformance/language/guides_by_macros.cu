/* Deduction guides of which macros make the name, the parameters, the arrow or the result are of both sides, as others are:
 * device code deduces what host code does. Each deduces another type than the constructor would: T[2] or more. (No word that
 * asks about calls stands in this file: with one, templates without a side would be of both anyway.) */
// NO-GPU: it prints nothing
// SWCC: -std=c++17 -DSAID_OUTSIDE=outside
// NVCC: -std=c++17 -DSAID_OUTSIDE=outside
#include "../conformance.h"

#define BOTH __host__ __device__
#define FORM(name)                                                                                                     \
    template <class T, int N = 1> struct name {                                                                        \
        T of[N];                                                                                                       \
        BOTH name(T x) : of{x} {}                                                                                      \
        BOTH name(T x, int) : of{x} {}                                                                                 \
    };

FORM(by_name)
#define NAME by_name
NAME(float) -> by_name<float, 2>;
    template <class T> NAME(T, int) -> by_name<T, 3>; // a comment behind it
FORM(by_target)
#define TARGET by_target
by_target(int) -> TARGET<int, 2>;
FORM(by_parameters)
#define PARAMETERS (int)
#define OPEN (
by_parameters PARAMETERS -> by_parameters<int, 2>;by_parameters OPEN float) -> by_parameters<float, 3>; // two in one line
FORM(by_result)
#define RESULT by_result<int, 2>
#define ARGUMENTS <float, 3>
by_result(int) -> RESULT;
by_result(float)
    -> by_result ARGUMENTS;
FORM(by_arrow)
#define TO ->
by_arrow(int) TO by_arrow<int, 2>;
FORM(by_parts)
#define GUIDE(name, parameters, ...) name parameters -> __VA_ARGS__;
#define HEAD template <class T>
GUIDE(by_parts, (int), by_parts<int, 2>)
HEAD GUIDE(by_parts, (T, int),
           by_parts<T, 3>)
#define BOTH_GUIDES(name, ...)                                                                                         \
    GUIDE(name, (int), __VA_ARGS__)                                                                                    \
    GUIDE(name, (int, int), __VA_ARGS__)
FORM(by_others)
BOTH_GUIDES(by_others, by_others<int, 4>)
FORM(outside)
SAID_OUTSIDE(int) -> outside<int, 2>;
namespace scope {
FORM(member)
#define MEMBER member
MEMBER(int) -> member<int, 2>;
struct around {
    FORM(inner)
#define INNER inner
    template <class T> INNER(T) -> inner<T, 2>;
    __host__ static int of_host(int x) { return sizeof inner(x); }
    __device__ static int of_device(int x) { return sizeof inner(x); }
};
}
void beside(); by_name(double) -> NAME<double, 4>; void beside(int); // between others

enum { WORDS = 16 };

// Functions of one side each: in one of both, clang sees guides without words, too, and refuses those that it takes.
#define DEDUCE(side)                                                                                                   \
    __##side##__ void deduce_on_##side(int *to, float x, int y) {                                                      \
        *to++ = sizeof by_name(x), *to++ = sizeof by_name(y, 1), *to++ = sizeof by_name(1.0);                          \
        *to++ = sizeof by_target(y), *to++ = sizeof by_parameters(y), *to++ = sizeof by_parameters(x);                 \
        *to++ = sizeof by_result(y), *to++ = sizeof by_result(x), *to++ = sizeof by_arrow(y);                          \
        *to++ = sizeof by_parts(y), *to++ = sizeof by_parts(x, 1), *to++ = sizeof by_others(y);                        \
        *to++ = sizeof by_others(y, 1), *to++ = sizeof outside(y), *to++ = sizeof scope::member(y);                    \
        *to++ = scope::around::of_##side(y);                                                                           \
    }
DEDUCE(host)
DEDUCE(device)
BOTH int deduce_on_both(float x) {
    by_name a(x);
    by_parts b(x, 1);
    return sizeof a + sizeof b;
}

__global__ void kernel(int *to, float x, int y) {
    deduce_on_device(to, x, y);
    to[WORDS] = deduce_on_both(x);
}

int main() {
    static const int expected[WORDS] = {8, 12, 32, 8, 8, 12, 8, 12, 8, 8, 12, 16, 16, 8, 8, 8};
    int *device, host[WORDS + 1] = {};
    cudaMallocManaged(&device, sizeof host);
    deduce_on_host(host, 1, 2);
    host[WORDS] = deduce_on_both(1);
    kernel<<<1, 1>>>(device, 1, 2);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < WORDS; i++) {
        EXPECT_EQ(host[i], expected[i]);
        EXPECT_EQ(device[i], expected[i]);
    }
    EXPECT_EQ(host[WORDS], 20);
    EXPECT_EQ(device[WORDS], 20);
    return finish();
}
