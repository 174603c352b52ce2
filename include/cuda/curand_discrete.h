/* The discrete distributions that curandCreatePoissonDistribution makes. */
#ifndef CURANDDISCRETE_H_
#define CURANDDISCRETE_H_

#include "curand.h"
#include "softwarp/random/distribution.h"

#endif
