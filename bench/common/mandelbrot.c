/* After how many steps each point leaves the circle. Programs may contract multiplications and additions or not, so a
 * few points near the edge of the set may differ. */
#include "workload.h"

#include <string.h>

enum { POINTS = MANDELBROT_SIDE * MANDELBROT_SIDE };

static int expected[POINTS];

static int steps_of(float cx, float cy) {
    float x = 0, y = 0;
    int steps = 0;

    while (steps < MANDELBROT_STEPS && x * x + y * y < 4.0f) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        steps++;
    }
    return steps;
}

void make_mandelbrot(void) {
    if (bench.mandelbrot.steps)
        return;
    bench.mandelbrot.steps = bench_allocate(POINTS * sizeof(int));
    for (int i = 0; i < POINTS; i++)
        expected[i] = steps_of(MANDELBROT_LEFT + (i % MANDELBROT_SIDE) * MANDELBROT_STEP,
                               MANDELBROT_BOTTOM + (i / MANDELBROT_SIDE) * MANDELBROT_STEP);
}

void reset_mandelbrot(void) {
    memset(bench.mandelbrot.steps, 0xff, POINTS * sizeof(int));
}

bool check_mandelbrot(void) {
    int different = 0;

    for (int i = 0; i < POINTS; i++)
        different += bench.mandelbrot.steps[i] != expected[i];
    bench_say("%d points differ", different);
    return different < POINTS / 100;
}
