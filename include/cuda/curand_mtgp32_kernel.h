/* One of CUDA's names for a part of what curand_kernel.h brings; see there. */
#ifndef SOFTWARP_ALIAS_CURAND_MTGP32_KERNEL_H
#define SOFTWARP_ALIAS_CURAND_MTGP32_KERNEL_H

#include "curand_kernel.h"

#endif
