/* The header of CUDA's occupancy calculator, for programs that include it and use nothing of it (Thrust 1.17). The calculator
 * counts registers and shared memory of a GPU; what a kernel gets here cudaOccupancyMaxActiveBlocksPerMultiprocessor and its
 * kin say, of the runtime API. */
#ifndef CUDA_OCCUPANCY_H
#define CUDA_OCCUPANCY_H

#include "cuda_runtime_api.h"

#endif
