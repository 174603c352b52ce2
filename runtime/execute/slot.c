/* Slots: the memory of a block in flight, made once and reused from block to block. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "device/device.h"
#include "execute/block.h"
#include "execute/grid.h"
#include "memory/memory.h"
#include "stream/verifier.h"

_Noreturn static void out_of_memory(void) {
    struct swrt_executor *x = swrt_self()->executor;
    if (x && x->running) {
        x->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                       .error = cudaErrorMemoryAllocation,
                                       .message = "out of memory for the block's threads"};
        swrt_fault_raise(x);
    }
    swrt_fatal("out of memory for a block's threads");
}

static void *raw(size_t bytes) {
    void *memory = swrt_memory_alloc_raw(bytes);
    if (!memory)
        out_of_memory();
    return memory;
}

struct swrt_slot *swrt_slot_create(struct swrt_executor *executor) {
    struct swrt_slot *slot = aligned_alloc(64, (sizeof *slot + 63) / 64 * 64);
    if (!slot)
        swrt_fatal("out of memory for a block");
    memset(slot, 0, sizeof *slot);
    slot->executor = executor;
    slot->block.runtime = slot;
    slot->block.deferred = executor->deferred;
    slot->block.locals = executor->locals.high;
    slot->block.smid = executor->index;
    slot->block.tids_x = executor->tids_x;
    slot->block.tids_y = executor->tids_y;
    slot->block.tids_z = executor->tids_z;
    return slot;
}

void swrt_slot_destroy(struct swrt_slot *slot) {
    swrt_fibers_drop(slot);
    swrt_frames_destroy(&slot->frames);
    if (slot->shared)
        swrt_memory_free_raw(slot->shared, slot->shared_size);
    free(slot->sites);
    free(slot->turns);
    free(slot);
}

bool swrt_slot_overrun(struct swrt_slot *slot) {
    int64_t tid = swrt_frames_overrun(&slot->frames);
    if (tid >= 0 && tid < slot->block.nthreads)
        slot->block.tid = (uint32_t)tid;
    return tid >= 0;
}

void swrt_slot_check_frames(struct swrt_slot *slot) {
    if (swrt_slot_overrun(slot))
        swrt_fault_frame(slot->executor);
}

/* A function that waits is resumed by its caller, that by its own, and so on: each turn of a recursion comes after a
 * longer way, and no stack gets full soon. So what a GPU's stack has room for is the end of it: a call takes 16 bytes
 * of that at least, and a frame here not many times the bytes that it takes there. Both limits leave much more than
 * that, as a GPU finds room for every function that calls none of its callers, however small the limit. */
static void check_stack(const struct swrt_slot *slot, const struct swrt_coroutine *coroutine, const void *caller) {
    enum { LEVELS_AT_LEAST = 256, CALL_BYTES = 16, BYTES_AT_LEAST = 1 << 20, TIMES = 8 };
    struct swrt_executor *x = slot->executor;
    if (coroutine->frames <= LEVELS_AT_LEAST && coroutine->bytes <= BYTES_AT_LEAST)
        return;
    size_t limit = swrt_device_limit(slot->grid->device, cudaLimitStackSize);
    if (coroutine->frames <= LEVELS_AT_LEAST + limit / CALL_BYTES && coroutine->bytes <= BYTES_AT_LEAST + limit * TIMES)
        return;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_SIGNAL,
                                   .signal = SWRT_SIGNAL_ACCESS,
                                   .error = cudaErrorIllegalAddress,
                                   .stack_overflow = true,
                                   .pc = (uintptr_t)caller - 1};
    swrt_fault_raise(x);
}

void *swrt_frame_alloc(struct swrt_block *block, uint64_t bytes) {
    struct swrt_slot *slot = block->runtime;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, block->tid);
    coroutine->frames++;
    coroutine->bytes += (uint32_t)(bytes >> slot->width_log);
    check_stack(slot, coroutine, __builtin_return_address(0));
    struct swrt_frame *frame = swrt_frames_take(&slot->frames, bytes, block->tid);
    if (!frame)
        out_of_memory();
    return frame->bytes;
}

void swrt_frame_free(struct swrt_block *block, void *bytes) {
    struct swrt_slot *slot = block->runtime;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, block->tid);
    struct swrt_frame *frame = swrt_frame_of(bytes);
    if (!swrt_frames_give(&slot->frames, frame))
        swrt_fault_frame(slot->executor);
    coroutine->frames--;
    coroutine->bytes -= (uint32_t)(frame->size >> slot->width_log);
}

/* A vector whose first or last lanes are switched off may begin before a block's shared memory, or end behind it. Where
 * pages are there, the processor skips those lanes; where nobody has touched them yet, it takes a hundred times as long.
 * Behind much memory there is a guard, which finds threads that go too far: that stays. */
enum { BESIDE_SHARED = 4096, LARGEST_WITHOUT_GUARD = 64 << 10 };

/* Where a swizzled copy puts a byte depends on its address (execute/tensor/plan.c), as far as the tenth bit. */
enum { SHARED_ALIGN = 1024 };

static size_t size_with_pages_beside(size_t bytes) {
    size_t before = BESIDE_SHARED + bytes, both = before + BESIDE_SHARED;
    return both <= LARGEST_WITHOUT_GUARD ? both : before;
}

static void make_shared(struct swrt_slot *slot, size_t size) {
    if (slot->shared)
        swrt_memory_free_raw(slot->shared, slot->shared_size);
    slot->shared = NULL;
    slot->shared_size = 0;
    slot->shared = raw(size);
    slot->shared_size = size;
    memset(slot->shared, 0, BESIDE_SHARED);
    memset(slot->shared + size - BESIDE_SHARED, 0, BESIDE_SHARED); /* before a guard: of what is cleared anyway */
}

/* A block's own, or what those of a cluster share. */
static char *room_for_shared(struct swrt_slot *slot, size_t bytes) {
    size_t gap = swrt_check_has_modules() ? SWRT_SHARED_GAP : 0;
    size_t size = size_with_pages_beside(bytes + gap);
    if (size > slot->shared_size)
        make_shared(slot, size);
    return slot->shared + BESIDE_SHARED;
}

static void set_shared(struct swrt_slot *slot, uint32_t bytes) {
    struct swrt_block *b = &slot->block;
    if (slot->cluster) {
        struct swrt_slot *first = slot->cluster->slots[0];
        b->window = room_for_shared(first, (size_t)slot->cluster->blocks << b->shared_log);
        b->shared = (char *)b->window + b->shared_first;
    } else {
        b->window = b->shared = room_for_shared(slot, bytes);
    }
    assert((uintptr_t)b->shared % SHARED_ALIGN == 0);
    memset(b->shared, 0, bytes);
}

static void set_width(struct swrt_slot *slot, uint32_t width) {
    slot->width = width;
    slot->width_log = (uint32_t)__builtin_ctz(width);
    slot->own = width >= SWRT_LANES ? 0xffffffffu : 0xffffffffu >> (SWRT_LANES - width);
    slot->firsts = 0xffffffffu / slot->own;
}

static void set_clusters(struct swrt_block *b, const struct swrt_grid *grid) {
    b->cluster_nctaid_x = grid->cluster[0];
    b->cluster_nctaid_y = grid->cluster[1];
    b->cluster_nctaid_z = grid->cluster[2];
    b->cluster_nctarank = grid->cluster_blocks;
    b->nclusterid_x = grid->nctaid[0] / grid->cluster[0];
    b->nclusterid_y = grid->nctaid[1] / grid->cluster[1];
    b->nclusterid_z = grid->nctaid[2] / grid->cluster[2];
    b->cluster_ctaid_x = b->cluster_ctaid_y = b->cluster_ctaid_z = b->cluster_ctarank = b->shared_first = 0;
    b->explicit_cluster = grid->has_clusters;
    b->shared_log = grid->shared_log;
    b->window_bytes = ((grid->cluster_blocks - 1) << grid->shared_log) + grid->shared_bytes;
    if (!grid->shared_bytes)
        b->window_bytes = 0;
}

static void set_launch(struct swrt_slot *slot, struct swrt_grid *grid) {
    struct swrt_block *b = &slot->block;
    slot->grid = grid;
    if (grid->verified)
        b->smid = swrt_verifier->multiprocessor(grid, slot->executor->index);
    slot->num_warps = (grid->nthreads + SWRT_LANES - 1) / SWRT_LANES;
    set_width(slot, grid->variant->lanes);
    b->ntid_x = grid->ntid[0];
    b->ntid_y = grid->ntid[1];
    b->ntid_z = grid->ntid[2];
    b->nctaid_x = grid->nctaid[0];
    b->nctaid_y = grid->nctaid[1];
    b->nctaid_z = grid->nctaid[2];
    b->nthreads = grid->nthreads;
    b->shared_bytes = grid->shared_bytes;
    b->dynamic_bytes = grid->dynamic_bytes;
    b->args = grid->args;
    b->image = grid->image;
    b->grid_id = grid->id;
    set_clusters(b, grid);
    b->cooperation = grid->cooperative ? &grid->cooperation : NULL;
}

static void fill_coordinates(struct swrt_executor *x, const uint32_t *ntid) {
    uint32_t tid = 0;
    for (uint32_t z = 0; z < ntid[2]; z++)
        for (uint32_t y = 0; y < ntid[1]; y++)
            for (uint32_t i = 0; i < ntid[0]; i++, tid++) {
                x->tids_x[tid] = (uint16_t)i;
                x->tids_y[tid] = (uint16_t)y;
                x->tids_z[tid] = (uint16_t)z;
            }
}

static inline void set_coordinates(struct swrt_executor *x, const struct swrt_grid *grid) {
    if (!memcmp(x->ntid, grid->ntid, sizeof x->ntid))
        return;
    memcpy(x->ntid, grid->ntid, sizeof x->ntid);
    fill_coordinates(x, grid->ntid);
}

void swrt_slot_prepare_again(struct swrt_slot *slot) {
    set_coordinates(slot->executor, slot->grid);
}

static void set_order(struct swrt_slot *slot, uint64_t seed, uint64_t index) {
    uint64_t hash = (seed ^ index) * 0x9e3779b97f4a7c15u;
    bool is_reverse = seed == SWRT_SHUFFLE_REVERSE;
    slot->rotate = is_reverse ? 0 : hash >> 40 & (SWRT_LANES - 1);
    slot->reverse = is_reverse || hash >> 50 & 1;
    slot->block.backwards = slot->reverse;
}

/* For a coroutine block the sets of threads start empty, though a fault may have left them full. */
static void clear_sets(struct swrt_slot *slot) {
    slot->runnable_warps = slot->yielded_warps = slot->waiting_warps = slot->converged_warps = 0;
    slot->polling_warps = 0;
    slot->grid_waiters = 0;
    slot->has_sleepers = false;
    slot->at_grid_barrier = slot->progressed = false;
    memset(slot->warps, 0, slot->num_warps * sizeof *slot->warps);
    if (slot->barriers_used)
        memset(slot->barriers, 0, sizeof slot->barriers);
    if (slot->split_used)
        memset(slot->split, 0, sizeof slot->split);
    slot->barriers_used = slot->split_used = 0;
    swrt_frames_reset(&slot->frames);
    swrt_fibers_drop(slot);
}

/* Most grids are one row of blocks, and a division takes as long as a small block. */
static void set_index(struct swrt_block *b, uint64_t index) {
    uint64_t row = index < b->nctaid_x ? 0 : index / b->nctaid_x;
    b->ctaid_x = b->clusterid_x = (uint32_t)(index - row * b->nctaid_x);
    b->ctaid_z = b->clusterid_z = row < b->nctaid_y ? 0 : (uint32_t)(row / b->nctaid_y);
    b->ctaid_y = b->clusterid_y = (uint32_t)(row - (uint64_t)b->ctaid_z * b->nctaid_y);
}

/* The same where blocks are counted by clusters. */
static void set_cluster_index(struct swrt_block *b, uint64_t index) {
    uint64_t cluster = index / b->cluster_nctarank;
    uint32_t rank = (uint32_t)(index % b->cluster_nctarank), row = rank / b->cluster_nctaid_x;
    b->clusterid_x = (uint32_t)(cluster % b->nclusterid_x);
    b->clusterid_y = (uint32_t)(cluster / b->nclusterid_x % b->nclusterid_y);
    b->clusterid_z = (uint32_t)(cluster / b->nclusterid_x / b->nclusterid_y);
    b->cluster_ctarank = rank;
    b->cluster_ctaid_x = rank % b->cluster_nctaid_x;
    b->cluster_ctaid_y = row % b->cluster_nctaid_y;
    b->cluster_ctaid_z = row / b->cluster_nctaid_y;
    b->ctaid_x = b->clusterid_x * b->cluster_nctaid_x + b->cluster_ctaid_x;
    b->ctaid_y = b->clusterid_y * b->cluster_nctaid_y + b->cluster_ctaid_y;
    b->ctaid_z = b->clusterid_z * b->cluster_nctaid_z + b->cluster_ctaid_z;
    b->shared_first = rank << b->shared_log;
}

void swrt_slot_next(struct swrt_slot *slot, uint64_t index) {
    struct swrt_block *b = &slot->block;
    if (slot->shuffled) {
        index = swrt_grid_permute(slot->grid, index);
        set_order(slot, slot->grid->shuffle, index);
    } else {
        slot->block.backwards = 0;
    }
    if (b->cluster_nctarank > 1)
        set_cluster_index(b, index);
    else
        set_index(b, index);
    if (b->shared_bytes)
        set_shared(slot, b->shared_bytes);
    swrt_check_block_begins(b);
}

void swrt_slot_prepare(struct swrt_slot *slot, struct swrt_grid *grid, uint64_t index) {
    if (slot->grid != grid || slot->block.grid_id != grid->id || slot->width != grid->variant->lanes)
        set_launch(slot, grid);
    slot->shuffled = grid->shuffle != 0;
    swrt_slot_next(slot, index);
    set_coordinates(slot->executor, grid);
    if (!grid->variant->loop)
        clear_sets(slot);
}
