/* Votes, match and reductions with full and partial masks, from uniform and divergent code, in whole and partial
 * warps. */
#include "../check.h"

#define THREADS 80 /* two warps and a half */

struct results {
    int all, any, branch_all, branch_any;
    unsigned ballot, branch_ballot, match_any, match_all, match_all64, active;
    int predicate, predicate64;
    unsigned add, smallest, largest, all_bits, any_bits, odd_bits;
    int signed_min, signed_max;
};

__host__ __device__ inline int predicate_of(int thread) { return thread * 7 % 5 < 3 || thread >= 64; }
__host__ __device__ inline int key_of(int thread) { return thread % 3 - (thread >= 64); }
__host__ __device__ inline int value_of(int thread) { return (thread * 2654435761u >> 7) - (1 << 24); }

__global__ void vote(results *out) {
    int t = threadIdx.x, lane = t & 31, predicate = predicate_of(t), key = key_of(t), value = value_of(t);
    unsigned mask = t < 64 ? 0xffffffff : 0xffff;
    results *r = &out[t];
    r->all = __all_sync(mask, predicate);
    r->any = __any_sync(mask, !predicate);
    r->ballot = __ballot_sync(mask, predicate);
    r->match_any = __match_any_sync(mask, key);
    r->match_all = __match_all_sync(mask, t < 32 ? 5 : key, &r->predicate);
    r->match_all64 = __match_all_sync(mask, t < 32 ? 1ull << 40 : (unsigned long long)t << 35, &r->predicate64);
    r->add = __reduce_add_sync(mask, (unsigned)value);
    r->smallest = __reduce_min_sync(mask, (unsigned)value);
    r->largest = __reduce_max_sync(mask, (unsigned)value);
    r->signed_min = __reduce_min_sync(mask, value);
    r->signed_max = __reduce_max_sync(mask, value);
    r->all_bits = __reduce_and_sync(mask, (unsigned)value);
    r->any_bits = __reduce_or_sync(mask, (unsigned)value);
    r->odd_bits = __reduce_xor_sync(mask, (unsigned)value);
    __syncwarp(mask);
    if (lane % 4 == 1) {
        unsigned some = mask & 0x22222222;
        r->branch_all = __all_sync(some, predicate);
        r->branch_any = __any_sync(some, predicate);
        r->branch_ballot = __ballot_sync(some, predicate);
        __syncwarp(some);
    }
    __syncwarp(mask);
    r->active = __activemask();
}

int main() {
    results *out = managed<results>(THREADS);
    vote<<<1, THREADS>>>(out);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        int first = t / 32 * 32, lanes = first < 64 ? 32 : 16;
        results e = {};
        unsigned mask = first < 64 ? 0xffffffff : 0xffff, some = mask & 0x22222222;
        e.all = 1, e.all_bits = ~0u, e.smallest = ~0u, e.signed_min = 0x7fffffff, e.signed_max = -0x7fffffff - 1;
        bool keys_agree = true;
        for (int l = 0; l < lanes; l++) {
            int u = first + l;
            unsigned bit = 1u << l, value = (unsigned)value_of(u);
            if (predicate_of(u)) e.ballot |= bit;
            else e.all = 0, e.any = 1;
            if (key_of(u) == key_of(t)) e.match_any |= bit;
            else keys_agree = false;
            e.add += value, e.all_bits &= value, e.any_bits |= value, e.odd_bits ^= value;
            if (value < e.smallest) e.smallest = value;
            if (value > e.largest) e.largest = value;
            if ((int)value < e.signed_min) e.signed_min = value;
            if ((int)value > e.signed_max) e.signed_max = value;
        }
        e.predicate = first == 0 || keys_agree, e.predicate64 = first == 0;
        e.match_all = e.predicate ? mask : 0, e.match_all64 = e.predicate64 ? mask : 0;
        if (t % 4 == 1) {
            e.branch_ballot = e.ballot & some;
            e.branch_any = e.branch_ballot != 0, e.branch_all = e.branch_ballot == some;
        }
        const results &r = out[t];
        CHECK_AT(t, e.all, r.all != 0);
        CHECK_AT(t, e.any, r.any != 0);
        CHECK_AT(t, e.ballot, r.ballot);
        CHECK_AT(t, e.match_any, r.match_any);
        CHECK_AT(t, e.match_all, r.match_all);
        CHECK_AT(t, e.predicate, r.predicate != 0);
        CHECK_AT(t, e.match_all64, r.match_all64);
        CHECK_AT(t, e.predicate64, r.predicate64 != 0);
        CHECK_AT(t, e.add, r.add);
        CHECK_AT(t, e.smallest, r.smallest);
        CHECK_AT(t, e.largest, r.largest);
        CHECK_AT(t, e.signed_min, r.signed_min);
        CHECK_AT(t, e.signed_max, r.signed_max);
        CHECK_AT(t, e.all_bits, r.all_bits);
        CHECK_AT(t, e.any_bits, r.any_bits);
        CHECK_AT(t, e.odd_bits, r.odd_bits);
        CHECK_AT(t, e.branch_all, r.branch_all != 0);
        CHECK_AT(t, e.branch_any, r.branch_any != 0);
        CHECK_AT(t, e.branch_ballot, r.branch_ballot);
        /* What converges is not promised; a lane is active itself, and only existing ones are. */
        CHECK_AT(t, true, (r.active >> (t % 32) & 1) && !(r.active & ~mask));
    }
    return check_result();
}
