/* cuRAND's host API: checks, and jobs for run.c. Statuses are those of an H200. */
#include "generator.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { MARK = 0x43525347 };

static bool is_generator(const struct curandGenerator_st *generator) {
    return generator && generator->mark == MARK;
}

static curandStatus_t create(curandGenerator_t *out, curandRngType_t type, bool is_host) {
    int device;
    if (!out)
        return CURAND_STATUS_NOT_INITIALIZED;
    const struct cr_kind *kind = cr_kind_of(type);
    if (!kind)
        return CURAND_STATUS_TYPE_ERROR;
    if (!is_host && cudaGetDevice(&device) != cudaSuccess)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    struct curandGenerator_st *generator = calloc(1, sizeof *generator);
    if (!generator)
        return CURAND_STATUS_ALLOCATION_FAILED;
    generator->mark = MARK;
    generator->kind = kind;
    generator->is_host = is_host;
    generator->ordering = kind->is_quasi ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    generator->dimensions = 1;
    *out = generator;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t rng_type) {
    return create(generator, rng_type, false);
}

EXPORT curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t rng_type) {
    return create(generator, rng_type, true);
}

EXPORT curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (cr_generator_wait(generator)) { /* else a graph is captured, and what may run keeps its states */
        cr_states_free(generator);
        free(generator->poisson);
    }
    generator->mark = 0;
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGetVersion(int *version) {
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
    static const int properties[] = {
        [MAJOR_VERSION] = CURAND_VER_MAJOR, [MINOR_VERSION] = CURAND_VER_MINOR, [PATCH_LEVEL] = CURAND_VER_PATCH};
    if (!value || (unsigned)type >= sizeof properties / sizeof *properties)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = properties[type];
    return CURAND_STATUS_SUCCESS;
}

/* What is to come is in the order of another stream: it waits for what is behind it. */
EXPORT curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (stream != generator->stream)
        cr_generator_wait(generator);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->kind->is_quasi)
        return CURAND_STATUS_TYPE_ERROR;
    if (seed != generator->seed)
        generator->num_seeded = 0;
    generator->seed = seed;
    return CURAND_STATUS_SUCCESS;
}

/* In which thread, or with which number, a generation begins. */
static uint64_t place_of(const struct curandGenerator_st *generator, uint64_t number) {
    if (generator->kind->is_quasi || !generator->kind->can_skip)
        return number;
    return number % ((uint64_t)cr_threads(generator) * (generator->kind->words == CR_QUADS ? 4 : 1));
}

EXPORT curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->kind->can_skip)
        return CURAND_STATUS_TYPE_ERROR;
    generator->offset = offset;
    generator->at = place_of(generator, offset);
    generator->num_seeded = 0;
    return CURAND_STATUS_SUCCESS;
}

static bool has_ordering(const struct curandGenerator_st *generator, curandOrdering_t order) {
    const struct cr_kind *kind = generator->kind;
    unsigned all = generator->is_host ? kind->on_host : kind->orderings;
    if (kind->is_quasi)
        return order == CURAND_ORDERING_QUASI_DEFAULT;
    return order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC &&
           all >> (order - CURAND_ORDERING_PSEUDO_BEST) & 1;
}

EXPORT curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!has_ordering(generator, order))
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->ordering = order;
    generator->num_seeded = 0;
    if (!generator->kind->is_quasi)
        generator->at = place_of(generator, generator->at);
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                              unsigned int num_dimensions) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->kind->is_quasi)
        return CURAND_STATUS_TYPE_ERROR;
    if (!num_dimensions || num_dimensions > CR_MOST_DIMENSIONS)
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->dimensions = num_dimensions;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->num_seeded = 0;
    return cr_states_make(generator, 1);
}

/* Tables of a quasirandom generation. */
static curandStatus_t take_vectors(const struct curandGenerator_st *generator, struct cr_job *job) {
    curandRngType_t type = generator->kind->type;
    bool is_wide = generator->kind->words == CR_SINGLE64;
    bool is_scrambled = type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    job->dimensions = generator->dimensions;
    job->vectors = is_wide ? (const void *)cr_vectors64(is_scrambled) : cr_vectors32(is_scrambled);
    if (is_scrambled)
        job->constants = is_wide ? (const void *)cr_constants64() : cr_constants32();
    return job->vectors && (job->constants || !is_scrambled) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

/* How far the next generation begins behind this one. */
static uint64_t step_of(const struct curandGenerator_st *generator, const struct cr_job *job) {
    if (generator->kind->is_quasi)
        return job->count / generator->dimensions;
    bool is_paired = job->words == CR_PAIRS || job->words == CR_MRG;
    return is_paired ? job->count / cr_numbers(job->words, job->form) : job->count;
}

static curandStatus_t check(const struct curandGenerator_st *generator, const struct cr_job *job) {
    enum cr_words words = generator->kind->words;
    if ((job->form == CR_BITS && words == CR_SINGLE64) || (job->form == CR_BITS64 && words != CR_SINGLE64))
        return CURAND_STATUS_TYPE_ERROR;
    if (generator->kind->is_quasi && job->count % generator->dimensions)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if ((words == CR_PAIRS || words == CR_MRG) && job->count % cr_numbers(words, job->form))
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    return CURAND_STATUS_SUCCESS;
}

static curandStatus_t prepare(curandGenerator_t generator, struct cr_job *job) {
    curandStatus_t status = cr_states_make(generator, job->count);
    if (status == CURAND_STATUS_SUCCESS && generator->kind->is_quasi)
        status = take_vectors(generator, job);
    job->words = generator->kind->words;
    job->states = generator->states;
    job->seed = generator->seed;
    job->threads = generator->kind->is_quasi ? 1 : cr_threads(generator);
    job->at = generator->at;
    return status;
}

static curandStatus_t generate(curandGenerator_t generator, struct cr_job job) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!job.count)
        return CURAND_STATUS_SUCCESS;
    curandStatus_t status = check(generator, &job);
    if (status == CURAND_STATUS_SUCCESS && generator->is_host && !job.out)
        return CURAND_STATUS_OUT_OF_RANGE;
    if (status == CURAND_STATUS_SUCCESS)
        status = prepare(generator, &job);
    if (status == CURAND_STATUS_SUCCESS)
        status = cr_run(generator, &job);
    if (status == CURAND_STATUS_SUCCESS)
        generator->at = place_of(generator, generator->at + step_of(generator, &job));
    return status;
}

#define GENERATE(name, type, FORM)                                                                   \
    EXPORT curandStatus_t name(curandGenerator_t generator, type *outputPtr, size_t num) {           \
        return generate(generator, (struct cr_job){.form = FORM, .out = outputPtr, .count = num});   \
    }
GENERATE(curandGenerate, unsigned int, CR_BITS)
GENERATE(curandGenerateLongLong, unsigned long long, CR_BITS64)
GENERATE(curandGenerateUniform, float, CR_UNIFORM)
GENERATE(curandGenerateUniformDouble, double, CR_UNIFORM_DOUBLE)

#define GENERATE_NORMAL(name, type, FORM)                                                                         \
    EXPORT curandStatus_t name(curandGenerator_t generator, type *outputPtr, size_t n, type mean, type stddev) {  \
        return generate(generator, (struct cr_job){.form = FORM, .out = outputPtr, .count = n, .mean = mean,      \
                                                   .stddev = stddev});                                            \
    }
GENERATE_NORMAL(curandGenerateNormal, float, CR_NORMAL)
GENERATE_NORMAL(curandGenerateNormalDouble, double, CR_NORMAL_DOUBLE)
GENERATE_NORMAL(curandGenerateLogNormal, float, CR_LOG_NORMAL)
GENERATE_NORMAL(curandGenerateLogNormalDouble, double, CR_LOG_NORMAL_DOUBLE)

/* The table that the last generation had, or another one. Captured graphs may keep the former. */
static curandStatus_t take_table(curandGenerator_t generator, double lambda) {
    if (generator->poisson && generator->poisson->lambda == lambda)
        return CURAND_STATUS_SUCCESS;
    struct cr_poisson *table = cr_poisson_make(lambda);
    if (!table)
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (cr_generator_wait(generator))
        free(generator->poisson);
    generator->poisson = table;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *outputPtr, size_t n,
                                            double lambda) {
    if (!is_generator(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!n)
        return CURAND_STATUS_SUCCESS;
    if (!(lambda > 0 && lambda <= CR_MOST_LAMBDA))
        return CURAND_STATUS_OUT_OF_RANGE;
    curandStatus_t status = take_table(generator, lambda);
    if (status != CURAND_STATUS_SUCCESS)
        return status;
    return generate(generator,
                    (struct cr_job){.form = CR_POISSON, .out = outputPtr, .count = n, .poisson = generator->poisson});
}

/* Every method has the same distribution. */
EXPORT curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned int *outputPtr, size_t n,
                                                  double lambda, curandMethod_t method) {
    if ((unsigned)method > CURAND_POISSON)
        return CURAND_STATUS_OUT_OF_RANGE;
    return curandGeneratePoisson(generator, outputPtr, n, lambda);
}
