/* Poisson numbers. Below lambda 64 a product of uniform numbers (Knuth), above 4000 a rounded normal number, as cuRAND
 * has it. In between, W. Hörmann's transformed rejection (The transformed rejection method for generating Poisson random
 * variables, 1993). Generators that may take one number only have the inverse of the distribution.
 */
#ifndef SOFTWARP_RANDOM_POISSON_H
#define SOFTWARP_RANDOM_POISSON_H

#pragma GCC system_header

#include "normal.h"

#define SW_POISSON_FEW 64.0
#define SW_POISSON_MANY 4000.0

template <typename State> SW_RANDOM unsigned int sw_poisson_product(State *state, float lambda) {
    unsigned int k = 0;
    float product = expf(lambda);
    do {
        k++;
        product *= curand_uniform(state);
    } while (product > 1.0f);
    return k - 1;
}

SW_RANDOM unsigned int sw_poisson_round(double normal, double lambda) {
    double x = sqrt(lambda) * normal + lambda + 0.5;
    return x > 0 ? (unsigned int)x : 0;
}

/* The logarithm of the probability of k. */
SW_RANDOM double sw_poisson_log(double k, double lambda) { return k * log(lambda) - lambda - lgamma(k + 1); }

/* One try; below zero: rejected. */
template <typename State> SW_RANDOM double sw_poisson_try(State *state, double lambda, double b) {
    double a = -0.059 + 0.02483 * b, v_r = 0.9277 - 3.6224 / (b - 2);
    double u = (double)curand_uniform(state) - 0.5, v = curand_uniform(state);
    double us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= v_r)
        return k;
    if (k < 0 || (us < 0.013 && v > us))
        return -1;
    double alpha = 1.1239 + 1.1328 / (b - 3.4);
    return log(v * alpha / (a / (us * us) + b)) <= sw_poisson_log(k, lambda) ? k : -1;
}

template <typename State> SW_RANDOM unsigned int sw_poisson_reject(State *state, double lambda) {
    double b = 0.931 + 2.53 * sqrt(lambda), k;
    do
        k = sw_poisson_try(state, lambda, b);
    while (k < 0);
    return (unsigned int)k;
}

/* The least k whose probability, with those of all below, is u; sums begin where they are nothing yet. */
SW_RANDOM unsigned int sw_poisson_inverse(double u, double lambda) {
    double k = floor(lambda - 12 * sqrt(lambda) - 12);
    k = k > 0 ? k : 0;
    double most = lambda + 20 * sqrt(lambda) + 60; /* what rounding leaves out of the sum */
    double probability = exp(sw_poisson_log(k, lambda)), sum = probability;
    while (sum < u && k < most) {
        k++;
        probability *= lambda / k;
        sum += probability;
    }
    return (unsigned int)k;
}

/** Next Poisson number. */
#define SW_RANDOM_POISSON(State)                                                     \
    SW_RANDOM unsigned int curand_poisson(State *state, double lambda) {             \
        if (lambda < SW_POISSON_FEW)                                                 \
            return sw_poisson_product(state, (float)lambda);                         \
        if (lambda > SW_POISSON_MANY)                                                \
            return sw_poisson_round(curand_normal_double(state), lambda);            \
        return sw_poisson_reject(state, lambda);                                     \
    }
SW_RANDOM_POISSON(curandStateXORWOW_t)
SW_RANDOM_POISSON(curandStatePhilox4_32_10_t)
SW_RANDOM_POISSON(curandStateMRG32k3a_t)
#undef SW_RANDOM_POISSON

#define SW_RANDOM_POISSON_ONE(State)                                                 \
    SW_RANDOM unsigned int curand_poisson(State *state, double lambda) {             \
        if (lambda > SW_POISSON_MANY)                                                \
            return sw_poisson_round(curand_normal_double(state), lambda);            \
        return sw_poisson_inverse(curand_uniform_double(state), lambda);             \
    }
SW_RANDOM_POISSON_ONE(curandStateMtgp32_t)
SW_RANDOM_POISSON_ONE(curandStateSobol32_t)
SW_RANDOM_POISSON_ONE(curandStateScrambledSobol32_t)
SW_RANDOM_POISSON_ONE(curandStateSobol64_t)
SW_RANDOM_POISSON_ONE(curandStateScrambledSobol64_t)
#undef SW_RANDOM_POISSON_ONE

/** Four Poisson numbers of Philox. */
SW_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
    if (lambda > SW_POISSON_MANY) {
        double4 x = curand_normal4_double(state);
        return make_uint4(sw_poisson_round(x.x, lambda), sw_poisson_round(x.y, lambda), sw_poisson_round(x.z, lambda),
                          sw_poisson_round(x.w, lambda));
    }
    uint4 result;
    result.x = curand_poisson(state, lambda);
    result.y = curand_poisson(state, lambda);
    result.z = curand_poisson(state, lambda);
    result.w = curand_poisson(state, lambda);
    return result;
}

#endif
