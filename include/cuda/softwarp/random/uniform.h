/* Uniform numbers above 0, up to 1: bits as the middle of their interval of the unit interval. */
#ifndef SOFTWARP_RANDOM_UNIFORM_H
#define SOFTWARP_RANDOM_UNIFORM_H

#pragma GCC system_header

#include "mrg32k3a.h"
#include "mtgp32.h"
#include "philox.h"
#include "sobol.h"
#include "xorwow.h"

SW_RANDOM float sw_random_float(unsigned int x) { return (float)x * 0x1p-32f + 0x1p-33f; }
SW_RANDOM float sw_random_float(unsigned long long x) { return sw_random_float((unsigned int)(x >> 32)); }
/* Of 32 bits it is the upper end of the interval. */
SW_RANDOM double sw_random_double(unsigned int x) { return (double)x * 0x1p-32 + 0x1p-32; }
SW_RANDOM double sw_random_double(unsigned long long x) { return (double)(x >> 11) * 0x1p-53 + 0x1p-54; }
/* Of two times 32 bits. */
SW_RANDOM double sw_random_double(unsigned int x, unsigned int y) {
    unsigned long long z = x ^ (unsigned long long)y << (53 - 32);
    return (double)z * 0x1p-53 + 0x1p-54;
}

/** curand_uniform */
#define SW_RANDOM_UNIFORM(State) \
    SW_RANDOM float curand_uniform(State *state) { return sw_random_float(curand(state)); }
SW_RANDOM_UNIFORM(curandStateXORWOW_t)
SW_RANDOM_UNIFORM(curandStatePhilox4_32_10_t)
SW_RANDOM_UNIFORM(curandStateMtgp32_t)
SW_RANDOM_UNIFORM(curandStateSobol32_t)
SW_RANDOM_UNIFORM(curandStateScrambledSobol32_t)
SW_RANDOM_UNIFORM(curandStateSobol64_t)
SW_RANDOM_UNIFORM(curandStateScrambledSobol64_t)
#undef SW_RANDOM_UNIFORM
SW_RANDOM float curand_uniform(curandStateMRG32k3a_t *state) {
    return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM);
}
SW_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return make_float4(sw_random_float(x.x), sw_random_float(x.y), sw_random_float(x.z), sw_random_float(x.w));
}

/** curand_uniform_double: of one word, but XORWOW, whose are of two. */
#define SW_RANDOM_UNIFORM_DOUBLE(State) \
    SW_RANDOM double curand_uniform_double(State *state) { return sw_random_double(curand(state)); }
SW_RANDOM_UNIFORM_DOUBLE(curandStatePhilox4_32_10_t)
SW_RANDOM_UNIFORM_DOUBLE(curandStateMtgp32_t)
SW_RANDOM_UNIFORM_DOUBLE(curandStateSobol32_t)
SW_RANDOM_UNIFORM_DOUBLE(curandStateScrambledSobol32_t)
SW_RANDOM_UNIFORM_DOUBLE(curandStateSobol64_t)
SW_RANDOM_UNIFORM_DOUBLE(curandStateScrambledSobol64_t)
#undef SW_RANDOM_UNIFORM_DOUBLE
SW_RANDOM double curand_uniform_double(curandStateXORWOW_t *state) {
    unsigned int x = curand(state), y = curand(state);
    return sw_random_double(x, y);
}
SW_RANDOM double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * MRG32K3A_NORM; }
SW_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return make_double2(sw_random_double(x.x, x.y), sw_random_double(x.z, x.w));
}
/** In two pairs; curand_uniform4_double is the same. */
SW_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

#endif
