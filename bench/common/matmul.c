/* Product of two square matrices. */
#include "workload.h"

#include <math.h>
#include <string.h>

enum { N = MATMUL_N };

static const double TOLERANCE = 1e-3; /* absolute, on sums of 512 products of numbers in [-0.5, 0.5) */
static double expected[N][N];

static void make_reference(void) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            double a = bench.matmul.a[i * N + k];
            for (int j = 0; j < N; j++)
                expected[i][j] += a * bench.matmul.b[k * N + j];
        }
}

void make_matmul(void) {
    struct bench_random random = {5};

    if (bench.matmul.a)
        return;
    bench.matmul.a = bench_allocate(N * N * sizeof(float));
    bench.matmul.b = bench_allocate(N * N * sizeof(float));
    bench.matmul.c = bench_allocate(N * N * sizeof(float));
    for (int i = 0; i < N * N; i++) {
        bench.matmul.a[i] = bench_random_float(&random) - 0.5f;
        bench.matmul.b[i] = bench_random_float(&random) - 0.5f;
    }
    make_reference();
}

void reset_matmul(void) {
    memset(bench.matmul.c, 0, N * N * sizeof(float));
}

bool check_matmul(void) {
    double worst = 0;

    for (int i = 0; i < N * N; i++) {
        double error = fabs(bench.matmul.c[i] - expected[i / N][i % N]);
        if (!(error <= worst))
            worst = error;
    }
    bench_say("largest error %.1e", worst);
    return worst < TOLERANCE;
}
