/* MTGP32's parameter sets. */
#ifndef CURAND_MTGP32DC_P_11213_H
#define CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"
#include "softwarp/random/mtgp32_sets.h"

#endif
