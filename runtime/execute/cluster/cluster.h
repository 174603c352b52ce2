/* Clusters: blocks of a grid that run together, in one executor, and may reach each other's shared memory.
 *
 * A grid's blocks are counted cluster by cluster, so that `cluster_blocks` neighbouring indices are one, by rank. Their shared
 * memories are one piece of memory, which the first block's slot holds, each 2^shared_log bytes behind the one before; all
 * slots are ready before the first block begins, and none is given back before the last has ended. The blocks take turns as
 * all do that wait (executor.c). */
#ifndef SWRT_CLUSTER_H
#define SWRT_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum {
    SWRT_MOST_CLUSTER = 16, /* blocks, for kernels that say so (cudaFuncAttributeNonPortableClusterSizeAllowed), */
    SWRT_MOST_PORTABLE_CLUSTER = 8, /* and for others */
};

struct swrt_executor;
struct swrt_function;
struct swrt_grid;
struct swrt_kernel;
struct swrt_launch;
struct swrt_slot;

/* A cluster in flight. */
struct swrt_cluster {
    uint32_t blocks, unfinished;                /* unfinished: those that have not ended */
    struct swrt_slot *slots[SWRT_MOST_CLUSTER]; /* by rank */
};

/* cluster.c */
/* Takes a slot for each block from `first` on and prepares it. */
struct swrt_cluster *swrt_cluster_begin(struct swrt_executor *executor, struct swrt_grid *grid, uint64_t first);
/* The block of that slot has ended, or will not be run. True: it was the last, and the slots may be given back. */
bool swrt_cluster_leave(struct swrt_slot *slot);
/* Nobody of the cluster can go on: each block has ended or waits for others, and none of them can come. */
bool swrt_cluster_is_stuck(const struct swrt_cluster *cluster);
/* The block of the cluster, or the one, in whose shared memory the address lies; null: in none's. */
const struct swrt_slot *swrt_cluster_holder(const struct swrt_slot *slot, const void *address);

/* size.c */
/* How many blocks a launch's clusters have along each axis, which must be possible; is_explicit: launch or kernel say so. */
cudaError_t swrt_cluster_size(const struct swrt_launch *launch, const struct swrt_function *function, uint32_t *size,
                              bool *is_explicit);
/* What the kernel itself says, or the program of it (cudaFuncAttributeRequiredCluster..); zeros: nothing. */
void swrt_cluster_required(const struct swrt_function *function, uint32_t *size);
/* The logarithm of the bytes that each block's shared memory has in its cluster's. */
uint32_t swrt_cluster_log(uint32_t shared_bytes);

#endif
