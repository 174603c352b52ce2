/* One of CUDA's names for a part of what curand_kernel.h brings; see there. */
#ifndef SOFTWARP_ALIAS_CURAND_MRG32K3A_H
#define SOFTWARP_ALIAS_CURAND_MRG32K3A_H

#include "curand_kernel.h"

#endif
