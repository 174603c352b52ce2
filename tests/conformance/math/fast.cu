/* The fast single precision functions: within the error bounds that the CUDA guide states (Intrinsic Functions), and
 * their special values. */
#include "near.h"

#define COUNT 512
struct results {
    float sine, cosine, tangent, both[2], e, ten, logarithm, binary, decimal, power, quotient, saturated;
};
static double fraction(int i) { return (i + 0.5) / COUNT; }

__global__ void compute(const float *fractions, results *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float f = fractions[i], angle = (2 * f - 1) * 3.14159274f;
    results *r = &out[i];
    r->sine = __sinf(angle);
    r->cosine = __cosf(angle);
    r->tangent = __tanf(angle * 0.25f);
    __sincosf(angle, &r->both[0], &r->both[1]);
    r->e = __expf(40 * f - 20);
    r->ten = __exp10f(20 * f - 10);
    r->logarithm = __logf(100 * f);
    r->binary = __log2f(100 * f);
    r->decimal = __log10f(100 * f);
    r->power = __powf(1 + f, 3.5f);
    r->quotient = __fdividef(1 + f, 0.1f + f);
    r->saturated = __saturatef(4 * f - 2);
}

#define WITHIN(name, i, exact, got, tolerance)                                                          \
    do {                                                                                                \
        if (!(std::fabs((double)(exact) - (double)(got)) <= (tolerance)))                               \
            check_failed(__FILE__, __LINE__, name, i, (double)(exact), (double)(got));                  \
    } while (0)

__global__ void special(float *out, float nan, float infinity) {
    out[0] = __saturatef(nan);
    out[1] = __saturatef(-0.5f);
    out[2] = __saturatef(infinity);
    out[3] = __expf(-infinity);
    out[4] = __logf(0.0f);
    out[5] = __fdividef(1.0f, infinity);
    out[6] = __powf(2.0f, 10.0f);
    out[7] = __expf(0.0f);
}

int main() {
    float *fractions = managed<float>(COUNT);
    results *out = managed<results>(COUNT);
    for (int i = 0; i < COUNT; i++) fractions[i] = (float)fraction(i);
    compute<<<COUNT / 64, 64>>>(fractions, out);
    FINISH();
    for (int i = 0; i < COUNT; i++) {
        float f = fractions[i], angle = (2 * f - 1) * 3.14159274f;
        const results &r = out[i];
        double absolute = std::ldexp(1, -21);
        WITHIN("__sinf", i, std::sin((double)angle), r.sine, absolute);
        WITHIN("__cosf", i, std::cos((double)angle), r.cosine, absolute);
        WITHIN("__tanf", i, std::tan(0.25 * angle), r.tangent, 4 * absolute);
        WITHIN("__sincosf", i, std::sin((double)angle), r.both[0], absolute);
        WITHIN("__sincosf", i, std::cos((double)angle), r.both[1], absolute);
        double x = (double)(40 * f - 20);
        CHECK_ULPS("__expf", i, x, expl(x), r.e, 2 + std::floor(std::fabs(1.173 * x)) + 1);
        x = (double)(20 * f - 10);
        CHECK_ULPS("__exp10f", i, x, powl(10, x), r.ten, 2 + std::floor(std::fabs(2.97 * x)) + 1);
        x = (double)(100 * f);
        if (x >= 0.5 && x <= 2) {
            WITHIN("__logf", i, std::log(x), r.logarithm, absolute);
            WITHIN("__log2f", i, std::log2(x), r.binary, absolute);
            WITHIN("__log10f", i, std::log10(x), r.decimal, absolute);
        } else {
            CHECK_ULPS("__logf", i, x, logl(x), r.logarithm, 3);
            CHECK_ULPS("__log2f", i, x, log2l(x), r.binary, 2);
            CHECK_ULPS("__log10f", i, x, log10l(x), r.decimal, 3);
        }
        CHECK_ULPS("__powf", i, 1 + f, powl(1 + f, 3.5L), r.power, 16);
        CHECK_ULPS("__fdividef", i, f, (long double)(1 + f) / (0.1f + f), r.quotient, 3);
        float wide = 4 * f - 2;
        CHECK_AT(i, wide < 0 ? 0.0f : wide > 1 ? 1.0f : wide, r.saturated);
    }
    float *values = managed<float>(8);
    special<<<1, 1>>>(values, NAN, INFINITY);
    FINISH();
    const float expected[] = {0, 0, 1, 0, -INFINITY, 0, 1024, 1};
    for (int i = 0; i < 8; i++) CHECK_AT(i, expected[i], values[i]);
    return check_result();
}
