/* MRG32k3a (P. L'Ecuyer, Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators,
 * 1999): two recurrences of order three, modulo 2^32 - 209 and 2^32 - 22853, and their difference.
 *
 * Subsequences begin 2^76 numbers apart, sequences 2^127. Skipping n times what a matrix stands for multiplies the state
 * by the matrix's power; its squares are the same for all lanes.
 */
#ifndef SOFTWARP_RANDOM_MRG32K3A_H
#define SOFTWARP_RANDOM_MRG32K3A_H

#pragma GCC system_header

#include "language.h"

struct curandStateMRG32k3a {
    unsigned int s1[3];
    unsigned int s2[3];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define MRG32K3A_MOD1 4294967087.
#define MRG32K3A_MOD2 4294944443.
#define MRG32K3A_A12 1403580.
#define MRG32K3A_A13N 810728.
#define MRG32K3A_A21 527612.
#define MRG32K3A_A23N 1370589.
#define MRG32K3A_NORM (2.3283065498378288e-10) /* 1 / MOD1, rounded down: what is made of it is never above 1 */
#define MRG32K3A_BITS_NORM 1.000000048662      /* 2^32 / (MOD1 - 1) */

/* The remainder of a 64-bit number by 2^32 - below, without a division. */
SW_RANDOM unsigned int sw_mrg_mod(unsigned long long x, unsigned int below) {
    unsigned long long most = 0xffffffffull - below; /* the modulus - 1 */
    x = (x & 0xffffffffu) + (x >> 32) * below;
    x = (x & 0xffffffffu) + (x >> 32) * below;
    return (unsigned int)(x > most ? x - most - 1 : x);
}

enum { SW_MRG_BELOW1 = 209, SW_MRG_BELOW2 = 22853 };

SW_RANDOM void sw_mrg_times(const unsigned int m[3][3], unsigned int v[3], unsigned int below) {
    unsigned int out[3];
    for (int i = 0; i < 3; i++) {
        unsigned long long sum = 0;
        for (int k = 0; k < 3; k++)
            sum += sw_mrg_mod((unsigned long long)m[i][k] * v[k], below);
        out[i] = sw_mrg_mod(sum, below);
    }
    for (int i = 0; i < 3; i++)
        v[i] = out[i];
}

SW_RANDOM void sw_mrg_square(unsigned int m[3][3], unsigned int below) {
    unsigned int columns[3][3];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            columns[k][i] = m[i][k];
        sw_mrg_times(m, columns[k], below);
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            m[i][k] = columns[k][i];
}

/* v times from to the power of n. */
SW_RANDOM void sw_mrg_skip(const unsigned int from[3][3], unsigned int v[3], unsigned long long n, unsigned int below) {
    unsigned int m[3][3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = from[i / 3][i % 3];
    for (; n; n >>= 1) {
        if (n & 1)
            sw_mrg_times(m, v, below);
        sw_mrg_square(m, below);
    }
}

/* The matrices of one step, of 2^76 and of 2^127, of both recurrences (tools/random_jumps.py). */
static __device__ const unsigned int sw_mrg_steps[3][2][3][3] = {
    {{{0u, 1u, 0u}, {0u, 0u, 1u}, {4294156359u, 1403580u, 0u}},
     {{0u, 1u, 0u}, {0u, 0u, 1u}, {4293573854u, 0u, 527612u}}},
    {{{82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u}, {3672091415u, 3528743235u, 69195019u}},
     {{1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u}, {3859662829u, 4292754251u, 3708466080u}}},
    {{{2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u}, {1988835001u, 986791581u, 1230515664u}},
     {{1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u}, {2824425944u, 32183930u, 2093834863u}}},
};

SW_RANDOM void sw_mrg_skip_both(curandStateMRG32k3a_t *state, unsigned long long n, const unsigned int m[2][3][3]) {
    sw_mrg_skip(m[0], state->s1, n, SW_MRG_BELOW1);
    sw_mrg_skip(m[1], state->s2, n, SW_MRG_BELOW2);
}

/** Next number, from 1 to 2^32 - 209. */
SW_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
    const unsigned long long mod1 = 4294967087ull, mod2 = 4294944443ull;
    unsigned int p1 = sw_mrg_mod(1403580ull * state->s1[1] + 810728ull * (mod1 - state->s1[0]), SW_MRG_BELOW1);
    unsigned int p2 = sw_mrg_mod(527612ull * state->s2[2] + 1370589ull * (mod2 - state->s2[0]), SW_MRG_BELOW2);
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = p1;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = p2;
    return p1 > p2 ? (double)(p1 - p2) : (double)((unsigned int)(p1 - p2) + (unsigned int)mod1);
}

/** Next 32 bits. */
SW_RANDOM unsigned int curand(curandStateMRG32k3a_t *state) {
    return (unsigned int)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}

/** Skips n numbers. */
SW_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
    sw_mrg_skip_both(state, n, sw_mrg_steps[0]);
}

/** Skips n subsequences, of 2^76 numbers each. */
SW_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    sw_mrg_skip_both(state, n, sw_mrg_steps[1]);
}

/** Skips n sequences, of 2^127 numbers each. */
SW_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    sw_mrg_skip_both(state, n, sw_mrg_steps[2]);
}

/** The state of a seed, a subsequence of its, and a number of that. */
SW_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a_t *state) {
    for (int i = 0; i < 3; i++)
        state->s1[i] = state->s2[i] = 12345u;
    if (seed) {
        unsigned int low = (unsigned int)seed ^ 0x55555555u, high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
        for (int i = 0; i < 3; i++) {
            state->s1[i] = sw_mrg_mod((unsigned long long)(i == 1 ? high : low) * 12345u, SW_MRG_BELOW1);
            state->s2[i] = sw_mrg_mod((unsigned long long)(i == 1 ? low : high) * 12345u, SW_MRG_BELOW2);
        }
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    sw_keep_nothing(state);
}

#endif
