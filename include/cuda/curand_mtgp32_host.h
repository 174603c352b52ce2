/* What the host does for MTGP32 in kernels: parameters and states in device memory. */
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include "curand_mtgp32.h"
#include "softwarp/random/mtgp32_host.h"

#endif
