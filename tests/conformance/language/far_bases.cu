/* Addresses of shared memory that a step of 64 bits leads 16 GB away and an unsigned 32-bit index back: C++'s sums of 64
 * bits, and bases of arrays that are addressed by global numbers, which are the same in the 32 bits of nvcc's shared
 * addresses.
 */
// NO-GPU: it prints nothing; the host computes what comes of it
#include "../check.h"

enum { THREADS = 128 };

/* The base lies before the array, as far as the first number is large. */
__global__ void by_number(unsigned lo, unsigned *out) {
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, i = lo + t;
    s[t] = t * 5;
    __syncthreads();
    const unsigned *v = s - (size_t)lo;
    out[t] = v[i] + (t ? v[i - 1] : 7);
}
__global__ void by_signed_number(int lo, unsigned *out) {
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, i = (unsigned)lo + t;
    s[t] = t * 5;
    __syncthreads();
    const unsigned *v = s - (long long)lo;
    out[t] = v[(int)i] + (t ? v[(int)(i - 1)] : 7);
}
__global__ void by_row(size_t row, unsigned *out) {
    __shared__ unsigned s[4][THREADS];
    unsigned t = threadIdx.x;
    for (int k = 0; k < 4; k++) s[k][t] = t * 5;
    __syncthreads();
    const unsigned *v = s[row];
    out[t] = v[t] + (t ? v[t - 1u] : 7);
}

/* All in one sum, which lies in the array. */
__global__ void by_sum(unsigned lo, const size_t *back, unsigned *out) {
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, i = lo + t;
    s[t] = t * 5;
    __syncthreads();
    out[t] = s[*back + i] + (t ? s[*back + (i - 1u)] : 7);
}
__global__ void by_difference(unsigned lo, size_t less, unsigned *out) {
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, i = lo + t;
    s[t] = t * 5;
    __syncthreads();
    out[t] = s[i - less] + (t ? s[(i - 1u) - less] : 7);
}
__global__ void in_loop(unsigned lo, const size_t *back, int m, unsigned *out) {
    __shared__ unsigned s[THREADS];
    unsigned t = threadIdx.x, i = lo + t, sum = 0;
    size_t b = *back;
    s[t] = t * 5;
    __syncthreads();
    for (int j = 1; j < m; j++)
        if ((int)t >= j) sum += s[b + (i - (unsigned)j)] + s[(size_t)(i - (unsigned)j) + b] * 2;
    out[t] = sum;
}

static void check_pairs(const unsigned *out) {
    for (unsigned t = 0; t < THREADS; t++) CHECK_AT(t, t * 5 + (t ? t * 5 - 5 : 7), out[t]);
}

int main() {
    unsigned *out = managed<unsigned>(THREADS);
    size_t *back = managed<size_t>(1);
    for (unsigned lo : {0u, 1000u, 0x7fffffc0u, 0x80000000u, 0xfffff000u}) {
        *back = -(size_t)lo;
        by_number<<<1, THREADS>>>(lo, out);
        FINISH();
        check_pairs(out);
        by_signed_number<<<1, THREADS>>>(lo == 0x7fffffc0u ? 0x7fffff00 : (int)lo, out);
        FINISH();
        check_pairs(out);
        by_sum<<<1, THREADS>>>(lo, back, out);
        FINISH();
        check_pairs(out);
        by_difference<<<1, THREADS>>>(lo, lo, out);
        FINISH();
        check_pairs(out);
        in_loop<<<1, THREADS>>>(lo, back, 4, out);
        FINISH();
        for (unsigned t = 0; t < THREADS; t++) {
            unsigned sum = 0;
            for (unsigned j = 1; j < 4 && j <= t; j++) sum += (t - j) * 15;
            CHECK_AT(t, sum, out[t]);
        }
    }
    by_row<<<1, THREADS>>>(3, out);
    FINISH();
    check_pairs(out);
    return check_result();
}
