/* Mandelbrot set in strips of 64 points, kept in arrays so that gcc vectorises one step over all of them. A point
 * that has left stays where it is; the strip ends when all have left. */
#include "../common/bench.h"

#include <string.h>

enum { STRIP = 64 };

struct strip {
    float x[STRIP], y[STRIP], cx[STRIP];
    int steps[STRIP];
};

/* One step of every point; how many are still inside. */
static inline int step(struct strip *restrict s, float cy) {
    int inside = 0;

#pragma omp simd reduction(+ : inside)
    for (int i = 0; i < STRIP; i++) {
        float xx = s->x[i] * s->x[i], yy = s->y[i] * s->y[i];
        float x = xx - yy + s->cx[i], y = 2 * s->x[i] * s->y[i] + cy;
        int in = xx + yy < 4.0f;
        s->x[i] = in ? x : s->x[i];
        s->y[i] = in ? y : s->y[i];
        s->steps[i] += in;
        inside += in;
    }
    return inside;
}

void run_mandelbrot(void) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int py = 0; py < MANDELBROT_SIDE; py++) {
        for (int left = 0; left < MANDELBROT_SIDE; left += STRIP) {
            struct strip s = {{0}, {0}, {0}, {0}};
            for (int i = 0; i < STRIP; i++)
                s.cx[i] = MANDELBROT_LEFT + (left + i) * MANDELBROT_STEP;
            for (int k = 0; k < MANDELBROT_STEPS; k++)
                if (step(&s, MANDELBROT_BOTTOM + py * MANDELBROT_STEP) == 0)
                    break;
            memcpy(bench.mandelbrot.steps + py * MANDELBROT_SIDE + left, s.steps, sizeof s.steps);
        }
    }
}
