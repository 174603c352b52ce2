/* A generator of the host API, and what its files share. */
#ifndef CURAND_GENERATOR_H
#define CURAND_GENERATOR_H

#include <stdatomic.h>
#include <stdbool.h>

#include "lanes/lanes.h"

enum {
    CR_XORWOW,
    CR_MRG32K3A,
    CR_MTGP32,
    CR_MT19937,
    CR_PHILOX,
    CR_SOBOL32,
    CR_SOBOL32_SCRAMBLED,
    CR_SOBOL64,
    CR_SOBOL64_SCRAMBLED,
    CR_KINDS
};
enum { CR_MOST_DIMENSIONS = 20000 };

/* One kind. number: CR_XORWOW .. orderings: of which there are states (bit i: CURAND_ORDERING_PSEUDO_BEST + i), on_host: on the host; threads:
 * sequences that take turns with BEST and DEFAULT, LEGACY, DYNAMIC. state_bytes: of one sequence. */
struct cr_kind {
    int number;
    curandRngType_t type;
    enum cr_words words;
    unsigned orderings, on_host;
    uint32_t threads, legacy, dynamic;
    size_t state_bytes;
    bool is_quasi, can_skip;
};

/* In front of the states: of generators that cannot skip, how many numbers have been made, and how many parts of a
 * generation have ended. */
struct cr_progress {
    _Atomic uint64_t at;
    _Atomic uint32_t parts;
    _Alignas(64) char end[];
};

/* at: the next thread, or number (struct cr_job). num_seeded: how many sequences have states; 0: they are to be made of seed
 * and offset. old_states: those that a captured graph may still use. */
struct curandGenerator_st {
    uint32_t mark;
    const struct cr_kind *kind;
    bool is_host, is_used;
    curandOrdering_t ordering;
    uint64_t seed, offset, at;
    uint32_t dimensions;
    cudaStream_t stream;
    void *states, **old_states;
    size_t num_old;
    uint32_t num_seeded;
    struct cr_poisson *poisson;
};

/** kinds.c: the kind of a type; null: there is none. Sequences of the ordering that is set. */
const struct cr_kind *cr_kind_of(curandRngType_t type);
uint32_t cr_threads(const struct curandGenerator_st *generator);
/** The loops for this processor. */
const struct cr_lanes *cr_lanes_best(void);

/** states.c: sees to it that there are states for so many numbers. Frees all. */
curandStatus_t cr_states_make(curandGenerator_t generator, uint64_t numbers);
void cr_states_free(curandGenerator_t generator);
/** Waits until nothing of the generator's runs any more, unless its stream is captured: false. */
bool cr_generator_wait(curandGenerator_t generator);
bool cr_is_capturing(const struct curandGenerator_st *generator);

/** run.c: does a job that has been checked. */
curandStatus_t cr_run(curandGenerator_t generator, const struct cr_job *job);

/** poisson.c: a table, freed by free(); null: out of memory. */
enum { CR_MOST_LAMBDA = 400000 };
struct cr_poisson *cr_poisson_make(double lambda);

/** vectors.c: tables of CR_MOST_DIMENSIONS dimensions; null: out of memory. */
const uint32_t *cr_vectors32(bool is_scrambled);
const uint64_t *cr_vectors64(bool is_scrambled);
const uint32_t *cr_constants32(void);
const uint64_t *cr_constants64(void);

#endif
