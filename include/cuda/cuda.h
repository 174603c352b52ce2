/* CUDA's driver API: devices, contexts, memory, arrays, copies, streams, events, launches of kernels that the program
 * already has, tensor maps, peers and interprocess handles (CUDA Driver API reference, version 12.3). It is a second face of the
 * runtime API: streams, events, pools, arrays and functions are the same objects, and a thread's current context is its
 * current device.
 *
 * Modules from PTX, cubin or fatbin files are refused at run time. A call of what is not there is a compiler's error:
 * textures and graphics are not declared, some others are (softwarp/driver/declared.h).
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include <stdint.h>
#include <stdlib.h>

#define CUDA_VERSION 12030
#define __CUDA_API_VERSION 12030

#include "softwarp/driver/structs.h"
#include "softwarp/driver/names.h"
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#include "softwarp/driver/per_thread.h"
#endif
#include "softwarp/driver/functions.h"
#include "softwarp/driver/array.h"

#endif
