/* The functions __pipeline_*. CUDA C++ Programming Guide, Pipeline Primitives Interface. */
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "cooperative_groups.h"
#include "softwarp/sync/pipeline_primitives.h"
#endif

#endif
