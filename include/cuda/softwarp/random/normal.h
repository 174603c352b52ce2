/* Normal numbers: of pseudorandom generators in pairs, by Box and Muller's transformation, the second of which the state
 * keeps; of MTGP32 and of quasirandom generators by the inverse of the distribution, a number for a number. Log-normal
 * numbers are their exponentials.
 */
#ifndef SOFTWARP_RANDOM_NORMAL_H
#define SOFTWARP_RANDOM_NORMAL_H

#pragma GCC system_header

#include "uniform.h"

/* v in parts of the circle. */
SW_RANDOM float2 sw_box_muller(float u, float v) {
    float2 result;
    float length = sqrtf(-2.0f * logf(u));
    sincosf(v, &result.x, &result.y);
    result.x *= length;
    result.y *= length;
    return result;
}

/* v in halves of the circle. */
SW_RANDOM double2 sw_box_muller(double u, double v) {
    double2 result;
    double length = sqrt(-2.0 * log(u));
    sincospi(v, &result.x, &result.y);
    result.x *= length;
    result.y *= length;
    return result;
}

SW_RANDOM float2 sw_normal_pair(unsigned int x, unsigned int y) {
    const float circle = 0x1p-32f * 6.2831855f;
    return sw_box_muller(sw_random_float(x), (float)y * circle + circle / 2);
}

SW_RANDOM double2 sw_normal_pair_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
    unsigned long long y = y0 ^ (unsigned long long)y1 << (53 - 32);
    return sw_box_muller(sw_random_double(x0, x1), (double)y * 0x1p-52 + 0x1p-53);
}

/* A pair of each generator's. */
template <typename State> SW_RANDOM float2 sw_next_pair(State *state) {
    unsigned int x = curand(state), y = curand(state);
    return sw_normal_pair(x, y);
}
SW_RANDOM float2 sw_next_pair(curandStateMRG32k3a_t *state) {
    float x = curand_uniform(state), y = curand_uniform(state) * 6.2831855f;
    return sw_box_muller(x, y);
}
SW_RANDOM double2 sw_next_pair_double(curandStateXORWOW_t *state) {
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    return sw_normal_pair_double(x0, x1, y0, y1);
}
SW_RANDOM double2 sw_next_pair_double(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return sw_normal_pair_double(x.x, x.y, x.z, x.w);
}
SW_RANDOM double2 sw_next_pair_double(curandStateMRG32k3a_t *state) {
    double x = curand_uniform_double(state), y = curand_uniform_double(state) * 2.0;
    return sw_box_muller(x, y);
}

/* By the inverse; the upper half mirrors the lower one. */
SW_RANDOM float sw_normal_inverse(unsigned int x) {
    float sign = x > 0x80000000u ? 1.4142135f : -1.4142135f;
    return sign * erfcinvf(2.0f * sw_random_float(x > 0x80000000u ? ~x : x));
}
SW_RANDOM float sw_normal_inverse(unsigned long long x) { return sw_normal_inverse((unsigned int)(x >> 32)); }
SW_RANDOM double sw_normal_inverse_double(unsigned int x) {
    double sign = x > 0x80000000u ? 1.4142135623730951 : -1.4142135623730951;
    return sign * erfcinv(2.0 * sw_random_double(x > 0x80000000u ? ~x : x));
}
SW_RANDOM double sw_normal_inverse_double(unsigned long long x) {
    bool is_upper = x > 0x8000000000000000ull;
    double sign = is_upper ? 1.4142135623730951 : -1.4142135623730951;
    return sign * erfcinv(2.0 * sw_random_double(is_upper ? ~x : x));
}

SW_RANDOM float sw_log_normal(float x, float mean, float stddev) { return expf(mean + stddev * x); }
SW_RANDOM double sw_log_normal(double x, double mean, double stddev) { return exp(mean + stddev * x); }

#define SW_RANDOM_PAIRS(State)                                                                       \
    /** Next normal number, float and double; a pair. */                                             \
    SW_RANDOM float2 curand_normal2(State *state) { return sw_next_pair(state); }                    \
    SW_RANDOM double2 curand_normal2_double(State *state) { return sw_next_pair_double(state); }     \
    SW_RANDOM float curand_normal(State *state) {                                                    \
        if (state->boxmuller_flag == SW_RANDOM_NORMAL) {                                             \
            state->boxmuller_flag = SW_RANDOM_NONE;                                                  \
            return state->boxmuller_extra;                                                           \
        }                                                                                            \
        float2 pair = sw_next_pair(state);                                                           \
        state->boxmuller_extra = pair.y;                                                             \
        state->boxmuller_flag = SW_RANDOM_NORMAL;                                                    \
        return pair.x;                                                                               \
    }                                                                                                \
    SW_RANDOM double curand_normal_double(State *state) {                                            \
        if (state->boxmuller_flag_double == SW_RANDOM_NORMAL) {                                      \
            state->boxmuller_flag_double = SW_RANDOM_NONE;                                           \
            return state->boxmuller_extra_double;                                                    \
        }                                                                                            \
        double2 pair = sw_next_pair_double(state);                                                   \
        state->boxmuller_extra_double = pair.y;                                                      \
        state->boxmuller_flag_double = SW_RANDOM_NORMAL;                                             \
        return pair.x;                                                                               \
    }                                                                                                \
    /** Next log-normal number, float and double; a pair. */                                         \
    SW_RANDOM float curand_log_normal(State *state, float mean, float stddev) {                      \
        if (state->boxmuller_flag == SW_RANDOM_LOG_NORMAL) {                                         \
            state->boxmuller_flag = SW_RANDOM_NONE;                                                  \
            return sw_log_normal(state->boxmuller_extra, mean, stddev);                              \
        }                                                                                            \
        float2 pair = sw_next_pair(state);                                                           \
        state->boxmuller_extra = pair.y;                                                             \
        state->boxmuller_flag = SW_RANDOM_LOG_NORMAL;                                                \
        return sw_log_normal(pair.x, mean, stddev);                                                  \
    }                                                                                                \
    SW_RANDOM double curand_log_normal_double(State *state, double mean, double stddev) {            \
        if (state->boxmuller_flag_double == SW_RANDOM_LOG_NORMAL) {                                  \
            state->boxmuller_flag_double = SW_RANDOM_NONE;                                           \
            return sw_log_normal(state->boxmuller_extra_double, mean, stddev);                       \
        }                                                                                            \
        double2 pair = sw_next_pair_double(state);                                                   \
        state->boxmuller_extra_double = pair.y;                                                      \
        state->boxmuller_flag_double = SW_RANDOM_LOG_NORMAL;                                         \
        return sw_log_normal(pair.x, mean, stddev);                                                  \
    }                                                                                                \
    SW_RANDOM float2 curand_log_normal2(State *state, float mean, float stddev) {                    \
        float2 pair = sw_next_pair(state);                                                           \
        return make_float2(sw_log_normal(pair.x, mean, stddev), sw_log_normal(pair.y, mean, stddev)); \
    }                                                                                                \
    SW_RANDOM double2 curand_log_normal2_double(State *state, double mean, double stddev) {          \
        double2 pair = sw_next_pair_double(state);                                                   \
        return make_double2(sw_log_normal(pair.x, mean, stddev), sw_log_normal(pair.y, mean, stddev)); \
    }
SW_RANDOM_PAIRS(curandStateXORWOW_t)
SW_RANDOM_PAIRS(curandStatePhilox4_32_10_t)
SW_RANDOM_PAIRS(curandStateMRG32k3a_t)
#undef SW_RANDOM_PAIRS

#define SW_RANDOM_INVERSES(State)                                                                            \
    SW_RANDOM float curand_normal(State *state) { return sw_normal_inverse(curand(state)); }                 \
    SW_RANDOM double curand_normal_double(State *state) { return sw_normal_inverse_double(curand(state)); }  \
    SW_RANDOM float curand_log_normal(State *state, float mean, float stddev) {                              \
        return sw_log_normal(curand_normal(state), mean, stddev);                                            \
    }                                                                                                        \
    SW_RANDOM double curand_log_normal_double(State *state, double mean, double stddev) {                    \
        return sw_log_normal(curand_normal_double(state), mean, stddev);                                     \
    }
SW_RANDOM_INVERSES(curandStateMtgp32_t)
SW_RANDOM_INVERSES(curandStateSobol32_t)
SW_RANDOM_INVERSES(curandStateScrambledSobol32_t)
SW_RANDOM_INVERSES(curandStateSobol64_t)
SW_RANDOM_INVERSES(curandStateScrambledSobol64_t)
#undef SW_RANDOM_INVERSES

/** Four normal, or log-normal, numbers of Philox. */
SW_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    float2 a = sw_normal_pair(x.x, x.y), b = sw_normal_pair(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
SW_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = sw_next_pair_double(state), b = sw_next_pair_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}
SW_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev) {
    float4 x = curand_normal4(state);
    return make_float4(sw_log_normal(x.x, mean, stddev), sw_log_normal(x.y, mean, stddev),
                       sw_log_normal(x.z, mean, stddev), sw_log_normal(x.w, mean, stddev));
}
SW_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double stddev) {
    double4 x = curand_normal4_double(state);
    return make_double4(sw_log_normal(x.x, mean, stddev), sw_log_normal(x.y, mean, stddev),
                        sw_log_normal(x.z, mean, stddev), sw_log_normal(x.w, mean, stddev));
}

#endif
