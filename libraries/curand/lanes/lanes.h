/* Loops that make numbers, compiled once for each kind of processor (names of the x86-64 psABI's levels): generators fill
 * words, forms.c makes of words what was asked for. */
#ifndef CURAND_LANES_H
#define CURAND_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "curand.h"

enum cr_form {
    CR_BITS,
    CR_BITS64,
    CR_UNIFORM,
    CR_UNIFORM_DOUBLE,
    CR_NORMAL,
    CR_NORMAL_DOUBLE,
    CR_LOG_NORMAL,
    CR_LOG_NORMAL_DOUBLE,
    CR_POISSON,
    CR_FORMS
};

/* What a generator's words are, and how many numbers make a unit.
 * PAIRS     32 bits; doubles take two, normal numbers are pairs of two or four (XORWOW)
 * MRG       from 1 to 2^32 - 209; normal numbers are pairs of two
 * QUADS     32 bits, four at a time (Philox); forms as of PAIRS
 * SINGLE    32 bits, one for each number of any form
 * MT        likewise; floats are rounded doubles (MT19937)
 * SINGLE64  64 bits, likewise */
enum cr_words { CR_PAIRS, CR_MRG, CR_QUADS, CR_SINGLE, CR_MT, CR_SINGLE64 };

/* Sums of Poisson probabilities: the number shift + i is drawn for what is above sums[i - 1], up to sums[i]. guide: for each
 * 1 / CR_GUIDES of the unit interval the first i that may be. */
enum { CR_GUIDES = 1024 };
struct cr_poisson {
    uint32_t shift, length;
    double lambda;
    uint32_t guide[CR_GUIDES + 1];
    double sums[];
};

/* One generation. Fields of generators that do not use them are nothing.
 * form, out, count   what is asked for
 * at                 the thread that comes first, as cuRAND counts threads (its sequences); QUADS: four times it, and a
 *                    number of the four; quasirandom: the first number's place in its sequence
 * threads            sequences that take turns
 * states             a generator's, which the generation moves on; seed: Philox's, whose states are counters
 * dimensions         of quasirandom numbers, with their vectors and constants */
struct cr_job {
    enum cr_form form;
    enum cr_words words;
    void *out;
    uint64_t count, at, seed;
    uint32_t threads, dimensions;
    void *states;
    double mean, stddev;
    const struct cr_poisson *poisson;
    const void *vectors, *constants;
};

/* What states are made of. */
struct cr_seeds {
    void *states;
    uint64_t seed, offset;
    uint32_t threads;
    int seeded; /* CURAND_ORDERING_PSEUDO_SEEDED */
};

/* Numbers that are made at a time: what is between generator and form stays in the first cache. */
enum { CR_TILE = 512 };

/* Words of a tile: draw k of unit i is word[k][i]. */
struct cr_tile {
    union {
        uint32_t word[4][CR_TILE];
        uint64_t wide[CR_TILE];
    };
};

typedef void cr_generate(const struct cr_job *job, uint32_t part, uint32_t parts);
typedef void cr_seed(const struct cr_seeds *seeds);

/** The loops of one level. */
struct cr_lanes {
    cr_generate *xorwow, *mrg32k3a, *philox, *mtgp32, *mt19937, *sobol32, *sobol64;
    cr_seed *seed_xorwow, *seed_mrg32k3a, *seed_mt19937;
};
extern const struct cr_lanes cr_lanes_v2, cr_lanes_v3, cr_lanes_v4;

/* Names of this level's functions. */
#ifdef CR_LEVEL
#define CR_JOIN2(a, b) a##_##b
#define CR_JOIN(a, b) CR_JOIN2(a, b)
#define CR_NAME(name) CR_JOIN(name, CR_LEVEL)
/** Makes numbers of a tile's units and puts them to out. */
void CR_NAME(cr_form_tile)(const struct cr_job *job, const struct cr_tile *tile, uint32_t units, void *out);
cr_generate CR_NAME(cr_xorwow), CR_NAME(cr_mrg32k3a), CR_NAME(cr_philox), CR_NAME(cr_mtgp32), CR_NAME(cr_mt19937),
    CR_NAME(cr_sobol32), CR_NAME(cr_sobol64);
cr_seed CR_NAME(cr_seed_xorwow), CR_NAME(cr_seed_mrg32k3a), CR_NAME(cr_seed_mt19937);
#endif

static inline uint32_t cr_is_double(enum cr_form form) {
    return form == CR_UNIFORM_DOUBLE || form == CR_NORMAL_DOUBLE || form == CR_LOG_NORMAL_DOUBLE;
}
static inline uint32_t cr_is_normal(enum cr_form form) {
    return form >= CR_NORMAL && form <= CR_LOG_NORMAL_DOUBLE;
}
/* Bytes of a number. */
static inline size_t cr_size(enum cr_form form) {
    return cr_is_double(form) || form == CR_BITS64 ? 8 : 4;
}
/* Numbers of a unit, but for QUADS, whose tile is of numbers or, of normal ones, pairs. */
static inline uint32_t cr_numbers(enum cr_words words, enum cr_form form) {
    return words <= CR_QUADS && cr_is_normal(form) ? 2 : 1;
}
/* Words of a unit. */
static inline uint32_t cr_draws(enum cr_words words, enum cr_form form) {
    uint32_t wide = words != CR_MRG && cr_is_double(form) ? 2 : 1;
    return words <= CR_QUADS ? wide * cr_numbers(words, form) : 1;
}

#endif
