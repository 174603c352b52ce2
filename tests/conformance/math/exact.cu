/* Functions and operators whose results leave no choice: rounding, remainders, extremes, scaling, taking apart, tests,
 * arithmetic. The same bits as the host's, NaNs apart, on special values and all over the number line. */
#include "report.h"

enum {
#define EXACT1(name) of_##name,
#define EXACT2(name) of_##name,
#define EXACT3(name) of_##name,
#define EXACT_OPERATOR(name, ...) of_##name,
#define EXACT_SCALE(type, name) of_##name,
#define EXACT_OUT(type, name) of_##name,
#define EXACT_REMQUO(name) of_##name,
#include <softwarp/math/functions.def>
    NUMBERS
};
enum {
#define EXACT_TO(type, name) integer_##name,
#define EXACT_CLASS(name) integer_##name,
#define EXACT_OUT(type, name) integer_##name,
#define EXACT_REMQUO(name) integer_##name,
#include <softwarp/math/functions.def>
    INTEGERS
};

template <typename T> struct sample {
    T x, y, z, small; /* small: fits a long */
    int exponent;
};
/* Of each sample a number of each row of the first list and of the second. */
template <typename T> struct results {
    T *numbers;
    long long *integers;
    int n;
};

template <typename T> struct parameter_list; /* how labels name parameters */
#define PARAMETER_LIST(T)                                                                                           \
    template <> struct parameter_list<T> {                                                                          \
        static const char *of(int count) { return count == 1 ? #T : count == 2 ? #T ", " #T : #T ", " #T ", " #T; } \
    };
PARAMETER_LIST(float)
PARAMETER_LIST(double)

__host__ __device__ inline void store(float *to, float x) { *to = x; }
__host__ __device__ inline void store(double *to, double x) { *to = x; }

/* What a quotient's low bits say: three of them and the sign. */
__host__ __device__ inline int low_bits(int quotient) {
    return quotient < 0 ? -(-(unsigned)quotient & 7) : quotient & 7;
}

#define NUMBER(name) (&out.numbers[of_##name * out.n + i])
#define INTEGER(name) out.integers[integer_##name * out.n + i]
#define COMPUTE_HEAD(T)                            \
    int i = threadIdx.x + blockIdx.x * blockDim.x; \
    if (i >= out.n) return;                        \
    const sample<T> v = in[i];                     \
    const T x = v.x, y = v.y;                      \
    int quotient;                                  \
    T part;

/* Stored through pointers to T: a double where a float belongs does not compile. */
__global__ void compute(const sample<float> *in, results<float> out) {
    typedef float T;
    COMPUTE_HEAD(float)
#define EXACT1(name) store(NUMBER(name), name##f(x));
#define EXACT2(name) store(NUMBER(name), name##f(x, y));
#define EXACT3(name) store(NUMBER(name), name##f(x, y, v.z));
#define EXACT_OPERATOR(name, arity, expression) store(NUMBER(name), expression);
#define EXACT_SCALE(type, name) store(NUMBER(name), name##f(x, (type)v.exponent));
#define EXACT_TO(type, name) INTEGER(name) = name##f(integer_##name == integer_ilogb ? x : v.small);
#define EXACT_CLASS(name) INTEGER(name) = (bool)name(x);
#define EXACT_OUT(type, name)                                                         \
    {                                                                                 \
        type whole;                                                                   \
        store(NUMBER(name), name##f(x, &whole));                                      \
        INTEGER(name) = sizeof(type) == 4 && x - x == 0 ? OUT_VALUE(name, whole) : 0; \
    }
#define OUT_VALUE(name, whole) \
    (integer_##name == integer_frexp ? (long long)whole : (long long)__float_as_int((float)whole))
#define EXACT_REMQUO(name)                                \
    store(NUMBER(name), part = name##f(x, y, &quotient)); \
    INTEGER(name) = part == part ? low_bits(quotient) : 0;
#include <softwarp/math/functions.def>
#undef OUT_VALUE
}
__global__ void compute(const sample<double> *in, results<double> out) {
    typedef double T;
    COMPUTE_HEAD(double)
#define EXACT1(name) store(NUMBER(name), name(x));
#define EXACT2(name) store(NUMBER(name), name(x, y));
#define EXACT3(name) store(NUMBER(name), name(x, y, v.z));
#define EXACT_OPERATOR(name, arity, expression) store(NUMBER(name), expression);
#define EXACT_SCALE(type, name) store(NUMBER(name), name(x, (type)v.exponent));
#define EXACT_TO(type, name) INTEGER(name) = name(integer_##name == integer_ilogb ? x : v.small);
#define EXACT_CLASS(name) INTEGER(name) = (bool)name(x);
#define EXACT_OUT(type, name)                                    \
    {                                                            \
        type whole;                                              \
        store(NUMBER(name), name(x, &whole));                    \
        INTEGER(name) = x - x == 0 ? OUT_VALUE(name, whole) : 0; \
    }
#define OUT_VALUE(name, whole) \
    (integer_##name == integer_frexp ? (long long)whole : __double_as_longlong((double)whole))
#define EXACT_REMQUO(name)                             \
    store(NUMBER(name), part = name(x, y, &quotient)); \
    INTEGER(name) = part == part ? low_bits(quotient) : 0;
#include <softwarp/math/functions.def>
#undef OUT_VALUE
}

/* A NaN loses against a number, a signalling one too, and -0 is less than +0: C leaves both open. */
template <typename T> T host_fmin(T x, T y) {
    return x != x ? y : y != y ? x : x == y ? (std::signbit(x) ? x : y) : x < y ? x : y;
}
template <typename T> T host_fmax(T x, T y) {
    return x != x ? y : y != y ? x : x == y ? (std::signbit(x) ? y : x) : x > y ? x : y;
}
/* The host's own. */
#define host_fmod std::fmod
#define host_remainder std::remainder
#define host_fdim std::fdim
#define host_copysign std::copysign
#define host_nextafter std::nextafter

static long long bits_of(float x) { return (int)to_bits(x); }
static long long bits_of(double x) { return (long long)to_bits(x); }
static long long whole_of(int exponent) { return exponent; }
static long long whole_of(float whole) { return bits_of(whole); }
static long long whole_of(double whole) { return bits_of(whole); }

template <typename T> __attribute__((noinline)) void expect(const sample<T> *in, const results<T> &out) {
    for (int i = 0; i < out.n; i++) {
        const sample<T> v = in[i];
        const T x = v.x, y = v.y;
        int quotient;
        T part;
#define EXACT1(name) *NUMBER(name) = std::name(x);
#define EXACT2(name) *NUMBER(name) = host_##name(x, y);
#define EXACT3(name) *NUMBER(name) = std::name(x, y, v.z);
#define EXACT_OPERATOR(name, arity, expression) *NUMBER(name) = expression;
#define EXACT_SCALE(type, name) *NUMBER(name) = std::name(x, (type)v.exponent);
#define EXACT_TO(type, name) INTEGER(name) = std::name(integer_##name == integer_ilogb ? x : v.small);
#define EXACT_CLASS(name) INTEGER(name) = std::name(x);
#define EXACT_OUT(type, name)                             \
    {                                                     \
        type whole;                                       \
        *NUMBER(name) = std::name(x, &whole);             \
        INTEGER(name) = x - x == 0 ? whole_of(whole) : 0; \
    }
#define EXACT_REMQUO(name)                             \
    *NUMBER(name) = part = std::name(x, y, &quotient); \
    INTEGER(name) = part == part ? low_bits(quotient) : 0;
#include <softwarp/math/functions.def>
    }
}

template <typename T> results<T> room(int n) {
    return {managed<T>((size_t)n * NUMBERS), managed<long long>((size_t)n * INTEGERS), n};
}

template <typename T, typename V>
void check_row(const char *label, const sample<T> *in, const V *expected, const V *got, int n) {
    for (int i = 0; i < n; i++)
        if (!check_same(expected[i], got[i])) {
            std::printf("%s at %.17g (%a), %.17g (%a), %d\n", label, (double)in[i].x, (double)in[i].x, (double)in[i].y,
                        (double)in[i].y, in[i].exponent);
            check_failed(__FILE__, __LINE__, label, i, expected[i], got[i]);
        }
    print_row(label, got, n);
}

template <typename T> std::vector<sample<T>> all_samples() {
    std::vector<sample<T>> all;
    std::vector<several<T>> pairs = several_samples<T>(-4, 4, -4, 4);
    std::vector<T> line = samples_of<T>(-100, 100, 6);
    size_t specials = special_values<T>().size();
    for (size_t i = 0; i < pairs.size(); i += i < specials * specials ? 1 : 3)
        all.push_back({pairs[i].x, pairs[i].y, pairs[i].z, 0, 0});
    for (size_t i = 0; i < line.size(); i++)
        all.push_back({line[i], line[(i * 7 + 5) % line.size()], line[(i * 3 + 1) % line.size()], 0, 0});
    random_bits random(2);
    for (size_t i = 0; i < all.size(); i++) {
        all[i].small = std::fabs(all[i].x) < 0x1p62 ? all[i].x : (T)random.within(-1e6, 1e6);
        all[i].exponent = i % 97 == 0 ? (i & 1 ? 2147483647 : -2147483647 - 1) : (int)(random.next() % 4400) - 2200;
    }
    return all;
}

template <typename T> void check_type() {
    std::vector<sample<T>> all = all_samples<T>();
    int n = (int)all.size();
    const sample<T> *in = shared_copy(all);
    results<T> out = room<T>(n), expected = room<T>(n);
    compute<<<(n + 127) / 128, 128>>>(in, out);
    FINISH();
    expect(in, expected);
    char label[100];
#define LABEL(name, ...) std::snprintf(label, sizeof label, "%s%s(%s%s)", name, suffix_of<T>(), __VA_ARGS__);
#define CHECK_NUMBER(name) check_row(label, in, expected.numbers + of_##name * n, out.numbers + of_##name * n, n);
#define CHECK_INTEGER(name) \
    check_row(label, in, expected.integers + integer_##name * n, out.integers + integer_##name * n, n);
#define EXACT1(name) LABEL(#name, type_name<T>(), "") CHECK_NUMBER(name)
#define EXACT2(name) LABEL(#name, parameter_list<T>::of(2), "") CHECK_NUMBER(name)
#define EXACT3(name) LABEL(#name, parameter_list<T>::of(3), "") CHECK_NUMBER(name)
#define EXACT_OPERATOR(name, arity, expression)                                              \
    std::snprintf(label, sizeof label, "%s(%s)", #expression, parameter_list<T>::of(arity)); \
    CHECK_NUMBER(name)
#define EXACT_SCALE(type, name) LABEL(#name, type_name<T>(), ", " #type) CHECK_NUMBER(name)
#define EXACT_TO(type, name) LABEL(#name, type_name<T>(), "") CHECK_INTEGER(name)
#define EXACT_CLASS(name)                                             \
    std::snprintf(label, sizeof label, #name "(%s)", type_name<T>()); \
    CHECK_INTEGER(name)
#define EXACT_OUT(type, name)                                                                   \
    std::snprintf(label, sizeof label, "%s%s(%s, %s *)", #name, suffix_of<T>(), type_name<T>(), \
                  #type[0] == 'T' ? type_name<T>() : #type);                                    \
    CHECK_NUMBER(name) CHECK_INTEGER(name)
#define EXACT_REMQUO(name) LABEL(#name, parameter_list<T>::of(2), ", int *") CHECK_NUMBER(name) CHECK_INTEGER(name)
#include <softwarp/math/functions.def>
}

int main() {
    check_type<float>();
    check_type<double>();
    return check_result();
}
