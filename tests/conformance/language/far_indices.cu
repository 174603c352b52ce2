/* Addresses of shared memory that go 16 GB on and back in C++'s 64 bits, by one of several arrays; and 32-bit indices below
 * zero that are made by or, by shifts, choices and loops.
 */
// NO-GPU: it prints nothing; the host computes what comes of it
#include "../check.h"

enum { THREADS = 128, MIDDLE = 128 };

__global__ void led_back(int second, unsigned long long far, unsigned *out) {
    __shared__ unsigned a[2 * MIDDLE], b[2 * MIDDLE];
    unsigned t = threadIdx.x;
    for (unsigned i = t; i < 2 * MIDDLE; i += THREADS) a[i] = i * 7 + 1, b[i] = i * 5;
    __syncthreads();
    unsigned *p = second ? b : a;
    out[t] = p[(size_t)~t - 0xFFFFFF00ull] + p[t - 7u + MIDDLE] * 3 + (p + (size_t)~t)[-(long long)far] * 5;
}
__global__ void below(unsigned step, unsigned *out) {
    __shared__ unsigned tile[2 * MIDDLE];
    unsigned t = threadIdx.x, sum = 0;
    for (unsigned i = t; i < 2 * MIDDLE; i += THREADS) tile[i] = i * 7 + 1;
    __syncthreads();
    const unsigned *p = tile + MIDDLE;
    unsigned chosen = t & 1 ? t & 7 : 0xfffffff0u + (t & 15);
    for (unsigned j = t & 7; (int)j > -64; j -= step) sum += p[j];
    out[t] = p[(t & 15) - 16u] + p[((t & 7) - step) * 2u] * 3 + p[chosen] * 5 + sum * 7;
}

static unsigned at(int i) { return (unsigned)(i * 7 + 1); }

int main() {
    unsigned *out = managed<unsigned>(THREADS);
    for (int second = 0; second < 2; second++) {
        led_back<<<1, THREADS>>>(second, 0xFFFFFF00ull, out);
        FINISH();
        for (int t = 0; t < THREADS; t++) {
            int i = 255 - t, j = t - 7 + MIDDLE;
            unsigned first = second ? i * 5 : at(i), next = second ? j * 5 : at(j);
            CHECK_AT(t, first * 6 + next * 3, out[t]);
        }
    }
    below<<<1, THREADS>>>(9, out);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        unsigned sum = 0;
        for (int j = t & 7; j > -64; j -= 9) sum += at(MIDDLE + j);
        int chosen = t & 1 ? t & 7 : (t & 15) - 16;
        CHECK_AT(t, at(MIDDLE + (t & 15) - 16) + at(MIDDLE + ((t & 7) - 9) * 2) * 3 + at(MIDDLE + chosen) * 5 + sum * 7, out[t]);
    }
    return check_result();
}
