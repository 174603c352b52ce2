/* Clusters in flight (cluster.h): how they begin and end, and when nobody of one can go on. */
#include <stdlib.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "execute/grid.h"
#include "stream/op.h"

struct swrt_cluster *swrt_cluster_begin(struct swrt_executor *executor, struct swrt_grid *grid, uint64_t first) {
    struct swrt_cluster *cluster = malloc(sizeof *cluster);
    if (!cluster)
        swrt_fatal("out of memory for a cluster");
    *cluster = (struct swrt_cluster){.blocks = grid->cluster_blocks, .unfinished = grid->cluster_blocks};
    assert(cluster->blocks <= SWRT_MOST_CLUSTER);
    for (uint32_t rank = 0; rank < cluster->blocks; rank++) {
        struct swrt_slot *slot = cluster->slots[rank] = swrt_executor_slot(executor);
        slot->cluster = cluster;
        slot->has_begun = slot->has_ended = false;
    }
    for (uint32_t rank = 0; rank < cluster->blocks; rank++)
        swrt_slot_prepare(cluster->slots[rank], grid, first + rank);
    return cluster;
}

bool swrt_cluster_leave(struct swrt_slot *slot) {
    struct swrt_cluster *cluster = slot->cluster;
    assert(!slot->has_ended && cluster->unfinished);
    slot->has_ended = true;
    return !--cluster->unfinished;
}

/* It has begun, nothing of it can run, nothing polls, and the grid's barrier has not opened for it. */
static bool waits(const struct swrt_slot *slot) {
    bool may_leave_grid = slot->at_grid_barrier && atomic_load(&slot->grid->generation) != slot->generation;
    return slot->has_begun && !slot->runnable_warps && !slot->yielded_warps && !may_leave_grid;
}

static bool holds(const struct swrt_slot *slot, const void *address) {
    return (size_t)((const char *)address - (const char *)slot->block.shared) < slot->block.shared_bytes;
}

const struct swrt_slot *swrt_cluster_holder(const struct swrt_slot *slot, const void *address) {
    const struct swrt_cluster *cluster = slot->cluster;
    for (uint32_t rank = 0; cluster && rank < cluster->blocks; rank++)
        if (holds(cluster->slots[rank], address))
            return cluster->slots[rank];
    return holds(slot, address) ? slot : NULL;
}

bool swrt_cluster_is_stuck(const struct swrt_cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->blocks; rank++) {
        struct swrt_slot *slot = cluster->slots[rank];
        if (!slot->has_ended && (!waits(slot) || swrt_split_barriers_resolve(slot)))
            return false;
    }
    return true;
}
