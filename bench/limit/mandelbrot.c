/* Mandelbrot set, 8 x 16 points in flight.
 *
 * Eight steps are taken without a test: an orbit that has left the circle never returns, so the point after eight steps
 * tells of all of them. Only where a lane has left are the eight steps done again, with counting.
 */
#include "share.h"

#include <stdbool.h>

enum { LANES = 16, VECTORS = 8, STEPS = 8 };

struct points {
    __m512 x[VECTORS], y[VECTORS], cx[VECTORS], cy;
    __m512i steps[VECTORS];
    __mmask16 inside[VECTORS];
};

static inline void step(struct points *p, int v) {
    __m512 yy = _mm512_mul_ps(p->y[v], p->y[v]), rest = _mm512_sub_ps(p->cx[v], yy);
    __m512 twice = _mm512_add_ps(p->x[v], p->x[v]);

    p->y[v] = _mm512_fmadd_ps(twice, p->y[v], p->cy);
    p->x[v] = _mm512_fmadd_ps(p->x[v], p->x[v], rest);
}

static inline __mmask16 still_inside(const struct points *p, int v) {
    __m512 square = _mm512_fmadd_ps(p->x[v], p->x[v], _mm512_mul_ps(p->y[v], p->y[v]));

    return _mm512_mask_cmp_ps_mask(p->inside[v], square, _mm512_set1_ps(4.0f), _CMP_LT_OQ);
}

static inline void start(struct points *p, int left, float cy) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

    p->cy = _mm512_set1_ps(cy);
    for (int v = 0; v < VECTORS; v++) {
        __m512 column = _mm512_cvtepi32_ps(_mm512_add_epi32(_mm512_set1_epi32(left + LANES * v), lane));
        p->cx[v] = _mm512_fmadd_ps(column, _mm512_set1_ps(MANDELBROT_STEP), _mm512_set1_ps(MANDELBROT_LEFT));
        p->x[v] = p->y[v] = _mm512_setzero_ps();
        p->steps[v] = _mm512_setzero_si512();
        p->inside[v] = 0xffff;
    }
}

/* Counts vector v's last STEPS steps, which began at x, y. */
static inline void count(struct points *p, int v, __m512 x, __m512 y) {
    __mmask16 inside = still_inside(p, v);

    if (inside == p->inside[v]) {
        p->steps[v] = _mm512_mask_add_epi32(p->steps[v], inside, p->steps[v], _mm512_set1_epi32(STEPS));
        return;
    }
    __m512 end_x = p->x[v], end_y = p->y[v];
    p->x[v] = x;
    p->y[v] = y;
    for (int k = 0; k < STEPS; k++) {
        p->steps[v] = _mm512_mask_add_epi32(p->steps[v], still_inside(p, v), p->steps[v], _mm512_set1_epi32(1));
        step(p, v);
    }
    p->x[v] = end_x;
    p->y[v] = end_y;
    p->inside[v] = inside;
}

/* STEPS steps of every vector; whether any point is still inside. */
static inline bool advance(struct points *p) {
    __m512 x[VECTORS], y[VECTORS];
    unsigned inside = 0;

    for (int v = 0; v < VECTORS; v++) {
        x[v] = p->x[v];
        y[v] = p->y[v];
    }
    for (int k = 0; k < STEPS; k++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            step(p, v);
    for (int v = 0; v < VECTORS; v++) {
        if (p->inside[v])
            count(p, v, x[v], y[v]);
        inside |= p->inside[v];
    }
    return inside != 0;
}

static void row(int py) {
    int *out = bench.mandelbrot.steps + py * MANDELBROT_SIDE;

    for (int left = 0; left < MANDELBROT_SIDE; left += LANES * VECTORS) {
        struct points p;
        start(&p, left, MANDELBROT_BOTTOM + py * MANDELBROT_STEP);
        for (int k = 0; k < MANDELBROT_STEPS && advance(&p); k += STEPS)
            ;
        for (int v = 0; v < VECTORS; v++)
            _mm512_storeu_si512(out + left + LANES * v, p.steps[v]);
    }
}

void run_mandelbrot(void) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int py = 0; py < MANDELBROT_SIDE; py++)
        row(py);
}
