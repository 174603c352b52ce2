/* A discrete distribution as the library makes it and kernels read it: the sums of probabilities of shift, shift + 1, ..
 * up to the last one's, which is 1. */
#ifndef SOFTWARP_RANDOM_DISTRIBUTION_H
#define SOFTWARP_RANDOM_DISTRIBUTION_H

struct curandDiscreteDistribution_st {
    unsigned int shift, length;
    double mean, stddev;
    const double *sums; /* of length numbers; null: a rounded normal number of mean and stddev */
};

#endif
