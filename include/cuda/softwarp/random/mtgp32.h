/* MTGP32 (M. Saito and M. Matsumoto, Variants of Mersenne Twister Suitable for Graphic Processors, 2013): the threads of
 * a block, up to 256, draw from one state together, each the number of its place.
 *
 * Parameter sets come from curand_mtgp32dc_p_11213.h; curand_mtgp32_host.h makes states of them.
 */
#ifndef SOFTWARP_RANDOM_MTGP32_H
#define SOFTWARP_RANDOM_MTGP32_H

#pragma GCC system_header

#include "language.h"
#include "mtgp32_state.h"

SW_RANDOM unsigned int para_rec(mtgp32_kernel_params_t *k, unsigned int x1, unsigned int x2, unsigned int last, int bid) {
    unsigned int x = (x1 & k->mask[0]) ^ x2;
    x ^= x << k->sh1_tbl[bid];
    unsigned int y = x ^ (last >> k->sh2_tbl[bid]);
    return y ^ k->param_tbl[bid][y & 0x0f];
}

/* Which row of a tempering table. */
SW_RANDOM unsigned int sw_mtgp32_row(unsigned int t) {
    t ^= t >> 16;
    t ^= t >> 8;
    return t & 0x0f;
}

SW_RANDOM unsigned int temper(mtgp32_kernel_params_t *k, unsigned int value, unsigned int temper_by, int bid) {
    return value ^ k->temper_tbl[bid][sw_mtgp32_row(temper_by)];
}

/* The bits of a float from 1 to 2. */
SW_RANDOM unsigned int temper_single(mtgp32_kernel_params_t *k, unsigned int value, unsigned int temper_by, int bid) {
    return (value >> 9) ^ k->single_temper_tbl[bid][sw_mtgp32_row(temper_by)];
}

SW_RANDOM unsigned int sw_mtgp32_word(const curandStateMtgp32_t *state, unsigned int place) {
    return state->s[place & MTGP32_STATE_MASK];
}

struct sw_mtgp32_drawn {
    unsigned int v, t; /* what tempering takes */
};

/* Number `index` of the n that are drawn together. All have read before anybody writes what another one reads next. */
SW_RANDOM sw_mtgp32_drawn sw_mtgp32_draw(curandStateMtgp32_t *state, unsigned int index, unsigned int n) {
    unsigned int at = index + (unsigned int)state->offset, pos = state->k->pos_tbl[state->pIdx];
    sw_mtgp32_drawn drawn;
    drawn.v = para_rec(state->k, sw_mtgp32_word(state, at), sw_mtgp32_word(state, at + 1),
                       sw_mtgp32_word(state, at + pos), state->pIdx);
    state->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = drawn.v;
    drawn.t = sw_mtgp32_word(state, at + pos - 1);
    __syncthreads();
    if (index == 0)
        state->offset = (int)(((unsigned int)state->offset + n) & MTGP32_STATE_MASK);
    __syncthreads();
    return drawn;
}

SW_RANDOM sw_mtgp32_drawn sw_mtgp32_draw(curandStateMtgp32_t *state) {
    unsigned int index = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return sw_mtgp32_draw(state, index, blockDim.x * blockDim.y * blockDim.z);
}

SW_RANDOM float sw_mtgp32_float(curandStateMtgp32_t *state, sw_mtgp32_drawn drawn) {
    return __uint_as_float(temper_single(state->k, drawn.v, drawn.t, state->pIdx));
}

/** Next 32 bits; all threads of the block call it. */
SW_RANDOM unsigned int curand(curandStateMtgp32_t *state) {
    sw_mtgp32_drawn drawn = sw_mtgp32_draw(state);
    return temper(state->k, drawn.v, drawn.t, state->pIdx);
}

/** The same for the first n threads as the caller counts them. */
SW_RANDOM unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
    sw_mtgp32_drawn drawn = sw_mtgp32_draw(state, index, n);
    return temper(state->k, drawn.v, drawn.t, state->pIdx);
}

/** A number from 1 to below 2, of 23 bits. */
SW_RANDOM float curand_mtgp32_single(curandStateMtgp32_t *state) {
    return sw_mtgp32_float(state, sw_mtgp32_draw(state));
}
SW_RANDOM float curand_mtgp32_single_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
    return sw_mtgp32_float(state, sw_mtgp32_draw(state, index, n));
}

#endif
