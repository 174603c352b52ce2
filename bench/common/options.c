/* Black-Scholes prices of European options. */
#include "workload.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-6; /* sum of the errors, relative to the sum of the prices */
static double expected_call[OPTIONS_N], expected_put[OPTIONS_N];

/* The cumulative normal distribution, by the polynomial that the kernels use as well. */
static double normal(double d) {
    double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
    double tail = 0.39894228040143267794 * exp(-0.5 * d * d) * k *
                  (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));

    return d > 0 ? 1.0 - tail : tail;
}

static void price(int i) {
    double s = bench.options.price[i], x = bench.options.strike[i], t = bench.options.years[i];
    double r = OPTIONS_RATE, v = OPTIONS_VOLATILITY, root = sqrt(t);
    double d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * root), d2 = d1 - v * root;
    double discounted = x * exp(-r * t);

    expected_call[i] = s * normal(d1) - discounted * normal(d2);
    expected_put[i] = discounted * (1.0 - normal(d2)) - s * (1.0 - normal(d1));
}

static float *make_array(void) {
    return bench_allocate(OPTIONS_N * sizeof(float));
}

void make_options(void) {
    struct bench_random random = {5347};

    if (bench.options.price)
        return;
    bench.options.price = make_array();
    bench.options.strike = make_array();
    bench.options.years = make_array();
    bench.options.call = make_array();
    bench.options.put = make_array();
    for (int i = 0; i < OPTIONS_N; i++) {
        bench.options.price[i] = 5.0f + 25.0f * bench_random_float(&random);
        bench.options.strike[i] = 1.0f + 99.0f * bench_random_float(&random);
        bench.options.years[i] = 0.25f + 9.75f * bench_random_float(&random);
        price(i);
    }
}

/* Poisons only the first page: writing all of it would change what the caches hold. */
void reset_options(void) {
    memset(bench.options.call, 0xff, 4096);
    memset(bench.options.put, 0xff, 4096);
}

bool check_options(void) {
    double errors = 0, prices = 0;

    for (int i = 0; i < OPTIONS_N; i++) {
        errors += fabs(bench.options.call[i] - expected_call[i]) + fabs(bench.options.put[i] - expected_put[i]);
        prices += fabs(expected_call[i]) + fabs(expected_put[i]);
    }
    bench_say("relative error %.1e", errors / prices);
    return errors / prices < TOLERANCE;
}
