/* Concepts and variable templates ask for functions, members and variables of any name, such as those of which a compiler may
 * have some of its own: the answer is yes on both sides, found by scope or by arguments. */
// NO-GPU: it prints nothing
// SWCC: -std=c++20
// NVCC: -std=c++20
#include "../conformance.h"

#define NAMES(X) X(value) X(type) X(answer) X(asks) X(test) X(result) X(call)

#define FREE(name)                                                                                                     \
    namespace free_##name {                                                                                            \
    struct node {                                                                                                      \
        int n;                                                                                                         \
    };                                                                                                                 \
    __host__ __device__ int name(const node &a) { return a.n; }                                                        \
    }
NAMES(FREE)
struct bare {
    int n;
};

// Found by arguments alone.
template <class T> concept has_value = requires(const T &t) { value(t); };
template <class T> concept has_type = requires(const T &t) { type(t); };
template <class T> concept has_answer = requires(const T &t) { answer(t); };
template <class T> concept has_asks = requires(const T &t) { asks(t); };
template <class T> concept has_test = requires(const T &t) { test(t); };
template <class T> concept has_result = sizeof(result(T())) == 4;
template <class T> concept has_call = noexcept(call(T())) || sizeof(call(T())) == 4;
template <class T> constexpr bool is_value = requires(const T &t) { value(t); };

// Found by scope: a function, a template and a variable called value, and members in whose class the question stands.
namespace scope {
__host__ __device__ int value(int x) { return x; }
template <class T> concept called = requires(T t) { scope::value(t); value(t); };
}
namespace wide {
template <class T> inline constexpr int value = sizeof(T);
template <class T> concept eight = value<T> >= 8 && (sizeof(T) * value<T> > 63);
}
template <class T> struct holder {
    __host__ __device__ static int value(T t) { return t; }
    template <class U> static constexpr bool ok = requires(U u) { value(u); };
    template <class U> static constexpr bool no = requires(U u) { value(u, u); };
};

#define YES(name)                                                                                                      \
    template <class T> __host__ __device__ int get_##name(const T &) { return -1; }                                    \
    template <has_##name T> __host__ __device__ int get_##name(const T &t) { return name(t); }
NAMES(YES)

template <class T> __host__ __device__ int by_variable(const T &t) {
    if constexpr (is_value<T>)
        return value(t);
    else
        return -1;
}

enum { WORDS = 24 };

__host__ __device__ void ask(int *to) {
#define ASK(name) *to++ = get_##name(free_##name::node{5}), *to++ = get_##name(bare{6});
    NAMES(ASK)
    *to++ = by_variable(free_value::node{7});
    *to++ = by_variable(bare{7});
    *to++ = scope::called<int>;
    *to++ = scope::called<bare>;
    *to++ = wide::eight<double>;
    *to++ = wide::eight<float>;
    *to++ = holder<int>::ok<short>;
    *to++ = holder<int>::ok<bare>;
    *to++ = holder<int>::no<short>;
}

__global__ void kernel(int *to) { ask(to); }

int main() {
    static const int expected[WORDS] = {5, -1, 5, -1, 5, -1, 5, -1, 5, -1, 5, -1, 5, -1, 7, -1, 1, 0, 1, 0, 1, 0, 0};
    int *device, host[WORDS] = {};
    cudaMallocManaged(&device, sizeof host);
    memset(device, 0, sizeof host);
    ask(host);
    kernel<<<1, 1>>>(device);
    cudaDeviceSynchronize();
    for (int i = 0; i < WORDS; i++) {
        EXPECT_EQ(device[i], expected[i]);
        EXPECT_EQ(host[i], expected[i]);
    }
    return finish();
}
