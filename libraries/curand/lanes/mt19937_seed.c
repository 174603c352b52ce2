/* MT19937's sequences: number s begins s times 2^2048 numbers behind the first one.
 *
 * A sequence that is 2^(2048 + k) numbers behind another one is a sum of the other one's words: word j of it is the sum of
 * the words i + j for which the polynomial has x^i. Polynomials are squares of each other; from as many sequences as there
 * are one of them makes as many more.
 */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

#include "../mt19937.h"
#include "../mt19937_jump.h"

/* Words behind the state that sums reach, in whole blocks. */
enum { MT_REACH = (MT_DEGREE / MT_WORDS + 2) * MT_WORDS };

/* The powers of x of a polynomial. */
struct powers {
    uint32_t count;
    uint16_t power[MT_DEGREE];
};

static void list_powers(const uint32_t polynomial[MT_WORDS], struct powers *out) {
    out->count = 0;
    for (uint32_t i = 0; i < MT_DEGREE; i++)
        if (polynomial[i / 32] >> i % 32 & 1)
            out->power[out->count++] = (uint16_t)i;
}

static void flip(uint32_t *polynomial, uint32_t power) {
    polynomial[power / 32] ^= 1u << power % 32;
}

/* x^i becomes x^2i, and what is beyond the degree lower powers. */
static void square(uint32_t polynomial[MT_WORDS]) {
    uint32_t wide[2 * MT_WORDS] = {0};
    for (uint32_t i = 0; i < MT_DEGREE; i++)
        if (polynomial[i / 32] >> i % 32 & 1)
            flip(wide, 2 * i);
    for (uint32_t top = 2 * MT_DEGREE - 1; top >= MT_DEGREE; top--)
        for (uint32_t i = 0; i < MT_TERMS && wide[top / 32] >> top % 32 & 1; i++)
            flip(wide, top - MT_DEGREE + mt_terms[i]);
    for (uint32_t top = MT_DEGREE; top < 32 * MT_WORDS; top++)
        wide[top / 32] &= ~(1u << top % 32);
    memcpy(polynomial, wide, MT_WORDS * sizeof *polynomial);
}

static void extend(uint32_t words[MT_REACH], const uint32_t state[MT_WORDS]) {
    memcpy(words, state, MT_WORDS * sizeof *words);
    for (uint32_t i = 0; i + MT_WORDS < MT_REACH; i++) {
        uint32_t y = (words[i] & 0x80000000u) | (words[i + 1] & 0x7fffffffu);
        words[i + MT_WORDS] = words[i + 397] ^ (y >> 1) ^ (-(y & 1) & 0x9908b0dfu);
    }
}

/* A piece of the state, whose sums stay in registers. */
#ifdef __AVX512F__
enum { VECTOR = 64, PIECE = 13 };
#else
enum { VECTOR = 32, PIECE = 6 };
#endif
typedef uint32_t vector __attribute__((vector_size(VECTOR), aligned(4), may_alias));
enum { PIECE_WORDS = PIECE * VECTOR / 4 };
_Static_assert(MT_WORDS % PIECE_WORDS == 0, "pieces are all of a state");

static void sum(const uint32_t words[MT_REACH], const struct powers *powers, uint32_t out[MT_WORDS]) {
    for (uint32_t piece = 0; piece < MT_WORDS; piece += PIECE_WORDS) {
        vector sums[PIECE] = {{0}};
        for (uint32_t i = 0; i < powers->count; i++) {
            const vector *from = (const vector *)(words + powers->power[i] + piece);
            for (uint32_t j = 0; j < PIECE; j++)
                sums[j] ^= from[j];
        }
        memcpy(out + piece, sums, sizeof sums);
    }
}

static void seed_first(struct cr_mt19937 *state, uint32_t seed) {
    state->block = 0;
    state->words[0] = seed;
    for (uint32_t i = 1; i < MT_WORDS; i++)
        state->words[i] = 1812433253u * (state->words[i - 1] ^ (state->words[i - 1] >> 30)) + i;
}

/* What a sequence is made with. */
struct work {
    uint32_t words[MT_REACH], polynomial[MT_WORDS];
    struct powers powers;
};

void CR_NAME(cr_seed_mt19937)(const struct cr_seeds *seeds) {
    struct cr_mt19937 *states = seeds->states;
    struct work *work = malloc(sizeof *work);
    seed_first(states, (uint32_t)seeds->seed);
    if (!work)
        return;
    memcpy(work->polynomial, mt_jump, sizeof mt_jump);
    for (uint32_t there = 1; there < seeds->threads; there *= 2) {
        list_powers(work->polynomial, &work->powers);
        for (uint32_t i = 0; i < there && there + i < seeds->threads; i++) {
            extend(work->words, states[i].words);
            states[there + i].block = 0;
            sum(work->words, &work->powers, states[there + i].words);
        }
        square(work->polynomial);
    }
    free(work);
}
