/* Functions of several arguments or with several results: pow, atan2, hypot, the norms, sincos, in single and double
 * precision. */
#include <type_traits>
#include "reference.h"
#include "report.h"

#define BOTH(T, float_ulps, double_ulps) (sizeof(T) == 4 ? (float_ulps) : (double_ulps))
enum { LENGTH = 5 }; /* of arrays */

enum {
#define MATH2(family, name, ...) of_##name,
#define MATH3(name, ...) of_##name,
#define MATH4(name, ...) of_##name,
#define MATH_ARRAY(name) of_##name,
#define MATH_PAIR(name, ...) of_##name, of_##name##_second,
#include <softwarp/math/functions.def>
    FUNCTIONS
};

/* suffix: f or none. in: samples of each function, of the same number. */
#define CALL(name) CALL_OF(name, SUFFIX)
#define CALL_OF(name, suffix) CALL_JOINED(name, suffix)
#define CALL_JOINED(name, suffix) name##suffix
#define IN(name) const several<T> v = in[of_##name * n + i];
#define OUT(name) out[of_##name * n + i]
#define ROWS_OF_COMPUTE                            \
    int i = threadIdx.x + blockIdx.x * blockDim.x; \
    if (i >= n) return;

__global__ void compute(const several<float> *in, float *out, int n) {
    typedef float T;
    ROWS_OF_COMPUTE
#define SUFFIX f
#define MATH2(family, name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y); }
#define MATH3(name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y, v.z); }
#define MATH4(name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y, v.z, v.w); }
#define MATH_ARRAY(name)                                      \
    {                                                         \
        IN(name) const T a[LENGTH] = {v.x, v.y, v.z, v.w, 1}; \
        OUT(name) = CALL(name)(LENGTH, a);                    \
    }
#define MATH_PAIR(name, ...) \
    { IN(name) CALL(name)(v.x, &OUT(name), &OUT(name##_second)); }
#include <softwarp/math/functions.def>
#undef SUFFIX
}
__global__ void compute(const several<double> *in, double *out, int n) {
    typedef double T;
    ROWS_OF_COMPUTE
#define SUFFIX
#define MATH2(family, name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y); }
#define MATH3(name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y, v.z); }
#define MATH4(name, ...) \
    { IN(name) OUT(name) = CALL(name)(v.x, v.y, v.z, v.w); }
#define MATH_ARRAY(name)                                      \
    {                                                         \
        IN(name) const T a[LENGTH] = {v.x, v.y, v.z, v.w, 1}; \
        OUT(name) = CALL(name)(LENGTH, a);                    \
    }
#define MATH_PAIR(name, ...) \
    { IN(name) CALL(name)(v.x, &OUT(name), &OUT(name##_second)); }
#include <softwarp/math/functions.def>
#undef SUFFIX
}

/* What the names stand for, given all that a sample holds. */
template <typename T> long double norm_of(const several<T> &v, int n) {
    const long double all[] = {v.x, v.y, v.z, v.w, 1};
    return exact_norm(all, n);
}
#define exact_norm3d(v) norm_of(v, 3)
#define exact_rnorm3d(v) (1 / norm_of(v, 3))
#define exact_norm4d(v) norm_of(v, 4)
#define exact_rnorm4d(v) (1 / norm_of(v, 4))
#define exact_array_norm(v) norm_of(v, LENGTH)
#define exact_array_rnorm(v) (1 / norm_of(v, LENGTH))

template <typename T, typename E> void check(const char *name, const char *parameters, const several<T> *in,
                                             const T *out, int n, int specials, E exact, double ulps) {
    char label[80];
    std::snprintf(label, sizeof label, "%s%s(%s)", name, suffix_of<T>(), parameters);
    report<T> row(label);
    for (int i = 0; i < n; i++) {
        long double wanted = exact(in[i]);
        if (i < specials) row.special(wanted, out[i], in[i].x, in[i].y);
        row.near(wanted, out[i], ulps, in[i].x, in[i].y);
    }
    row.print(ulps);
}

/* Without a bound of the guide's: numbers of ordinary size, and what nobody would call a fast algorithm's loss. */
template <typename T, typename E>
void check_array(const char *name, const several<T> *in, const T *out, int n, E exact) {
    char label[80];
    std::snprintf(label, sizeof label, "%s%s(int, const %s *)", name, suffix_of<T>(), type_name<T>());
    report<T> row(label);
    for (int i = 0; i < n; i++) {
        long double wanted = exact(in[i]);
        if (wanted > 0x1p-40L && wanted < 0x1p40L) row.near(wanted, out[i], 8, in[i].x, in[i].y);
    }
    row.print("no bound");
}

template <typename T> struct texts;
#define TEXTS(T)                                                         \
    template <> struct texts<T> {                                        \
        static const char *one() { return #T; }                          \
        static const char *two() { return #T ", " #T; }                  \
        static const char *three() { return #T ", " #T ", " #T; }        \
        static const char *four() { return #T ", " #T ", " #T ", " #T; } \
        static const char *pair() { return #T ", " #T " *, " #T " *"; }  \
    };
TEXTS(float)
TEXTS(double)

template <typename T> void check_type() {
    std::vector<several<T>> in;
    std::vector<T> plain;
    int specials = (int)(special_values<T>().size() * special_values<T>().size()), n = 0;
#define ADD(...)                                                                 \
    for (const several<T> &v : several_samples<T>(__VA_ARGS__)) in.push_back(v); \
    if (!n) n = (int)in.size();
#define MATH2(family, name, float_ulps, double_ulps, ...) ADD(__VA_ARGS__)
#define MATH3(name, ...) ADD(-4, 4, -4, 4)
#define MATH4(name, ...) ADD(-4, 4, -4, 4)
#define MATH_ARRAY(name) ADD(-4, 4, -4, 4)
#define MATH_PAIR(name, first, second, float_ulps, double_ulps, from, to) \
    plain = samples_of<T>(from, to);                                      \
    for (int k = 0; k < 2; k++)                                           \
        for (int i = 0; i < n; i++) in.push_back({plain[i % plain.size()], 0, 0, 0});
#include <softwarp/math/functions.def>
    several<T> *from = shared_copy(in);
    T *to = managed<T>(in.size());
    compute<<<(n + 127) / 128, 128>>>(from, to, n);
    FINISH();
#define CHECK_ROW(name, label, text, count, float_ulps, double_ulps, expression)     \
    check(                                                                           \
        label, texts<T>::text(), from + of_##name * n, to + of_##name * n, n, count, \
        [](const several<T> &v) -> long double { return expression; }, BOTH(T, float_ulps, double_ulps));
#define MATH2(family, name, float_ulps, double_ulps, ...) \
    CHECK_ROW(name, #name, two, specials, float_ulps, double_ulps, exact_##name(v.x, v.y))
#define MATH3(name, float_ulps, double_ulps) CHECK_ROW(name, #name, three, 0, float_ulps, double_ulps, exact_##name(v))
#define MATH4(name, float_ulps, double_ulps) CHECK_ROW(name, #name, four, 0, float_ulps, double_ulps, exact_##name(v))
#define MATH_ARRAY(name)                                            \
    check_array(#name, from + of_##name * n, to + of_##name * n, n, \
                [](const several<T> &v) -> long double { return exact_array_##name(v); });
#define MATH_PAIR(name, first, second, float_ulps, double_ulps, ...)                                           \
    CHECK_ROW(name, #name, pair, (int)special_values<T>().size(), float_ulps, double_ulps, exact_##first(v.x)) \
    CHECK_ROW(name##_second, #name, pair, (int)special_values<T>().size(), float_ulps, double_ulps, exact_##second(v.x))
#include <softwarp/math/functions.def>
}

int main() {
    check_type<float>();
    check_type<double>();
    return check_result();
}
