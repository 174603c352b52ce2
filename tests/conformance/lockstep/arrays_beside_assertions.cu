/* A kernel with a local array calls, lane by lane, a function with one of its own in which an assertion stands that holds:
 * each keeps its values. */
// NO-GPU: it prints nothing
#include "../check.h"

#undef NDEBUG
#include <cassert>

enum { THREADS = 64, OUTER = 16, INNER = 24 };

__device__ __noinline__ unsigned inner(const unsigned *places, unsigned t) {
    unsigned own[INNER] = {}, sum = 0;
    for (unsigned i = 0; i < INNER; i++) own[(i * 5 + places[t]) % INNER] = i * t;
    assert(places[t] < THREADS);
    for (unsigned i = 0; i < INNER; i++) sum = sum * 3 + own[(i + places[t]) % INNER];
    return sum;
}

__global__ void run(const unsigned *places, unsigned *out) {
    unsigned t = threadIdx.x, own[OUTER] = {};
    for (unsigned i = 0; i < OUTER; i++) own[(i + places[t]) % OUTER] = i * 100 + t;
    unsigned sum = inner(places, t);
    for (unsigned i = 0; i < OUTER; i++) sum = sum * 7 + own[i * places[t] % OUTER];
    out[t] = sum;
}

static unsigned reference(unsigned place, unsigned t) {
    unsigned in[INNER], out[OUTER], sum = 0;
    for (unsigned i = 0; i < INNER; i++) in[(i * 5 + place) % INNER] = i * t;
    for (unsigned i = 0; i < OUTER; i++) out[(i + place) % OUTER] = i * 100 + t;
    for (unsigned i = 0; i < INNER; i++) sum = sum * 3 + in[(i + place) % INNER];
    for (unsigned i = 0; i < OUTER; i++) sum = sum * 7 + out[i * place % OUTER];
    return sum;
}

int main() {
    unsigned *places = managed<unsigned>(THREADS), *out = managed<unsigned>(THREADS);
    for (unsigned t = 0; t < THREADS; t++) places[t] = t * 37 % THREADS;
    run<<<1, THREADS>>>(places, out);
    FINISH();
    for (unsigned t = 0; t < THREADS; t++) CHECK_AT(t, reference(places[t], t), out[t]);
    return check_result();
}
