/* High halves of products, 24-bit products, sums of differences, averages and dot products, on all pairs of edge
 * values. */
#include "edges.h"

typedef unsigned long long u64;
typedef __int128 s128;
typedef unsigned __int128 u128;

struct results {
    int mulhi, mul24, hadd, rhadd, dp4a, dp2a_lo, dp2a_hi;
    unsigned umulhi, umul24, sad, usad, uhadd, urhadd, udp4a, udp2a_lo, udp2a_hi;
    long long mul64hi;
    u64 umul64hi;
};

__global__ void compute(const u64 *values, results *out) {
    u64 x = values[blockIdx.x], y = values[threadIdx.x];
    unsigned a = (unsigned)x, b = (unsigned)y, c = (unsigned)(x >> 7);
    results *r = &out[blockIdx.x * blockDim.x + threadIdx.x];
    r->mulhi = __mulhi((int)a, (int)b);
    r->umulhi = __umulhi(a, b);
    r->mul64hi = __mul64hi((long long)x, (long long)y);
    r->umul64hi = __umul64hi(x, y);
    r->mul24 = __mul24((int)a, (int)b);
    r->umul24 = __umul24(a, b);
    r->sad = __sad((int)a, (int)b, c);
    r->usad = __usad(a, b, c);
    r->hadd = __hadd((int)a, (int)b);
    r->rhadd = __rhadd((int)a, (int)b);
    r->uhadd = __uhadd(a, b);
    r->urhadd = __urhadd(a, b);
    r->dp4a = __dp4a((int)a, (int)b, (int)c);
    r->udp4a = __dp4a(a, b, c);
    r->dp2a_lo = __dp2a_lo((int)a, (int)b, (int)c);
    r->dp2a_hi = __dp2a_hi((int)a, (int)b, (int)c);
    r->udp2a_lo = __dp2a_lo(a, b, c);
    r->udp2a_hi = __dp2a_hi(a, b, c);
}

/* The field of `bits` bits at `at`, extended by its sign or by zeros. */
static long long field(unsigned v, int at, int bits, bool is_signed) {
    long long f = v >> at & ((1ll << bits) - 1);
    return is_signed && f >> (bits - 1) ? f - (1ll << bits) : f;
}
/* A dot product of `terms` fields of a and of b's bytes from bit `at` on. */
static unsigned dot(unsigned a, unsigned b, unsigned c, int terms, int at, bool is_signed) {
    long long sum = c;
    for (int i = 0; i < terms; i++)
        sum += field(a, i * 32 / terms, 32 / terms, is_signed) * field(b, at + 8 * i, 8, is_signed);
    return (unsigned)sum;
}

int main() {
    u64 *values = edge_values(64), *words = edge_values(32);
    for (int i = 0; i < EDGE_COUNT; i += 2) values[i] = words[i];
    results *out = managed<results>(EDGE_COUNT * EDGE_COUNT);
    compute<<<EDGE_COUNT, EDGE_COUNT>>>(values, out);
    FINISH();
    for (int k = 0; k < EDGE_COUNT * EDGE_COUNT; k++) {
        u64 x = values[k / EDGE_COUNT], y = values[k % EDGE_COUNT];
        unsigned a = (unsigned)x, b = (unsigned)y, c = (unsigned)(x >> 7);
        long long sa = (int)a, sb = (int)b, s = sa + sb;
        u64 u = (u64)a + b;
        const results &r = out[k];
        CHECK_AT(k, (int)(sa * sb >> 32), r.mulhi);
        CHECK_AT(k, (unsigned)((u64)a * b >> 32), r.umulhi);
        CHECK_AT(k, (long long)((s128)(long long)x * (long long)y >> 64), r.mul64hi);
        CHECK_AT(k, (u64)((u128)x * y >> 64), r.umul64hi);
        CHECK_AT(k, (int)(field(a, 0, 24, true) * field(b, 0, 24, true)), r.mul24);
        CHECK_AT(k, (unsigned)(field(a, 0, 24, false) * field(b, 0, 24, false)), r.umul24);
        CHECK_AT(k, (unsigned)(c + (sa > sb ? sa - sb : sb - sa)), r.sad);
        CHECK_AT(k, (unsigned)(c + (a > b ? a - b : b - a)), r.usad);
        CHECK_AT(k, (int)(s >> 1), r.hadd);
        CHECK_AT(k, (int)((s + 1) >> 1), r.rhadd);
        CHECK_AT(k, (unsigned)(u >> 1), r.uhadd);
        CHECK_AT(k, (unsigned)((u + 1) >> 1), r.urhadd);
        CHECK_AT(k, (int)dot(a, b, c, 4, 0, true), r.dp4a);
        CHECK_AT(k, dot(a, b, c, 4, 0, false), r.udp4a);
        CHECK_AT(k, (int)dot(a, b, c, 2, 0, true), r.dp2a_lo);
        CHECK_AT(k, (int)dot(a, b, c, 2, 16, true), r.dp2a_hi);
        CHECK_AT(k, dot(a, b, c, 2, 0, false), r.udp2a_lo);
        CHECK_AT(k, dot(a, b, c, 2, 16, false), r.udp2a_hi);
    }
    return check_result();
}
