/* Arithmetic with a stated rounding: the same as the host's under fesetround, on special values and all over the number
 * line. Also that the stated rounding keeps a product and a sum apart. */
#include <cfenv>
#include "report.h"

enum { RN, RZ, RU, RD, ROUNDINGS };
static const int modes[ROUNDINGS] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
static const char *const suffixes[ROUNDINGS] = {"rn", "rz", "ru", "rd"};

/* Numbers of the rows of each type. */
#define NAME_float(name) of_##name,
#define NAME_double(name)
enum {
#define DIRECTED(T, arity, name, operation) NAME_##T(name)
#include <softwarp/math/functions.def>
    FLOATS
};
#undef NAME_float
#undef NAME_double
#define NAME_float(name)
#define NAME_double(name) of_##name,
enum {
#define DIRECTED(T, arity, name, operation) NAME_##T(name)
#include <softwarp/math/functions.def>
    DOUBLES
};

#define ARGUMENTS_1 v.x
#define ARGUMENTS_2 v.x, v.y
#define ARGUMENTS_3 v.x, v.y, v.z
#define PLACE(name, r) out[((size_t)of_##name * ROUNDINGS + r) * n + i]
#define ALL_ROUNDINGS(arity, name)                      \
    PLACE(name, RN) = __##name##_rn(ARGUMENTS_##arity); \
    PLACE(name, RZ) = __##name##_rz(ARGUMENTS_##arity); \
    PLACE(name, RU) = __##name##_ru(ARGUMENTS_##arity); \
    PLACE(name, RD) = __##name##_rd(ARGUMENTS_##arity);

#define DO_float(arity, name) ALL_ROUNDINGS(arity, name)
#define DO_double(arity, name)
__global__ void compute(const several<float> *in, float *out, float *roots, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const several<float> v = in[i];
#define DIRECTED(T, arity, name, operation) DO_##T(arity, name)
#define DIRECTED_NEAREST(T, name) roots[i] = __##name##_rn(v.x);
#include <softwarp/math/functions.def>
}
#undef DO_float
#undef DO_double
#define DO_float(arity, name)
#define DO_double(arity, name) ALL_ROUNDINGS(arity, name)
__global__ void compute(const several<double> *in, double *out, double *, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const several<double> v = in[i];
#define DIRECTED(T, arity, name, operation) DO_##T(arity, name)
#include <softwarp/math/functions.def>
}

/* noinline and volatile: nothing may be folded at compile time or moved across fesetround. */
template <typename T, typename F> __attribute__((noinline)) T under(int mode, const several<T> &v, F operation) {
    volatile T x = v.x, y = v.y, z = v.z;
    std::fesetround(modes[mode]);
    volatile T result = operation(x, y, z);
    std::fesetround(FE_TONEAREST);
    return result;
}

template <typename T, typename F>
void check_row(const char *name, int arity, const several<T> *in, const T *out, int n, F operation) {
    for (int r = 0; r < ROUNDINGS; r++) {
        char label[80];
        std::snprintf(label, sizeof label, "__%s_%s(%s%s%s%s%s)", name, suffixes[r], type_name<T>(),
                      arity > 1 ? ", " : "", arity > 1 ? type_name<T>() : "", arity > 2 ? ", " : "",
                      arity > 2 ? type_name<T>() : "");
        for (int i = 0; i < n; i++) {
            T expected = under(r, in[i], operation), got = out[(size_t)r * n + i];
            if (!check_same(expected, got)) {
                std::printf("%s of %a, %a, %a\n", label, (double)in[i].x, (double)in[i].y, (double)in[i].z);
                check_failed(__FILE__, __LINE__, label, i, expected, got);
            }
        }
        print_row(label, out + (size_t)r * n, n);
    }
}

/* A double's error is far below the distance of any float's inverse root from the middle between two floats. */
static void check_roots(const several<float> *in, const float *roots, int n) {
    for (int i = 0; i < n; i++) CHECK_AT(i, (float)(1 / std::sqrt((double)in[i].x)), roots[i]);
    print_row("__frsqrt_rn(float)", roots, n);
}

/* A quarter of the usual samples. */
template <typename T> std::vector<several<T>> some_samples() {
    std::vector<several<T>> all = several_samples<T>(-4, 4, -4, 4), some;
    size_t specials = special_values<T>().size();
    for (size_t i = 0; i < all.size(); i += i < specials * specials ? 1 : 8) {
        some.push_back(all[i]);
        if (i % 3 == 0) some.back().z = -all[i].x * all[i].y; /* sums that cancel */
    }
    return some;
}

template <typename T> T *results_of(const several<T> *in, int n, int functions, T *roots) {
    T *out = managed<T>((size_t)n * functions * ROUNDINGS);
    compute<<<(n + 127) / 128, 128>>>(in, out, roots, n);
    FINISH();
    return out;
}

/* The operations of the table, of x, y and z; what a row does not use is unused. */
#define CHECK_ROW(T, arity, name, operation)                                \
    check_row(#name, arity, in, out + (size_t)of_##name * ROUNDINGS * n, n, \
              [](T x, T y, T z) -> T { return (void)y, (void)z, operation; });

static void check_floats() {
    std::vector<several<float>> all = some_samples<float>();
    const several<float> *in = shared_copy(all);
    int n = (int)all.size();
    float *roots = managed<float>(n), *out = results_of(in, n, FLOATS, roots);
#undef DO_float
#undef DO_double
#define DO_float(arity, name, operation) CHECK_ROW(float, arity, name, operation)
#define DO_double(arity, name, operation)
#define DIRECTED(T, arity, name, operation) DO_##T(arity, name, operation)
#include <softwarp/math/functions.def>
    check_roots(in, roots, n);
}

static void check_doubles() {
    std::vector<several<double>> all = some_samples<double>();
    const several<double> *in = shared_copy(all);
    int n = (int)all.size();
    double *out = results_of<double>(in, n, DOUBLES, nullptr);
#undef DO_float
#undef DO_double
#define DO_float(arity, name, operation)
#define DO_double(arity, name, operation) CHECK_ROW(double, arity, name, operation)
#define DIRECTED(T, arity, name, operation) DO_##T(arity, name, operation)
#include <softwarp/math/functions.def>
}

__global__ void keep_apart(float *out, float x, float y, float z) {
    out[0] = __fadd_rn(__fmul_rn(x, y), z);
    out[1] = __fsub_rn(__fmul_rn(x, y), z);
    out[2] = fmaf(x, y, z);
}

int main() {
    check_floats();
    check_doubles();
    float *out = managed<float>(3);
    const float x = 1 + 0x1p-12f, z = -(1 + 0x1p-11f);
    keep_apart<<<1, 1>>>(out, x, x, z);
    FINISH();
    CHECK_EQUAL(0.0f, out[0]);
    CHECK_EQUAL(2 + 0x1p-10f, out[1]);
    CHECK_EQUAL(0x1p-24f, out[2]);
    return check_result();
}
