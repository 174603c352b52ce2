/* States of MTGP32 for device memory, made on the host (M. Saito's initialisation by a number). */
#ifndef SOFTWARP_RANDOM_MTGP32_HOST_H
#define SOFTWARP_RANDOM_MTGP32_HOST_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdlib.h>
#include <string.h>

#include "../../cuda_runtime_api.h"
#include "../../curand.h"
#include "mtgp32_state.h"

/* The words of a state, of which MTGPDC_N count. */
static inline void sw_mtgp32_fill(unsigned int words[], const mtgp32_params_fast_t *set, unsigned int seed) {
    unsigned int hidden = set->tbl[4] ^ (set->tbl[8] << 16), byte = hidden;
    byte += byte >> 16;
    byte += byte >> 8;
    memset(words, (int)(byte & 0xff), MTGPDC_N * sizeof *words);
    words[0] = seed;
    words[1] = hidden;
    for (unsigned int i = 1; i < MTGPDC_N; i++)
        words[i] ^= 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
}

static inline void sw_mtgp32_take(mtgp32_kernel_params_t *all, const mtgp32_params_fast_t *set, int i) {
    all->pos_tbl[i] = (unsigned int)set->pos;
    all->sh1_tbl[i] = (unsigned int)set->sh1;
    all->sh2_tbl[i] = (unsigned int)set->sh2;
    memcpy(all->param_tbl[i], set->tbl, sizeof set->tbl);
    memcpy(all->temper_tbl[i], set->tmp_tbl, sizeof set->tmp_tbl);
    memcpy(all->single_temper_tbl[i], set->flt_tmp_tbl, sizeof set->flt_tmp_tbl);
}

/** Copies the CURAND_NUM_MTGP32_PARAMS parameter sets to device memory. */
static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *p) {
    mtgp32_kernel_params_t *all = (mtgp32_kernel_params_t *)calloc(1, sizeof *all);
    if (!all)
        return CURAND_STATUS_ALLOCATION_FAILED;
    all->mask[0] = params[0].mask;
    for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; i++)
        sw_mtgp32_take(all, &params[i], i);
    cudaError_t error = cudaMemcpy(p, all, sizeof *all, cudaMemcpyHostToDevice);
    free(all);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

/** Makes n states in device memory, one for each of the first n parameter sets; k: what curandMakeMTGP32Constants
 * filled. */
static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
                                                         mtgp32_kernel_params_t *k, int n, unsigned long long seed) {
    curandStateMtgp32_t *states = (curandStateMtgp32_t *)calloc(n > 0 ? (size_t)n : 1, sizeof *states);
    if (!states)
        return CURAND_STATUS_ALLOCATION_FAILED;
    for (int i = 0; i < n; i++) {
        sw_mtgp32_fill(states[i].s, &params[i], (unsigned int)seed + (unsigned int)i + 1);
        states[i].pIdx = i;
        states[i].k = k;
    }
    cudaError_t error = cudaMemcpy(s, states, (size_t)(n > 0 ? n : 0) * sizeof *states, cudaMemcpyHostToDevice);
    free(states);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif
