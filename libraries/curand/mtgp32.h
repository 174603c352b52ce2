/* MTGP32's states in the host API. */
#ifndef CURAND_OWN_MTGP32_H
#define CURAND_OWN_MTGP32_H

#include <stdint.h>

#include "softwarp/random/mtgp32_state.h"

enum { MTGP_WORDS = MTGPDC_N, MTGP_ROW = 256 };

/** One sequence: which of its rows is next, and the words before it. */
struct cr_mtgp32 {
    uint64_t row;
    uint32_t words[MTGP_WORDS];
};

/** The parameter set of a sequence; the state of a seed. */
const mtgp32_params_fast_t *cr_mtgp32_set(uint32_t sequence);
void cr_seed_mtgp32(struct cr_mtgp32 *states, uint32_t count, uint64_t seed);

#endif
