/* This level's loops. */
#include "lanes.h"

const struct cr_lanes CR_NAME(cr_lanes) = {
    .xorwow = CR_NAME(cr_xorwow),
    .mrg32k3a = CR_NAME(cr_mrg32k3a),
    .philox = CR_NAME(cr_philox),
    .mtgp32 = CR_NAME(cr_mtgp32),
    .mt19937 = CR_NAME(cr_mt19937),
    .sobol32 = CR_NAME(cr_sobol32),
    .sobol64 = CR_NAME(cr_sobol64),
    .seed_xorwow = CR_NAME(cr_seed_xorwow),
    .seed_mrg32k3a = CR_NAME(cr_seed_mrg32k3a),
    .seed_mt19937 = CR_NAME(cr_seed_mt19937),
};
