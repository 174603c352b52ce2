/* y = a x + y: a parallel, vectorised loop. */
#include "../common/bench.h"

void run_saxpy(void) {
    const float *restrict x = bench.saxpy.x;
    float *restrict y = bench.saxpy.y;
    const float a = bench.saxpy.a;

#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < SAXPY_N; i++)
        y[i] = a * x[i] + y[i];
}
