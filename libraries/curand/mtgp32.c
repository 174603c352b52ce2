/* MTGP32's states by a seed: those of curandMakeMTGP32KernelState. Sequences beyond the number of parameter sets begin
 * with the first set again, with seeds of their own. */
#include "mtgp32.h"

#include "softwarp/random/mtgp32_host.h"
#include "softwarp/random/mtgp32_sets.h"

const mtgp32_params_fast_t *cr_mtgp32_set(uint32_t sequence) {
    return &mtgp32dc_params_fast_11213[sequence % CURAND_NUM_MTGP32_PARAMS];
}

void cr_seed_mtgp32(struct cr_mtgp32 *states, uint32_t count, uint64_t seed) {
    for (uint32_t i = 0; i < count; i++) {
        states[i].row = 0;
        sw_mtgp32_fill(states[i].words, cr_mtgp32_set(i), (uint32_t)seed + i + 1);
    }
}
