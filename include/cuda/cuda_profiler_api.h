/* cudaProfilerStart and cudaProfilerStop: declared with the rest of the runtime API. There is no profiler to start, so
 * both only succeed. */
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime_api.h"

#endif
