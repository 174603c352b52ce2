/* States of generators: made by the calling thread, of seed and offset, when the first numbers are asked for.
 *
 * While a stream is captured nobody may wait for it: then states that earlier work may still use are kept, and new ones
 * take their place.
 */
#include "generator.h"

#include <stdlib.h>
#include <string.h>

#include "mt19937.h"
#include "mtgp32.h"

bool cr_is_capturing(const struct curandGenerator_st *generator) {
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (generator->is_host || cudaStreamIsCapturing(generator->stream, &status) != cudaSuccess)
        return false;
    return status != cudaStreamCaptureStatusNone;
}

bool cr_generator_wait(curandGenerator_t generator) {
    if (generator->is_host || !generator->is_used)
        return true;
    if (cr_is_capturing(generator))
        return false;
    cudaStreamSynchronize(generator->stream); /* an error of the stream's is not this call's */
    generator->is_used = false;
    return true;
}

/* The states are given up, at once or with the generator. */
static bool retire(curandGenerator_t generator) {
    if (!generator->states)
        return true;
    if (cr_generator_wait(generator)) {
        free(generator->states);
    } else {
        void **more = realloc(generator->old_states, (generator->num_old + 1) * sizeof *more);
        if (!more)
            return false;
        generator->old_states = more;
        more[generator->num_old++] = generator->states;
    }
    generator->states = NULL;
    return true;
}

static void seed_philox(const struct cr_seeds *seeds) {
    uint64_t *counters = seeds->states, blocks = seeds->offset / 4;
    for (uint32_t i = 0; i < seeds->threads; i++)
        counters[i] = blocks / seeds->threads + (i < blocks % seeds->threads);
}

static void seed(const struct cr_kind *kind, const struct cr_seeds *seeds) {
    const struct cr_lanes *lanes = cr_lanes_best();
    switch (kind->type) {
    case CURAND_RNG_PSEUDO_XORWOW:
        return lanes->seed_xorwow(seeds);
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return lanes->seed_mrg32k3a(seeds);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return seed_philox(seeds);
    case CURAND_RNG_PSEUDO_MTGP32:
        return cr_seed_mtgp32(seeds->states, seeds->threads, seeds->seed);
    default:
        return lanes->seed_mt19937(seeds);
    }
}

/* How many sequences the next numbers want. MT19937's take long to make: a few numbers want few. A captured generation
 * may come again and again. */
static uint32_t wanted(const struct curandGenerator_st *generator, uint64_t numbers) {
    uint32_t threads = cr_threads(generator), some = 16;
    uint64_t until = generator->at + numbers;
    if (generator->kind->type != CURAND_RNG_PSEUDO_MT19937 || cr_is_capturing(generator))
        return threads;
    while (some < threads && (uint64_t)some * MT_TURN < until)
        some *= 2;
    return some;
}

static curandStatus_t start(curandGenerator_t generator) {
    size_t bytes = sizeof(struct cr_progress) + generator->kind->state_bytes * cr_threads(generator);
    if (!retire(generator) || !(generator->states = aligned_alloc(64, (bytes + 63) / 64 * 64)))
        return CURAND_STATUS_ALLOCATION_FAILED;
    memset(generator->states, 0, bytes);
    if (!generator->kind->can_skip)
        generator->at = 0;
    return CURAND_STATUS_SUCCESS;
}

/* Sequences beyond those that are there, which may have begun. */
static curandStatus_t make_more(const struct curandGenerator_st *generator, struct cr_seeds seeds, uint32_t there) {
    size_t bytes = generator->kind->state_bytes;
    char *all = malloc(bytes * seeds.threads), *states = seeds.states;
    if (!all)
        return CURAND_STATUS_ALLOCATION_FAILED;
    seeds.states = all;
    seed(generator->kind, &seeds);
    memcpy(states + bytes * there, all + bytes * there, bytes * (seeds.threads - there));
    free(all);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t cr_states_make(curandGenerator_t generator, uint64_t numbers) {
    const struct cr_kind *kind = generator->kind;
    curandStatus_t status = CURAND_STATUS_SUCCESS;
    if (kind->is_quasi)
        return status;
    if (!generator->num_seeded && (status = start(generator)) != CURAND_STATUS_SUCCESS)
        return status;
    uint32_t there = generator->num_seeded, threads = wanted(generator, numbers);
    if (there >= threads)
        return status;
    struct cr_progress *progress = generator->states;
    struct cr_seeds seeds = {kind->can_skip ? generator->states : progress + 1, generator->seed, generator->offset,
                             threads, generator->ordering == CURAND_ORDERING_PSEUDO_SEEDED};
    if (there)
        status = make_more(generator, seeds, there);
    else
        seed(kind, &seeds);
    if (status == CURAND_STATUS_SUCCESS)
        generator->num_seeded = threads;
    return status;
}

void cr_states_free(curandGenerator_t generator) {
    for (size_t i = 0; i < generator->num_old; i++)
        free(generator->old_states[i]);
    free(generator->old_states);
    free(generator->states);
}
