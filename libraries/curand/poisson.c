/* Poisson distributions as tables of sums: for the host API, and in device memory for curand_discrete. */
#include "generator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "softwarp/random/distribution.h"

#define EXPORT __attribute__((visibility("default")))

/* Numbers further from the mean have less probability than a double between 0 and 1 can tell from 0, or 1. */
static uint32_t least(double lambda) {
    double k = floor(lambda - 9 * sqrt(lambda) - 10);
    return k > 0 ? (uint32_t)k : 0;
}
static uint32_t length_of(double lambda) {
    return (uint32_t)(ceil(lambda + 10 * sqrt(lambda) + 40)) - least(lambda) + 1;
}

/* Sums of the probabilities, each of which comes of the one before it; the last one is 1. */
static void fill_sums(double lambda, double *sums, uint32_t length) {
    double k = least(lambda), probability = exp(k * log(lambda) - lambda - lgamma(k + 1)), sum = probability;
    for (uint32_t i = 0; i < length; i++) {
        sums[i] = sum;
        k++;
        probability *= lambda / k;
        sum += probability;
    }
    for (uint32_t i = 0; i < length; i++)
        sums[i] /= sum;
    sums[length - 1] = 1;
}

static void fill_guide(struct cr_poisson *table) {
    uint32_t place = 0;
    for (uint32_t i = 0; i <= CR_GUIDES; i++) {
        while (place + 1 < table->length && table->sums[place] < (double)i / CR_GUIDES)
            place++;
        table->guide[i] = place;
    }
}

struct cr_poisson *cr_poisson_make(double lambda) {
    uint32_t length = length_of(lambda);
    struct cr_poisson *table = malloc(sizeof *table + length * sizeof *table->sums);
    if (!table)
        return NULL;
    table->lambda = lambda;
    table->shift = least(lambda);
    table->length = length;
    fill_sums(lambda, table->sums, length);
    fill_guide(table);
    return table;
}

EXPORT curandStatus_t curandCreatePoissonDistribution(double lambda,
                                                      curandDiscreteDistribution_t *discrete_distribution) {
    if (!discrete_distribution)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!(lambda > 0 && lambda <= CR_MOST_LAMBDA))
        return CURAND_STATUS_OUT_OF_RANGE;
    uint32_t length = length_of(lambda);
    struct curandDiscreteDistribution_st *made;
    if (cudaMalloc((void **)&made, sizeof *made + length * sizeof *made->sums) != cudaSuccess)
        return CURAND_STATUS_ALLOCATION_FAILED;
    double *sums = (double *)(made + 1);
    fill_sums(lambda, sums, length);
    *made = (struct curandDiscreteDistribution_st){least(lambda), length, lambda, sqrt(lambda), sums};
    *discrete_distribution = made;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t discrete_distribution) {
    if (!discrete_distribution || cudaFree(discrete_distribution) != cudaSuccess)
        return CURAND_STATUS_NOT_INITIALIZED;
    return CURAND_STATUS_SUCCESS;
}
