/* What CUDA's header of this name has beside functions: streams of device code. Functions that device code may call are
 * declared to every .cu file (softwarp/device/runtime.h). */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"
#include "host_defines.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#endif
