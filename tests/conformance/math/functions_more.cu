/* Functions of several arguments or results that CUDA shares with C, and their special values.
 * (nvcc: --expt-relaxed-constexpr, for the calls with integers and of classification macros.) */
#include "near.h"

#define PAIRS 400
static double first_of(int i) { return (i % 20 - 10) * 0.75 + (i % 3) * 0.001; }
static double second_of(int i) { return (i / 20 - 9.5) * 0.5; }

/* F(name, float bound, double bound) */
#define BINARY(F)         \
    F(pow, 9, 2)          \
    F(atan2, 3, 2)        \
    F(hypot, 3, 2)        \
    F(fmod, 0, 0)         \
    F(remainder, 0, 0)    \
    F(fdim, 0.5, 0.5)     \
    F(fmin, 0, 0)         \
    F(fmax, 0, 0)         \
    F(copysign, 0, 0)
enum {
#define NAME(name, ...) of_##name,
    BINARY(NAME) BINARY_COUNT
};

__global__ void binary(const double *x, const double *y, float *single, double *wide) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= PAIRS) return;
    float xf = (float)x[i], yf = (float)y[i];
#define CALL(name, ...)                                     \
    single[of_##name * PAIRS + i] = std::name(xf, yf);      \
    wide[of_##name * PAIRS + i] = name(x[i], y[i]);
    BINARY(CALL)
}

static void check_binary() {
    double *x = managed<double>(PAIRS), *y = managed<double>(PAIRS), *wide = managed<double>(PAIRS * BINARY_COUNT);
    float *single = managed<float>(PAIRS * BINARY_COUNT);
    for (int i = 0; i < PAIRS; i++) x[i] = first_of(i), y[i] = second_of(i);
    binary<<<4, 128>>>(x, y, single, wide);
    FINISH();
    for (int i = 0; i < PAIRS; i++) {
        float xf = (float)x[i], yf = (float)y[i];
#define COMPARE(name, float_bound, double_bound)                                                                \
    CHECK_ULPS(#name "f", i, xf, name##l(xf, yf), single[of_##name * PAIRS + i], float_bound);                  \
    CHECK_ULPS(#name, i, x[i], name##l(x[i], y[i]), wide[of_##name * PAIRS + i], double_bound);
        BINARY(COMPARE)
    }
}

/* One thread, many odd calls; the host makes the same calls of the C library. */
#define ODD(F)                                                                                         \
    F(fma(1.0 + 0x1p-30, 1.0 - 0x1p-30, -1.0))                                                         \
    F(fmaf(1.0f + 0x1p-12f, 1.0f - 0x1p-12f, -1.0f))                                                   \
    F(ldexp(0.75, 11)) F(ldexpf(0.75f, -140)) F(scalbn(3.0, -1073)) F(scalbnf(1.5f, 127)) \
    F(scalbln(1.0, 100000L))                                                                           \
    F(ilogb(1000.0)) F(ilogbf(0.001f)) F(lrint(2.5)) F(lrintf(3.5f)) F(llrint(-2.5)) F(lround(2.5)) F(lroundf(-2.5f)) \
    F(llround(1e15 + 0.5)) F(nextafter(1.0, 2.0)) F(nextafterf(1.0f, 0.0f)) F(rint(-0.5)) F(round(-0.5)) \
    F(trunc(-0.5))                                                                                     \
    F(pow(0.0, 0.0)) F(pow(-2.0, 3.0)) F(pow(-2.0, 0.5)) F(powf(2.0f, -149.0f)) F(exp(1000.0)) F(exp(-1000.0))  \
    F(log(0.0)) F(log(-1.0)) F(sqrt(-1.0)) F(sqrtf(-0.0f)) F(fmin((double)NAN, 1.0)) F(fmax(1.0f, NAN))    \
    F(fmod(5.0, 0.0))                                                                                  \
    F(atan2(0.0, -1.0)) F(atan2(-0.0, -1.0)) F(hypot(-3.0, 4.0)) F(asin(2.0)) F(acosh(0.5)) F(atanh(1.0)) \
    F(std::isnan(0.0 / one)) F(std::isinf(1e300 * 1e300 * one)) F(std::isfinite(one)) F(std::signbit(-0.0 * one))  \
    F(std::isnormal(1e-310 * one)) F(isnan(one / 0.0 - one / 0.0)) \
    F(abs(-5)) F(abs(-5.5)) F(abs(-5.5f)) F(labs(-5L)) F(llabs(-5LL)) F(std::abs(-7LL)) F(fabs(-2)) \
    F(floor(7) + ceil(7))

__global__ void odd(double *out, double one) {
#define STORE(call) *out++ = (double)(call);
    ODD(STORE)
    int exponent, quotient;
    double whole;
    *out++ = frexp(48.0, &exponent);
    *out++ = exponent;
    *out++ = modf(-3.25, &whole);
    *out++ = whole;
    *out++ = remquo(29.0, 3.0, &quotient);
    *out++ = quotient & 7;
    float sine, cosine;
    sincosf(0.5f, &sine, &cosine);
    *out++ = sine;
    *out++ = cosine;
}

int main() {
    check_binary();
    double *out = managed<double>(100), one = 1;
    volatile double keep = one;
    odd<<<1, 1>>>(out, one);
    FINISH();
    one = keep;
    int k = 0;
#define CHECK_CALL(call)                                                       \
    if (!check_same((double)(call), out[k])) std::printf("%s:\n", #call);      \
    CHECK_AT(k, (double)(call), out[k]);                                       \
    k++;
    ODD(CHECK_CALL)
    const double rest[] = {0.75, 6, -0.25, -3, -1, 2, sinf(0.5f), cosf(0.5f)};
    for (int i = 0; i < 8; i++) CHECK_ULPS("frexp, modf, remquo, sincosf", i, 0, rest[i], (float)out[k + i], 1);
    return check_result();
}
