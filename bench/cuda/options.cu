/* Black-Scholes: an option per thread; exp, log, sqrt and divisions. */
#include "run.h"

__device__ float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float polynomial = 1.781477937f + k * (-1.821255978f + k * 1.330274429f);
    polynomial = 0.31938153f + k * (-0.356563782f + k * polynomial);
    float tail = 0.39894228f * expf(-0.5f * d * d) * (k * polynomial);

    return d > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years,
                              float r, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float n1 = normal(d1), n2 = normal(d2), discounted = x * expf(-r * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}

extern "C" void run_options(void)
{
    black_scholes<<<OPTIONS_N / BLOCK, BLOCK>>>(bench.options.call, bench.options.put, bench.options.price,
                                                bench.options.strike, bench.options.years, OPTIONS_RATE,
                                                OPTIONS_VOLATILITY, OPTIONS_N);
    finish_launch("options");
}
