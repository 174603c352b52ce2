/* Black-Scholes, vectorised through the C library's vector functions. Compiled with -ffast-math, which gcc asks for
 * before it uses them. */
#include "../common/bench.h"

#include <math.h>

#pragma omp declare simd notinbranch
static inline float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float polynomial = 1.781477937f + k * (-1.821255978f + k * 1.330274429f);
    polynomial = 0.31938153f + k * (-0.356563782f + k * polynomial);
    float tail = 0.39894228f * expf(-0.5f * d * d) * (k * polynomial);

    return d > 0 ? 1.0f - tail : tail;
}

void run_options(void) {
    const float r = OPTIONS_RATE, v = OPTIONS_VOLATILITY;
    const float *restrict price = bench.options.price, *restrict strike = bench.options.strike;
    const float *restrict years = bench.options.years;
    float *restrict call = bench.options.call, *restrict put = bench.options.put;

#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < OPTIONS_N; i++) {
        float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float n1 = normal(d1), n2 = normal(d2), discounted = x * expf(-r * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}
