/* The part of the runtime API that CUDA offers to device code (launches from kernels) is not in Softwarp; a kernel that
 * calls a runtime function is refused by the compiler, which names it. This file exists so that programs which include
 * it for its types compile. */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"
#include "host_defines.h"

#endif
