// UNSUPPORTED: quick
/* Bessel functions of the first and second kind, in single and double precision: ulps below 8, where their first zeros
 * are, and absolute errors elsewhere. */
#include "bessel_reference.h"
#include "report.h"

/* The guide: 2.2e-6 and 5e-12 for j0, j1, y0, y1 from 8 on, for jn with n = 128, for yn with x from n, or 1.5 n, on. */
template <typename T> double absolute_error() { return sizeof(T) == 4 ? 2.2e-6 : 5e-12; }

enum {
#define MATH_BESSEL(name, ...) of_##name,
#define MATH_BESSEL_N(name) of_##name,
#include <softwarp/math/functions.def>
    FUNCTIONS
};
enum { ORDERS = 5 };
__constant__ const int orders[ORDERS] = {2, 3, 20, 128, -1};
static const int host_orders[ORDERS] = {2, 3, 20, 128, -1};

__global__ void compute(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define MATH_BESSEL(name, ...) out[of_##name * n + i] = name##f(in[i]);
#include <softwarp/math/functions.def>
}
__global__ void compute(const double *in, double *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define MATH_BESSEL(name, ...) out[of_##name * n + i] = name(in[i]);
#include <softwarp/math/functions.def>
}
__global__ void compute_orders(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define MATH_BESSEL_N(name)          \
    for (int k = 0; k < ORDERS; k++) \
        out[(size_t)((of_##name - of_jn) * ORDERS + k) * n + i] = name##f(orders[k], in[i]);
#include <softwarp/math/functions.def>
}
__global__ void compute_orders(const double *in, double *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define MATH_BESSEL_N(name) \
    for (int k = 0; k < ORDERS; k++) out[(size_t)((of_##name - of_jn) * ORDERS + k) * n + i] = name(orders[k], in[i]);
#include <softwarp/math/functions.def>
}

/* What series in 113 bits leave uncertain, near zeros of the function, is not held against a result. */
template <typename T>
void check_one(const char *name, const T *in, const T *out, int n, long double (*exact)(long double), double ulps) {
    char label[60], bound[60];
    std::snprintf(label, sizeof label, "%s%s(%s)", name, suffix_of<T>(), type_name<T>());
    std::snprintf(bound, sizeof bound, "within %g ulp below 8, %g above", ulps, absolute_error<T>());
    report<T> row(label);
    int specials = (int)special_values<T>().size();
    for (int i = 0; i < n; i++) {
        long double wanted = exact(in[i]);
        if (i < specials) row.special(wanted, out[i], in[i]);
        if (std::fabs(in[i]) < 8 && !(fabsl(wanted) < 0x1p-51L && fabsl(in[i]) > 0.5))
            row.near(wanted, out[i], ulps, in[i]);
        else
            row.within(wanted, out[i], absolute_error<T>(), in[i]);
    }
    row.print(bound);
}

/* jn for every x; yn's bound of the guide in single precision below n, absolute from n, or 1.5 n, on. */
template <typename T> void check_order(const char *name, int order, const T *in, const T *out, int n) {
    char label[80], bound[80];
    bool second = name[0] == 'y';
    std::snprintf(label, sizeof label, "%s%s(int, %s)", name, suffix_of<T>(), type_name<T>());
    std::snprintf(bound, sizeof bound, "order %d, within %g", order, absolute_error<T>());
    report<T> row(label);
    for (int i = 0; i < n; i++) {
        double x = in[i];
        if (order < 0) {
            row.special(NAN, out[i], order, x);
        } else if (x > 1e6 || (second && x < 0)) {
            continue;
        } else if (second && x < 1.5 * order) {
            if (sizeof(T) == 4 && x < order) row.near(ynl(order, x), out[i], std::ceil(2 + 2.5 * order), order, x);
        } else {
            row.within(second ? ynl(order, x) : jnl(order, x), out[i], absolute_error<T>(), order, x);
        }
    }
    row.print(bound);
}

/* Near zeros of the functions, at distances from far to close. */
template <typename T> void add_zeros(std::vector<T> &to) {
    const double zeros[] = {2.404825557695773, 5.520078110286311,  3.8317059702075125,
                            7.015586669815619, 0.8935769662791675, 3.957678419314858,
                            7.086051060301773, 2.197141326031017,  5.429681040794135};
    for (double zero : zeros) {
        for (int k = 3; k < 40; k++)
            for (int sign = -1; sign <= 1; sign += 2) to.push_back((T)(zero + sign * std::ldexp(1, -k) * 1.234));
        add_neighbours(to, (T)zero, 20);
    }
}

template <typename T> void check_type() {
    std::vector<T> all = samples_of<T>(0, 9, 12);
    add_zeros(all);
    int n = (int)all.size();
    T *in = shared_copy(all), *out = managed<T>((size_t)n * FUNCTIONS), *ordered = managed<T>((size_t)n * 2 * ORDERS);
    compute<<<(n + 127) / 128, 128>>>(in, out, n);
    FINISH();
#define MATH_BESSEL(name, float_ulps, double_ulps) \
    check_one(#name, in, out + of_##name * n, n, exact_##name, sizeof(T) == 4 ? float_ulps : double_ulps);
#include <softwarp/math/functions.def>

    std::vector<T> some;
    random_bits random(3);
    for (int i = 0; i < 1500; i++) some.push_back((T)random.within(0, i & 1 ? 400 : 10));
    n = (int)some.size();
    in = shared_copy(some);
    compute_orders<<<(n + 127) / 128, 128>>>(in, ordered, n);
    FINISH();
#define MATH_BESSEL_N(name)          \
    for (int k = 0; k < ORDERS; k++) \
        check_order(#name, host_orders[k], in, ordered + (size_t)((of_##name - of_jn) * ORDERS + k) * n, n);
#include <softwarp/math/functions.def>
}

int main() {
    check_type<float>();
    check_type<double>();
    return check_result();
}
