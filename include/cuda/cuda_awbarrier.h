/* nvcuda::experimental::awbarrier. CUDA C++ Programming Guide, Asynchronous Barrier. */
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#include "cooperative_groups.h"
#include "softwarp/sync/awbarrier.h"
#endif

#endif
