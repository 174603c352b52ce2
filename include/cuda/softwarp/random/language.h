/* What all of cuRAND's device functions are: inlined, so that lanes stay together in them. */
#ifndef SOFTWARP_RANDOM_LANGUAGE_H
#define SOFTWARP_RANDOM_LANGUAGE_H

#pragma GCC system_header

#include "cuda_runtime.h"

#define SW_RANDOM static __forceinline__ __device__

/* What a state keeps of a pair of normal numbers for the next call (boxmuller_flag, boxmuller_flag_double). */
enum { SW_RANDOM_NONE = 0, SW_RANDOM_NORMAL = 1, SW_RANDOM_LOG_NORMAL = 2 };

/* Of a state that begins: there is no such number. */
template <class State> SW_RANDOM void sw_keep_nothing(State *state) {
    state->boxmuller_flag = SW_RANDOM_NONE;
    state->boxmuller_flag_double = SW_RANDOM_NONE;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

#endif
