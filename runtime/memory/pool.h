/* Memory pools (CUDA C++ Programming Guide, "Stream Ordered Memory Allocator"): accounts over ordinary allocations. */
#ifndef SWRT_POOL_H
#define SWRT_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "memory/memory.h"

struct CUmemPoolHandle_st {
    bool exists, destroyed; /* destroyed, it exists until its last allocation is freed */
    bool shared, imported;  /* between processes, by `file`; imported: another process made it */
    int device, file;
    int follow_events, opportunistic, internal; /* the three reuse policies */
    uint64_t release_threshold, used, used_high;
    uint64_t max,
        held; /* the most that it may hand out, 0: any; what is handed out, less what is freed in stream order */
    _Atomic uint64_t end; /* of what is allocated in the file */
};

/* api/pool.c. A DEVICE allocation out of a pool has the pool's number, 1 or more, in its flags. The first three keep the
 * pool's account. */
void swrt_pool_note_given_back(const struct swrt_allocation *allocation); /* from now on, in stream order, it is free */
void swrt_pool_note_freed(const struct swrt_allocation *allocation);
void swrt_pool_count(cudaMemPool_t pool, size_t bytes, bool freed);
unsigned swrt_pool_number(cudaMemPool_t pool);
cudaMemPool_t swrt_pool_at(unsigned number);     /* null for 0 */
cudaError_t swrt_pool_check(cudaMemPool_t pool); /* that it is one */
cudaMemPool_t swrt_pool_new(int device);         /* null: there are too many */
void swrt_pool_reset_device(int device);         /* cudaDeviceReset */

/* api/pool_share.c */
cudaError_t swrt_pool_create_shared(cudaMemPool_t *out, int device);
void *swrt_pool_shared_alloc(cudaMemPool_t pool, size_t bytes); /* null: out of memory */

#endif
