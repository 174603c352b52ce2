/* Philox4x32-10 (J. K. Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, 2011): four words are ten rounds over
 * a counter of 128 bits, with the seed as key.
 *
 * The counter's upper half is the sequence, its lower half the block of four numbers. `output` is what the counter
 * gives, STATE how many numbers of it are used; with the fourth the counter goes on.
 */
#ifndef SOFTWARP_RANDOM_PHILOX_H
#define SOFTWARP_RANDOM_PHILOX_H

#pragma GCC system_header

#include "language.h"

struct curandStatePhilox4_32_10 {
    uint4 ctr;
    uint4 output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

#define PHILOX_M4x32_0 0xD2511F53u
#define PHILOX_M4x32_1 0xCD9E8D57u
#define PHILOX_W32_0 0x9E3779B9u
#define PHILOX_W32_1 0xBB67AE85u

SW_RANDOM uint4 sw_philox_round(uint4 ctr, uint2 key) {
    unsigned long long even = (unsigned long long)PHILOX_M4x32_0 * ctr.x;
    unsigned long long odd = (unsigned long long)PHILOX_M4x32_1 * ctr.z;
    return make_uint4((unsigned int)(odd >> 32) ^ ctr.y ^ key.x, (unsigned int)odd,
                      (unsigned int)(even >> 32) ^ ctr.w ^ key.y, (unsigned int)even);
}

/** The four numbers of a counter, by ten rounds. */
SW_RANDOM uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
    for (int round = 0; round < 10; round++) {
        c = sw_philox_round(c, k);
        k.x += PHILOX_W32_0;
        k.y += PHILOX_W32_1;
    }
    return c;
}

/* A half of the counter, and what it carries over. */
SW_RANDOM bool sw_philox_add(unsigned int *low, unsigned int *high, unsigned long long n) {
    unsigned long long before = *low | (unsigned long long)*high << 32, sum = before + n;
    *low = (unsigned int)sum;
    *high = (unsigned int)(sum >> 32);
    return sum < before;
}

SW_RANDOM void Philox_State_Incr_hi(curandStatePhilox4_32_10_t *s, unsigned long long n) {
    sw_philox_add(&s->ctr.z, &s->ctr.w, n);
}

SW_RANDOM void Philox_State_Incr(curandStatePhilox4_32_10_t *s, unsigned long long n) {
    unsigned long long carry = sw_philox_add(&s->ctr.x, &s->ctr.y, n);
    sw_philox_add(&s->ctr.z, &s->ctr.w, carry);
}

SW_RANDOM void Philox_State_Incr(curandStatePhilox4_32_10_t *s) { Philox_State_Incr(s, 1); }

/** Skips n numbers. */
SW_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    state->STATE += (unsigned int)(n & 3);
    unsigned long long blocks = n / 4 + state->STATE / 4;
    state->STATE &= 3;
    Philox_State_Incr(state, blocks);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/** Skips n sequences, of 2^66 numbers each. */
SW_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    Philox_State_Incr_hi(state, n);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/** The state of a seed, a sequence of its, and a number of that. */
SW_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    sw_keep_nothing(state);
    Philox_State_Incr_hi(state, sequence);
    skipahead(offset, state);
}

SW_RANDOM unsigned int sw_philox_word(uint4 words, unsigned int which) {
    return which == 0 ? words.x : which == 1 ? words.y : which == 2 ? words.z : words.w;
}

SW_RANDOM void sw_philox_next_block(curandStatePhilox4_32_10_t *state) {
    Philox_State_Incr(state);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

/** Next 32 bits. */
SW_RANDOM unsigned int curand(curandStatePhilox4_32_10_t *state) {
    unsigned int result = sw_philox_word(state->output, state->STATE++);
    if (state->STATE == 4) {
        state->STATE = 0;
        sw_philox_next_block(state);
    }
    return result;
}

/** Next four times 32 bits. */
SW_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state) {
    uint4 a = state->output;
    sw_philox_next_block(state);
    uint4 b = state->output;
    switch (state->STATE) {
    case 1:
        return make_uint4(a.y, a.z, a.w, b.x);
    case 2:
        return make_uint4(a.z, a.w, b.x, b.y);
    case 3:
        return make_uint4(a.w, b.x, b.y, b.z);
    default:
        return a;
    }
}

#endif
