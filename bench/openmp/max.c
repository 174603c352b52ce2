/* Maximum of floats: a reduction; and the compare-and-exchange loop of the CUDA kernel. */
#include "../common/bench.h"

#include <stdbool.h>
#include <string.h>

void run_max(void) {
    const float *in = bench.max.in;
    float max = *bench.max.out;

#pragma omp parallel for simd reduction(max : max) schedule(static)
    for (int i = 0; i < MAX_N; i++)
        max = in[i] > max ? in[i] : max;
    *bench.max.out = max;
}

static float float_of(uint32_t bits) {
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void atomic_max(uint32_t *address, float value) {
    uint32_t old = __atomic_load_n(address, __ATOMIC_RELAXED);
    bool done;

    do {
        float larger = value > float_of(old) ? value : float_of(old);
        done = __atomic_compare_exchange_n(address, &old, bits_of(larger), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    } while (!done);
}

void run_max_same(void) {
    const float *in = bench.max.in;
    uint32_t *out = (uint32_t *)bench.max.out;

#pragma omp parallel for schedule(static)
    for (int i = 0; i < MAX_N; i++)
        atomic_max(out, in[i]);
}
