/* Memory pools (CUDA C++ Programming Guide, "Stream Ordered Memory Allocator"): accounts over ordinary allocations. */
#ifndef SWRT_POOL_H
#define SWRT_POOL_H

#include "cuda_runtime_api.h"
#include "memory.h"

/* A DEVICE allocation out of a pool has the pool's number, 1 or more, in its flags; these keep the pool's account. */
void swrt_pool_note_freed(const struct swrt_allocation *allocation);
void swrt_pool_reset_device(int device); /* cudaDeviceReset */

#endif
