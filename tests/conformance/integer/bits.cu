/* Counting, finding, reversing and permuting bits, funnel shifts: against bit-by-bit references on edge values. */
#include "edges.h"

typedef unsigned long long u64;

struct results {
    int popc, popcll, clz, clzll, ffs, ffsll;
    unsigned brev;
    u64 brevll;
};
__global__ void unary(const u64 *values, results *out) {
    int i = threadIdx.x;
    u64 v = values[i];
    out[i].popc = __popc((unsigned)v);
    out[i].popcll = __popcll(v);
    out[i].clz = __clz((int)v);
    out[i].clzll = __clzll((long long)v);
    out[i].ffs = __ffs((int)v);
    out[i].ffsll = __ffsll((long long)v);
    out[i].brev = __brev((unsigned)v);
    out[i].brevll = __brevll(v);
}

static int population(u64 v, int bits) {
    int n = 0;
    for (int i = 0; i < bits; i++) n += v >> i & 1;
    return n;
}
static int leading_zeros(u64 v, int bits) {
    int n = 0;
    while (n < bits && !(v >> (bits - 1 - n) & 1)) n++;
    return n;
}
static int first_set(u64 v, int bits) {
    for (int i = 0; i < bits; i++)
        if (v >> i & 1) return i + 1;
    return 0;
}
static u64 reversed(u64 v, int bits) {
    u64 r = 0;
    for (int i = 0; i < bits; i++) r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}

static void check_unary(int bits) {
    u64 *values = edge_values(bits);
    results *out = managed<results>(EDGE_COUNT);
    unary<<<1, EDGE_COUNT>>>(values, out);
    FINISH();
    for (int i = 0; i < EDGE_COUNT; i++) {
        CHECK_AT(i, population(values[i], 32), out[i].popc);
        CHECK_AT(i, population(values[i], 64), out[i].popcll);
        CHECK_AT(i, leading_zeros(values[i] & 0xffffffff, 32), out[i].clz);
        CHECK_AT(i, leading_zeros(values[i], 64), out[i].clzll);
        CHECK_AT(i, first_set(values[i], 32), out[i].ffs);
        CHECK_AT(i, first_set(values[i], 64), out[i].ffsll);
        CHECK_AT(i, (unsigned)reversed(values[i], 32), out[i].brev);
        CHECK_AT(i, reversed(values[i], 64), out[i].brevll);
    }
}

struct shifts {
    unsigned l, r, lc, rc, permuted;
};
__global__ void shift(const u64 *values, shifts *out) {
    unsigned low = (unsigned)values[threadIdx.x], high = (unsigned)(values[threadIdx.x] >> 32), n = blockIdx.x;
    shifts *mine = &out[blockIdx.x * blockDim.x + threadIdx.x];
    mine->l = __funnelshift_l(low, high, n);
    mine->r = __funnelshift_r(low, high, n);
    mine->lc = __funnelshift_lc(low, high, n);
    mine->rc = __funnelshift_rc(low, high, n);
    mine->permuted = __byte_perm(low, high, n * 0x1357 + low);
}

static unsigned permute(unsigned x, unsigned y, unsigned selector) {
    u64 both = (u64)y << 32 | x;
    unsigned r = 0;
    for (int i = 0; i < 4; i++) r |= (unsigned)(both >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return r;
}

static void check_shifts() {
    const int counts = 70;
    u64 *values = edge_values(64);
    shifts *out = managed<shifts>(counts * EDGE_COUNT);
    shift<<<counts, EDGE_COUNT>>>(values, out);
    FINISH();
    for (int k = 0; k < counts * EDGE_COUNT; k++) {
        unsigned n = k / EDGE_COUNT, wrapped = n & 31, clamped = n < 32 ? n : 32;
        u64 v = values[k % EDGE_COUNT];
        CHECK_AT(k, (unsigned)(v << wrapped >> 32), out[k].l);
        CHECK_AT(k, (unsigned)(v >> wrapped), out[k].r);
        CHECK_AT(k, (unsigned)(v << clamped >> 32), out[k].lc);
        CHECK_AT(k, (unsigned)(v >> clamped), out[k].rc);
        CHECK_AT(k, permute((unsigned)v, (unsigned)(v >> 32), n * 0x1357 + (unsigned)v), out[k].permuted);
    }
}

__global__ void nth(const unsigned *masks, unsigned *out) {
    int base = threadIdx.x, n = (int)blockIdx.x - 8;
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 32 + base] = __fns(masks[blockIdx.y], base, n);
}
/* The n-th set bit from base upwards (n > 0) or downwards (n < 0), base included; n = 0: base itself if set. */
static unsigned find_nth(unsigned mask, int base, int n) {
    if (n == 0) return mask >> base & 1 ? base : ~0u;
    int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
    for (int at = base; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --left == 0) return at;
    return ~0u;
}
static void check_nth() {
    const unsigned sample[] = {0, 1, 0x80000000, 0xffffffff, 0x5555, 0xdeadbeef};
    const int masks = 6, steps = 17;
    unsigned *in = managed<unsigned>(masks), *out = managed<unsigned>(masks * steps * 32);
    std::memcpy(in, sample, sizeof sample);
    nth<<<dim3(steps, masks), 32>>>(in, out);
    FINISH();
    for (int k = 0; k < masks * steps * 32; k++)
        CHECK_AT(k, find_nth(sample[k / 32 / steps], k % 32, k / 32 % steps - 8), out[k]);
}

int main() {
    check_unary(32);
    check_unary(64);
    check_shifts();
    check_nth();
    return check_result();
}
