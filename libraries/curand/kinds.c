/* What kinds of generators there are, and which loops this processor runs. Numbers of sequences are those of an H200:
 * dynamic ordering is made for the device, and ours has the numbers of that one. */
#include "generator.h"

#include "mt19937.h"
#include "mtgp32.h"

enum { BEST = 1, DEFAULT = 2, SEEDED = 4, LEGACY = 8, DYNAMIC = 16, USUAL = BEST | DEFAULT | LEGACY };

/* clang-format off */
static const struct cr_kind kinds[CR_KINDS] = {
    [CR_XORWOW] = {CR_XORWOW, CURAND_RNG_PSEUDO_XORWOW, CR_PAIRS, USUAL | SEEDED | DYNAMIC, USUAL | SEEDED,
                   4096, 4096, 2816, 6 * sizeof(uint32_t), false, true},
    [CR_MRG32K3A] = {CR_MRG32K3A, CURAND_RNG_PSEUDO_MRG32K3A, CR_MRG, USUAL | DYNAMIC, USUAL,
                     81920, 4096, 270336, 6 * sizeof(uint32_t), false, true},
    [CR_MTGP32] = {CR_MTGP32, CURAND_RNG_PSEUDO_MTGP32, CR_SINGLE, USUAL | DYNAMIC, USUAL,
                   192, 64, 1056, sizeof(struct cr_mtgp32), false, false},
    [CR_MT19937] = {CR_MT19937, CURAND_RNG_PSEUDO_MT19937, CR_MT, USUAL, DEFAULT | LEGACY,
                    MT_SEQUENCES, MT_SEQUENCES, MT_SEQUENCES, sizeof(struct cr_mt19937), false, false},
    [CR_PHILOX] = {CR_PHILOX, CURAND_RNG_PSEUDO_PHILOX4_32_10, CR_QUADS, USUAL | DYNAMIC, USUAL,
                   65536, 65536, 67584, sizeof(uint64_t), false, true},
    [CR_SOBOL32] = {CR_SOBOL32, CURAND_RNG_QUASI_SOBOL32, CR_SINGLE, .is_quasi = true, .can_skip = true},
    [CR_SOBOL32_SCRAMBLED] = {CR_SOBOL32_SCRAMBLED, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CR_SINGLE, .is_quasi = true, .can_skip = true},
    [CR_SOBOL64] = {CR_SOBOL64, CURAND_RNG_QUASI_SOBOL64, CR_SINGLE64, .is_quasi = true, .can_skip = true},
    [CR_SOBOL64_SCRAMBLED] = {CR_SOBOL64_SCRAMBLED, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, CR_SINGLE64, .is_quasi = true, .can_skip = true},
};
/* clang-format on */

const struct cr_kind *cr_kind_of(curandRngType_t type) {
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    for (int i = 0; i < CR_KINDS; i++)
        if (kinds[i].type == type)
            return &kinds[i];
    return NULL;
}

uint32_t cr_threads(const struct curandGenerator_st *generator) {
    const struct cr_kind *kind = generator->kind;
    if (generator->ordering == CURAND_ORDERING_PSEUDO_LEGACY)
        return kind->legacy;
    return generator->ordering == CURAND_ORDERING_PSEUDO_DYNAMIC ? kind->dynamic : kind->threads;
}

const struct cr_lanes *cr_lanes_best(void) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return &cr_lanes_v4;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
               ? &cr_lanes_v3
               : &cr_lanes_v2;
}
