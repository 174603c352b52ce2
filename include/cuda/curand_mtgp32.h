/* MTGP32's parameters and states. */
#ifndef CURAND_MTGP32_H
#define CURAND_MTGP32_H

#include "softwarp/random/mtgp32_state.h"

#endif
