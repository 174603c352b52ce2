/* Sobol' sequences (P. Bratley and B. L. Fox, Algorithm 659, 1988), of 32 and 64 bits, plain and scrambled: number i is
 * the sum, bit by bit, of the direction vectors at the bits of i's Gray code. `c` is a scrambled sequence's constant;
 * its direction vectors are scrambled, too.
 */
#ifndef SOFTWARP_RANDOM_SOBOL_H
#define SOFTWARP_RANDOM_SOBOL_H

#pragma GCC system_header

#include "../../curand.h"
#include "language.h"

#define SW_SOBOL_STATE(name, word, bits)      \
    struct name {                             \
        word i, x, c;                         \
        word direction_vectors[bits];         \
    };                                        \
    typedef struct name name##_t;
SW_SOBOL_STATE(curandStateSobol32, unsigned int, 32)
SW_SOBOL_STATE(curandStateScrambledSobol32, unsigned int, 32)
SW_SOBOL_STATE(curandStateSobol64, unsigned long long, 64)
SW_SOBOL_STATE(curandStateScrambledSobol64, unsigned long long, 64)
#undef SW_SOBOL_STATE

SW_RANDOM unsigned int sw_sobol_lowest_zero(unsigned int i) { return i + 1 ? (unsigned int)__ffs((int)~i) - 1 : 31; }
SW_RANDOM unsigned int sw_sobol_lowest_zero(unsigned long long i) {
    return i + 1 ? (unsigned int)__ffsll((long long)~i) - 1 : 63;
}

/* Number i from none: the vectors are the same for all lanes that draw of one dimension. */
template <typename Word, typename State> SW_RANDOM void sw_sobol_start(State *state, Word i) {
    Word x = state->c, gray = i ^ (i >> 1);
    for (unsigned int bit = 0; bit < 8 * sizeof(Word); bit++)
        x ^= state->direction_vectors[bit] & -(gray >> bit & 1);
    state->i = i;
    state->x = x;
}

template <typename Word, typename State> SW_RANDOM Word sw_sobol_next(State *state) {
    Word result = state->x;
    state->x ^= state->direction_vectors[sw_sobol_lowest_zero(state->i)];
    state->i++;
    return result;
}

template <typename Word, typename State>
SW_RANDOM void sw_sobol_init(State *state, const Word *vectors, Word constant, Word offset) {
    for (unsigned int bit = 0; bit < 8 * sizeof(Word); bit++)
        state->direction_vectors[bit] = vectors[bit];
    state->c = constant;
    sw_sobol_start<Word>(state, offset);
}

#define SW_SOBOL_FUNCTIONS(State, word)                                                                     \
    /** Next bits. */                                                                                       \
    SW_RANDOM word curand(State *state) { return sw_sobol_next<word>(state); }                              \
    /** Skips n numbers. */                                                                                 \
    template <typename Count> SW_RANDOM void sw_sobol_skip(Count n, State *state) {                         \
        sw_sobol_start<word>(state, state->i + (word)n);                                                    \
    }
SW_SOBOL_FUNCTIONS(curandStateSobol32_t, unsigned int)
SW_SOBOL_FUNCTIONS(curandStateScrambledSobol32_t, unsigned int)
SW_SOBOL_FUNCTIONS(curandStateSobol64_t, unsigned long long)
SW_SOBOL_FUNCTIONS(curandStateScrambledSobol64_t, unsigned long long)
#undef SW_SOBOL_FUNCTIONS

SW_RANDOM void skipahead(unsigned int n, curandStateSobol32_t *state) { sw_sobol_skip(n, state); }
SW_RANDOM void skipahead(unsigned int n, curandStateScrambledSobol32_t *state) { sw_sobol_skip(n, state); }
SW_RANDOM void skipahead(unsigned long long n, curandStateSobol64_t *state) { sw_sobol_skip(n, state); }
SW_RANDOM void skipahead(unsigned long long n, curandStateScrambledSobol64_t *state) { sw_sobol_skip(n, state); }

/** The state of a dimension's direction vectors, and of number `offset`. */
SW_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int offset,
                           curandStateSobol32_t *state) {
    sw_sobol_init<unsigned int>(state, direction_vectors, 0, offset);
}
SW_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int scramble_c, unsigned int offset,
                           curandStateScrambledSobol32_t *state) {
    sw_sobol_init<unsigned int>(state, direction_vectors, scramble_c, offset);
}
SW_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long offset,
                           curandStateSobol64_t *state) {
    sw_sobol_init<unsigned long long>(state, direction_vectors, 0, offset);
}
SW_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long scramble_c,
                           unsigned long long offset, curandStateScrambledSobol64_t *state) {
    sw_sobol_init<unsigned long long>(state, direction_vectors, scramble_c, offset);
}

#endif
