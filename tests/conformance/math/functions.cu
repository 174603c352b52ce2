/* The functions of one argument that CUDA shares with C, single and double, over their domains, against the C library
 * in long double. The bounds are the CUDA guide's (Mathematical Functions, Standard Functions), rounded up a little. */
#include "near.h"

/* F(name, from, to, float bound in ulps, double bound) */
#define FUNCTIONS(F)                    \
    F(sqrt, 0, 1e6, 0.5, 0.5)           \
    F(cbrt, -1e6, 1e6, 1, 1)            \
    F(exp, -80, 80, 2, 1)               \
    F(exp2, -120, 120, 2, 1)            \
    F(expm1, -20, 20, 1, 1)             \
    F(log, 1e-6, 1e6, 1, 1)             \
    F(log2, 1e-6, 1e6, 1, 1)            \
    F(log10, 1e-6, 1e6, 2, 1)           \
    F(log1p, -0.999, 1e3, 1, 1)         \
    F(sin, -1000, 1000, 2, 2)           \
    F(cos, -1000, 1000, 2, 2)           \
    F(tan, -1.5, 1.5, 4, 2)             \
    F(asin, -1, 1, 2, 2)                \
    F(acos, -1, 1, 2, 2)                \
    F(atan, -100, 100, 2, 2)            \
    F(sinh, -20, 20, 3, 2)              \
    F(cosh, -20, 20, 2, 2)              \
    F(tanh, -10, 10, 2, 2)              \
    F(asinh, -1e3, 1e3, 3, 3)           \
    F(acosh, 1, 1e3, 4, 3)              \
    F(atanh, -0.999, 0.999, 3, 2)       \
    F(erf, -4, 4, 2, 2)                 \
    F(erfc, -4, 6, 4, 5)                \
    F(tgamma, 0.1, 30, 5, 10)           \
    F(lgamma, 0.1, 30, 6, 4)            \
    F(ceil, -1e5, 1e5, 0, 0)            \
    F(floor, -1e5, 1e5, 0, 0)           \
    F(trunc, -1e5, 1e5, 0, 0)           \
    F(round, -1e5, 1e5, 0, 0)           \
    F(rint, -1e5, 1e5, 0, 0)            \
    F(nearbyint, -1e5, 1e5, 0, 0)       \
    F(fabs, -1e5, 1e5, 0, 0)            \
    F(logb, 1e-6, 1e6, 0, 0)

#define COUNT 257
enum {
#define NAME(name, ...) of_##name,
    FUNCTIONS(NAME) FUNCTION_COUNT
};

/* Evenly spread, both ends included, with simple fractions among them. */
__host__ __device__ inline double sample(double from, double to, int i) {
    return i == COUNT - 1 ? to : from + (to - from) * i / (COUNT - 1);
}

__global__ void compute(float *single, float *overloaded, double *wide) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= COUNT) return;
#define CALL(name, from, to, float_bound, double_bound)          \
    {                                                            \
        float x = (float)sample(from, to, i);                    \
        single[of_##name * COUNT + i] = name##f(x);              \
        overloaded[of_##name * COUNT + i] = std::name(x);        \
        wide[of_##name * COUNT + i] = name(sample(from, to, i)); \
    }
    FUNCTIONS(CALL)
}

int main() {
    float *single = managed<float>(FUNCTION_COUNT * COUNT), *overloaded = managed<float>(FUNCTION_COUNT * COUNT);
    double *wide = managed<double>(FUNCTION_COUNT * COUNT);
    compute<<<5, 64>>>(single, overloaded, wide);
    FINISH();
#define COMPARE(name, from, to, float_bound, double_bound)                               \
    for (int i = 0; i < COUNT; i++) {                                                    \
        int k = of_##name * COUNT + i;                                                   \
        double x = sample(from, to, i);                                                  \
        float f = (float)x;                                                              \
        CHECK_ULPS(#name "f", i, f, name##l((long double)f), single[k], float_bound);    \
        CHECK_AT(k, single[k], overloaded[k]);                                           \
        CHECK_ULPS(#name, i, x, name##l((long double)x), wide[k], double_bound);         \
    }
    FUNCTIONS(COMPARE)
    return check_result();
}
