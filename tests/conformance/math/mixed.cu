/* Types and values of functions of two arguments that are mixed: a double unless both are floats ([cmath.syn]), in kernels
 * as on the host, also where one is a whole number. Of CUDA's own functions for lengths and quotients only those with an f
 * at their end have floats. (nvcc: --expt-relaxed-constexpr.) */
// NO-GPU: it prints nothing; types are asked by static_assert, and the host computes the values
#include "../conformance.h"

#include <cmath>
#include <type_traits>

/* As nvcc has no overload of these for a pair of float and whole number, either, the class is a float. */
struct Proxy {
    float value;
    __host__ __device__ operator float() const { return value; }
};

template <class T, class U>
using Wanted = std::conditional_t<std::is_same<T, float>::value && std::is_same<U, float>::value, float, double>;

#define IS(want, call) static_assert(std::is_same<decltype(call), want>::value, #call " is no " #want);
#define EACH_FUNCTION(F) F(pow) F(atan2) F(fmod) F(hypot) F(copysign) F(fmax) F(fmin) F(fdim) F(nextafter) F(remainder)
#define ASK(f) IS(R, ::f(T(), U())) IS(R, std::f(T(), U()))

template <class T, class U> __host__ __device__ void ask() {
    using R = Wanted<T, U>;
    EACH_FUNCTION(ASK)
    IS(double, norm3d(T(), U(), T()))
    IS(double, rnorm3d(T(), U(), T()))
    IS(double, norm4d(T(), U(), T(), U()))
    IS(double, rnorm4d(T(), U(), T(), U()))
    IS(double, rhypot(T(), U()))
}
template <class T> __host__ __device__ void ask_all() {
    ask<T, bool>(), ask<T, char>(), ask<T, signed char>(), ask<T, unsigned char>(), ask<T, short>();
    ask<T, unsigned short>(), ask<T, int>(), ask<T, unsigned>(), ask<T, long>(), ask<T, unsigned long>();
    ask<T, long long>(), ask<T, unsigned long long>(), ask<T, float>(), ask<T, double>();
}

__global__ void types() {
    ask_all<bool>(), ask_all<char>(), ask_all<short>(), ask_all<int>(), ask_all<unsigned long>(), ask_all<long long>();
    ask_all<float>(), ask_all<double>();
    IS(double, fdivide(1.0f, 2.0f))
    IS(float, pow(Proxy(), 2)) IS(float, pow(Proxy(), Proxy())) IS(float, pow(1.0f, Proxy()))
    IS(float, rsqrt(1.0f)) IS(float, powf(1, 2)) IS(float, norm3df(1, 2, 3)) IS(float, fdividef(1, 2))
}

enum { COUNT = 64, POWERS = 3, LENGTHS = 6, ALL = 2 * POWERS + LENGTHS };

__host__ __device__ void powers(double *out, float f, int n) {
    out[0] = pow(f, n);
    out[1] = std::pow(f, (short)n);
    out[2] = ::pow(f - 1, 3u);
}

__global__ void values(double *out, const float *x, const int *n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float f = x[i];
    double *row = out + ALL * i;
    powers(row, f, n[i]);
    powers(row + POWERS, 2.0f, 200);
    double *lengths = row + 2 * POWERS;
    lengths[0] = norm3d(f, f, f);
    lengths[1] = rnorm3d(f, f, f);
    lengths[2] = norm4d(f, f, f, f);
    lengths[3] = rnorm4d(f, f, f, f);
    lengths[4] = rhypot(f, f);
    lengths[5] = fdivide(f, 3.0f);
}

static void expect_near(double want, double got) {
    EXPECT_EQ(std::fabs(got - want) <= 1e-14 * std::fabs(want), true);
}

static void compare(const std::vector<float> &x, const std::vector<int> &n, const std::vector<double> &out) {
    for (int i = 0; i < COUNT; i++) {
        double d = x[i], want[ALL];
        powers(want, x[i], n[i]);
        powers(want + POWERS, 2.0f, 200);
        const double lengths[LENGTHS] = {d * std::sqrt(3.0), 1 / (d * std::sqrt(3.0)), 2 * d, 1 / (2 * d),
                                         1 / (d * std::sqrt(2.0)), d / 3};
        for (int k = 0; k < ALL; k++)
            expect_near(k < 2 * POWERS ? want[k] : lengths[k - 2 * POWERS], out[ALL * i + k]);
    }
}

int main() {
    std::vector<float> x(COUNT);
    std::vector<int> n(COUNT);
    for (int i = 0; i < COUNT; i++) {
        x[i] = 1.1f + 0.37f * i;
        n[i] = i % 5 == 0 ? 2 : i - COUNT / 2;
    }
    DeviceArray<float> in(x);
    DeviceArray<int> exponents(n);
    DeviceArray<double> out(COUNT * ALL);
    types<<<1, 1>>>();
    values<<<2, COUNT / 2>>>(out, in, exponents);
    CHECK_LAUNCH();
    compare(x, n, out.host());
    return finish();
}
