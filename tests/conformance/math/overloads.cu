/* Which function a call means: C++ overloads of math functions, std:: names, mixed arguments, min and max, on host and
 * device; types by static_assert, values by comparison of the two. (nvcc: --expt-relaxed-constexpr.) */
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include "../check.h"

#define IS(type, call) static_assert(std::is_same<decltype(call), type>::value, #call " is not " #type);

/* Global and std:: names side by side; the compiler sees this in both passes and for both sides. */
template <int> __host__ __device__ int fill(double *out, int i, float f, double d, long l, unsigned u, long long ll) {
    IS(float, sqrt(f)) IS(double, sqrt(d)) IS(double, sqrt(i)) IS(float, std::sqrt(f)) IS(double, std::sqrt(i))
    IS(float, fabs(f)) IS(float, abs(f)) IS(int, abs(i)) IS(long, abs(l)) IS(long long, abs(ll)) IS(double, abs(d))
    IS(float, std::abs(f)) IS(int, std::abs(i)) IS(long long, std::abs(ll))
    IS(float, pow(f, f)) IS(double, pow(f, d)) IS(double, pow(d, i)) IS(double, std::pow(i, i))
    IS(float, fmin(f, f)) IS(double, fmax(f, d)) IS(float, std::fma(f, f, f)) IS(float, floor(f)) IS(float, exp(f))
    IS(int, min(i, i)) IS(unsigned, min(u, i)) IS(unsigned, max(i, u)) IS(float, min(f, f)) IS(double, max(f, d))
    IS(long, max(l, l)) IS(long long, min(ll, ll)) IS(double, min(d, f))
    IS(float, rsqrt(f)) IS(double, rsqrt(d)) IS(float, sinpi(f)) IS(float, exp10(f)) IS(float, normcdf(f))
    int n = 0;
    out[n++] = sqrt(f) + std::sqrt(d) + sqrt(i);
    out[n++] = std::abs(-f) + abs(-d) + abs(-i) + std::abs(-ll) + labs(-l);
    out[n++] = pow(f, 2) + std::pow(d, 2) + pow(i, 2) + powf(f, 3.0f);
    out[n++] = min(i, 3) + max(u, 5u) + min(-1, u) + max(f, 2.5f) + min(d, 1.5f) + max(ll, 12345678901ll);
    out[n++] = std::min(i, 3) + std::max(d, 0.25) + std::max<float>(f, 100.0f);
    out[n++] = fmin(f, 2.0f) + fmax(d, f) + std::fmin(i, 1.5);
    out[n++] = floor(-f) + ceil(d) + trunc(f) + std::round(d) + rint(f) + floor(i);
    out[n++] = fma(f, f, f) + std::fma(d, d, d) + fmod(f, 0.75f) + std::hypot(3.0f, 4.0f);
    out[n++] = std::isnan(f) + std::isinf(d) * 2 + std::isfinite(f) * 4 + std::signbit(-d) * 8;
    out[n++] = isnan(f) + isinf(d) * 2 + isfinite(f) * 4 + signbit(-f) * 8;
    out[n++] = std::numeric_limits<float>::max() + std::numeric_limits<int>::min();
    out[n++] = ldexp(f, 3) + std::ldexp(d, -2) + scalbn(f, 2) + ilogb(d);
    out[n++] = lround(f) + std::lround(d) + lrint(f) + llrint(d) + llround(f);
    out[n++] = INFINITY > f ? 1 : 2;
    out[n++] = M_PI + HUGE_VAL * 0;
    out[n++] = copysign(f, -1.0f) + std::copysign(d, -0.0) + nextafter(f, 10.0f);
    out[n++] = cbrt(27.0f) + std::exp2(3.0f) + log2(8.0f) + std::log10(d) * 0;
    return n;
}

#define COUNT 64
__global__ void on_device(double *out, int *count, int i, float f, double d, long l, unsigned u, long long ll) {
    *count = fill<1>(out, i, f, d, l, u, ll);
}

#if defined(__clang__) && defined(__CUDA__)
/* std::complex arithmetic in device code, which nvcc does not allow. */
__global__ void complex_numbers(std::complex<float> *c) {
    c[2] = c[0] * c[1] + c[0];
    c[3] = std::conj(c[0]) - c[1];
    c[4] = std::complex<float>(std::abs(c[0]), std::norm(c[1]));
}
static void check_complex() {
    typedef std::complex<float> complex;
    complex *c = managed<complex>(5);
    c[0] = complex(3, 4);
    c[1] = complex(1, -2);
    complex_numbers<<<1, 1>>>(c);
    FINISH();
    CHECK(c[2] == complex(14, 2));
    CHECK(c[3] == complex(2, -2));
    CHECK(c[4] == complex(5, 5));
}
#else
static void check_complex() {}
#endif

int main() {
    double *device = managed<double>(COUNT), host[COUNT];
    int *count = managed<int>(1), n = fill<0>(host, 7, 1.5f, 2.25, -9, 4, 1ll << 40);
    on_device<<<1, 1>>>(device, count, 7, 1.5f, 2.25, -9, 4, 1ll << 40);
    FINISH();
    CHECK_EQUAL(n, *count);
    for (int i = 0; i < n; i++) CHECK_AT(i, host[i], device[i]);
    check_complex();
    return check_result();
}
