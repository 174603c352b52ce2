/* y = a x + y, four vectors a step, prefetched: the bandwidth of reading two arrays and writing one. */
#include "share.h"

enum { LANES = 16, VECTORS = 4, STEP = LANES * VECTORS, AHEAD = 2048 };

static void saxpy(const float *x, float *y, struct share share) {
    const __m512 a = _mm512_set1_ps(bench.saxpy.a);

    for (size_t i = share.first; i < share.end; i += STEP) {
        for (int k = 0; k < VECTORS; k++) {
            _mm_prefetch((const char *)(x + i + LANES * k) + AHEAD, _MM_HINT_T0);
            _mm_prefetch((const char *)(y + i + LANES * k) + AHEAD, _MM_HINT_T0);
        }
        for (int k = 0; k < VECTORS; k++) {
            float *here = y + i + LANES * k;
            _mm512_store_ps(here, _mm512_fmadd_ps(a, _mm512_load_ps(x + i + LANES * k), _mm512_load_ps(here)));
        }
    }
}

_Static_assert(SAXPY_N % STEP == 0, "no rest to treat");

void run_saxpy(void) {
#pragma omp parallel
    saxpy(bench.saxpy.x, bench.saxpy.y, my_share(SAXPY_N, STEP));
}
