/* XORWOW (G. Marsaglia, Xorshift RNGs, 2003) with cuRAND's seeds: a xorshift of 160 bits and a counter that is added.
 *
 * Sequences begin 2^67 numbers apart. Skipping n numbers is the polynomial x^n, modulo the characteristic polynomial of
 * the xorshift, evaluated at its step: for each bit of n that is set, 160 steps of which the results at the polynomial's
 * bits are added. The bits and polynomials are the same for all lanes, the states are not: nothing diverges but the
 * choice of bits.
 */
#ifndef SOFTWARP_RANDOM_XORWOW_H
#define SOFTWARP_RANDOM_XORWOW_H

#pragma GCC system_header

#include "language.h"
#include "xorwow_jumps.h"

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

#define SW_XORWOW_COUNTS 362437u

SW_RANDOM void sw_xorwow_step(unsigned int v[5]) {
    unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

/* Applies one polynomial to the state. Words stand by themselves: arrays would be kept in memory. */
SW_RANDOM void sw_xorwow_jump(unsigned int v[5], const unsigned int *polynomial) {
    unsigned int w[5] = {v[0], v[1], v[2], v[3], v[4]}, a = 0, b = 0, c = 0, d = 0, e = 0;
    for (int bit = 0; bit < 160; bit++) {
        unsigned int all = -(polynomial[bit / 32] >> bit % 32 & 1);
        a ^= w[0] & all;
        b ^= w[1] & all;
        c ^= w[2] & all;
        d ^= w[3] & all;
        e ^= w[4] & all;
        sw_xorwow_step(w);
    }
    v[0] = a;
    v[1] = b;
    v[2] = c;
    v[3] = d;
    v[4] = e;
}

/* jumps: the polynomials of the step to the power of 2^k times as many numbers as one of n stands for. */
SW_RANDOM void sw_xorwow_skip(unsigned int v[5], unsigned long long n, const unsigned int (*jumps)[5]) {
    for (int k = 0; n; k++, n >>= 1)
        if (n & 1)
            sw_xorwow_jump(v, jumps[k]);
}

/** Next 32 bits. */
SW_RANDOM unsigned int curand(curandStateXORWOW_t *state) {
    sw_xorwow_step(state->v);
    state->d += SW_XORWOW_COUNTS;
    return state->v[4] + state->d;
}

/** Skips n numbers. */
SW_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    sw_xorwow_skip(state->v, n, sw_xorwow_jumps);
    state->d += SW_XORWOW_COUNTS * (unsigned int)n;
}

/** Skips n sequences, of 2^67 numbers each. */
SW_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    sw_xorwow_skip(state->v, n, sw_xorwow_jumps + SW_XORWOW_SEQUENCE);
}

/** The state of a seed, a sequence of its, and a number of that. */
SW_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                           curandStateXORWOW_t *state) {
    unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    state->d = 6615241u + low + high;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
    sw_keep_nothing(state);
}

#endif
