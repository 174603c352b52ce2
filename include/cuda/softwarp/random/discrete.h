/* Numbers of a discrete distribution (curandCreatePoissonDistribution), each of one number of the generator. */
#ifndef SOFTWARP_RANDOM_DISCRETE_H
#define SOFTWARP_RANDOM_DISCRETE_H

#pragma GCC system_header

#include "../../curand.h"
#include "distribution.h"
#include "normal.h"

/* The first place whose sum is not below u. */
SW_RANDOM unsigned int sw_discrete_place(const double *sums, unsigned int length, double u) {
    unsigned int low = 0;
    for (unsigned int high = length - 1; low < high;) {
        unsigned int middle = (low + high) / 2;
        if (sums[middle] < u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <typename Word>
SW_RANDOM unsigned int sw_discrete(Word x, curandDiscreteDistribution_t distribution) {
    if (distribution->sums)
        return distribution->shift + sw_discrete_place(distribution->sums, distribution->length, sw_random_double(x));
    double rounded = distribution->stddev * sw_normal_inverse_double(x) + distribution->mean + 0.5;
    return rounded > 0 ? (unsigned int)rounded : 0;
}

/** Next number of the distribution. */
#define SW_RANDOM_DISCRETE(State)                                                                              \
    SW_RANDOM unsigned int curand_discrete(State *state, curandDiscreteDistribution_t discrete_distribution) { \
        return sw_discrete(curand(state), discrete_distribution);                                              \
    }
SW_RANDOM_DISCRETE(curandStateXORWOW_t)
SW_RANDOM_DISCRETE(curandStatePhilox4_32_10_t)
SW_RANDOM_DISCRETE(curandStateMRG32k3a_t)
SW_RANDOM_DISCRETE(curandStateMtgp32_t)
SW_RANDOM_DISCRETE(curandStateSobol32_t)
SW_RANDOM_DISCRETE(curandStateScrambledSobol32_t)
SW_RANDOM_DISCRETE(curandStateSobol64_t)
SW_RANDOM_DISCRETE(curandStateScrambledSobol64_t)
#undef SW_RANDOM_DISCRETE

/** Four numbers of the distribution, of Philox. */
SW_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t discrete_distribution) {
    uint4 x = curand4(state);
    return make_uint4(sw_discrete(x.x, discrete_distribution), sw_discrete(x.y, discrete_distribution),
                      sw_discrete(x.z, discrete_distribution), sw_discrete(x.w, discrete_distribution));
}

#endif
