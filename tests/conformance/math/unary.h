/* A program for one family of functions of one argument: before this is included ROWS_family(...) is defined as
 * ROW(__VA_ARGS__) for the families that it tests, and this file has its main function. HOST_ONLY: called by the host.
 */
#ifndef UNARY_H
#define UNARY_H

#include <type_traits>
#include "reference.h"
#include "report.h"

#ifndef ROWS_power
#define ROWS_power(...)
#endif
#ifndef ROWS_trigonometric
#define ROWS_trigonometric(...)
#endif
#ifndef ROWS_hyperbolic
#define ROWS_hyperbolic(...)
#endif
#ifndef ROWS_gamma
#define ROWS_gamma(...)
#endif
#ifndef ROWS_own
#define ROWS_own(...)
#endif
#ifndef ROWS_device
#define ROWS_device(...)
#endif
#define TABLE(family, ...) ROWS_##family(__VA_ARGS__)

enum {
#define MATH1 TABLE
#define ROW(name, ...) of_##name,
#include <softwarp/math/functions.def>
#undef ROW
    FUNCTIONS
};

/* One kernel with every function of the family: plain calls, as lockstep code has vector forms of such only. */
#define FOR_ONE(T)                                        \
    __global__ void compute(const T *in, T *out, int n) { \
        int i = threadIdx.x + blockIdx.x * blockDim.x;    \
        if (i < n) compute_one(in, out, n, i);            \
    }                                                     \
    static void compute_all(const T *in, T *out, int n) { \
        compute<<<(n + 127) / 128, 128>>>(in, out, n);    \
        FINISH();                                         \
    }
#define FOR_ONE_ON_HOST(T)                                      \
    static void compute_all(const T *in, T *out, int n) {       \
        for (int i = 0; i < n; i++) compute_one(in, out, n, i); \
    }
#ifdef HOST_ONLY
#define SIDE static
#undef FOR_ONE
#define FOR_ONE FOR_ONE_ON_HOST
#else
#define SIDE __device__
#endif

SIDE void compute_one(const float *in, float *out, int n, int i) {
#define MATH1 TABLE
#define ROW(name, ...)                                                                               \
    static_assert(std::is_same<decltype(name(1.0f)), float>::value, #name "(float) is not a float"); \
    out[of_##name * n + i] = name##f(in[of_##name * n + i]);
#include <softwarp/math/functions.def>
#undef ROW
}
SIDE void compute_one(const double *in, double *out, int n, int i) {
#define MATH1 TABLE
#define ROW(name, ...) out[of_##name * n + i] = name(in[of_##name * n + i]);
#include <softwarp/math/functions.def>
#undef ROW
}
FOR_ONE(float)
FOR_ONE(double)

/* Inside these the guide has no bound for lgamma, which has its zeros there. */
template <typename T> bool has_bound(int function, T x) {
#ifdef LGAMMA
    return function != of_lgamma || !(sizeof x == 4 ? x > -10.001f && x < -2.264f : x > -23.0001 && x < -2.2637);
#else
    return (void)function, (void)x, true;
#endif
}

template <typename T> void check_one(int function, const char *name, long double (*exact)(long double), double ulps,
                                     const T *in, const T *out, int n) {
    char label[60];
    std::snprintf(label, sizeof label, "%s%s(%s)", name, suffix_of<T>(), type_name<T>());
    report<T> row(label);
    int specials = (int)special_values<T>().size();
    for (int i = 0; i < n; i++) {
        long double wanted = exact(in[i]);
        if (i < specials) row.special(wanted, out[i], in[i]);
        if (has_bound(function, in[i])) row.near(wanted, out[i], ulps, in[i]);
    }
    row.print(ulps);
}

template <typename T> void check_family() {
    std::vector<T> in;
#define MATH1 TABLE
#define ROW(name, float_ulps, double_ulps, from, to) \
    for (T x : samples_of<T>(from, to, SPARSE)) in.push_back(x);
#include <softwarp/math/functions.def>
#undef ROW
    int n = (int)in.size() / FUNCTIONS;
    T *from = shared_copy(in), *to = managed<T>(in.size());
    compute_all(from, to, n);
#define MATH1 TABLE
#define ROW(name, float_ulps, double_ulps, ...)                                                                \
    check_one(of_##name, #name, exact_##name, sizeof(T) == 4 ? float_ulps : double_ulps, from + of_##name * n, \
              to + of_##name * n, n);
#include <softwarp/math/functions.def>
#undef ROW
}

int main() {
    check_family<float>();
    check_family<double>();
    return check_result();
}

#endif
