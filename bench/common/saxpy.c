/* y = a x + y in place. Small whole numbers, and a changes its sign from run to run: y alternates between two states,
 * both exact, so nothing has to be copied back between runs. */
#include "workload.h"

static float initial_x(int i) {
    return (float)(i % 1021);
}

static float initial_y(int i) {
    return (float)(i % 509);
}

void make_saxpy(void) {
    if (bench.saxpy.x)
        return;
    bench.saxpy.x = bench_allocate(SAXPY_N * sizeof(float));
    bench.saxpy.y = bench_allocate(SAXPY_N * sizeof(float));
    bench.saxpy.a = -2.0f;
    for (int i = 0; i < SAXPY_N; i++) {
        bench.saxpy.x[i] = initial_x(i);
        bench.saxpy.y[i] = initial_y(i);
    }
}

void reset_saxpy(void) {
    bench.saxpy.a = -bench.saxpy.a;
}

bool check_saxpy(void) {
    float added = bench.saxpy.a > 0 ? bench.saxpy.a : 0;

    for (int i = 0; i < SAXPY_N; i++) {
        float expected = initial_y(i) + added * initial_x(i);
        if (bench.saxpy.y[i] != expected) {
            bench_say("y[%d] %g, expected %g", i, bench.saxpy.y[i], expected);
            return false;
        }
    }
    return true;
}
