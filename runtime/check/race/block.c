/* Blocks and threads: begin and end. A block's structure is used again by later blocks. */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/map.h"
#include "check/race/pattern.h"
#include "check/race/pool.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "check/race/view.h"

/* Four slots more than there is memory for: an access may begin at its last byte. */
static void reserve_shared(struct swrt_race_block *block, size_t bytes) {
    size_t slots = bytes ? (bytes + 3) / 4 + 4 : 0;
    if (slots <= block->slots)
        return;
    free(block->front.shared_writes);
    free(block->front.shared_reads);
    block->front.shared_writes = race_alloc(slots * sizeof(struct swrt_race_slot));
    block->front.shared_reads = race_alloc(slots * sizeof(struct swrt_race_slot));
    block->slots = slots;
}

static void link_block(struct swrt_race_block *block) {
    struct swrt_race_launch *launch = block->launch;
    block->previous = NULL;
    block->next = launch->blocks;
    if (block->next)
        block->next->previous = block;
    launch->blocks = block;
}

static void unlink_block(struct swrt_race_block *block) {
    *(block->previous ? &block->previous->next : &block->launch->blocks) = block->next;
    if (block->next)
        block->next->previous = block->previous;
}

struct swrt_race_block *swrt_race_block_begin(struct swrt_race_launch *launch, uint32_t index, uint32_t threads,
                                              const void *shared, size_t shared_bytes) {
    struct swrt_race *race = launch->race;
    struct swrt_race_block *block = race->spare_blocks;
    if (block)
        race->spare_blocks = block->next;
    else
        race_patterns_start(block = race_alloc(sizeof *block));
    block->race = race;
    block->launch = launch;
    block->index = index;
    block->threads = block->width = threads;
    block->warps = (threads + 31) / 32;
    block->front.known = launch->known;
    block->front.below_block = launch->below_block;
    block->front.host_known = race_clock_at(launch->clock, 0);
    block->front.settled_block = race->settled_block;
    block->front.settles = launch->is_host ? 1 : launch->serial + 2;
    block->front.directory = race->directory;
    block->front.number = launch->base + index;
    block->front.patterns = block->patterns;
    block->front.shared_base = (uintptr_t)shared;
    block->front.shared_bytes = shared_bytes;
    for (uint32_t i = 0; i < threads; i++)
        block->front.clk[i] = launch->known + 1;
    block->has_one_clk = true;
    reserve_shared(block, shared_bytes);
    race_map_set(&race->live, block->front.number, 1);
    link_block(block);
    return block;
}

void swrt_race_block_rows(struct swrt_race_block *block, uint32_t width) {
    block->width = width;
}

static void end_thread(struct race_thread *thread) {
    if (!thread)
        return;
    race_view_drop(thread->view);
    for (int rank = 0; rank < RACE_RANKS; rank++) {
        race_stamp_drop(&thread->released[rank]);
        race_view_drop(thread->pending[rank]);
    }
    free(thread);
}

static void end_threads(struct swrt_race_block *block) {
    for (uint32_t i = 0; block->thread && i < block->threads; i++)
        end_thread(block->thread[i]);
    free(block->thread);
    block->thread = NULL;
    for (uint32_t i = 0; i < block->warps; i++) {
        free(block->warp[i].lanes);
        block->warp[i] = (struct race_warp){0};
    }
    for (int i = 0; i < RACE_BARRIERS; i++) {
        race_view_set(&block->arrived[i], NULL);
        race_view_set(&block->opened[i], NULL);
    }
}

void swrt_race_block_end(struct swrt_race_block *block) {
    struct swrt_race *race = block->race;
    race_compare(block);
    race_map_remove(&race->live, block->front.number);
    if (block->published && !block->launch->is_host)
        race_map_set(&block->launch->published, block->front.number, (uint64_t)block->first_known + 1);
    unlink_block(block);
    end_threads(block);
    race_view_set(&block->view, NULL);
    race_cells_drop(race, &block->cells, 0, UINT64_MAX);
    race_pool_reset(&block->pool);
    block->published = block->has_views = false;
    block->next = race->spare_blocks;
    race->spare_blocks = block;
}

void race_block_free(struct swrt_race_block *block) {
    race_pool_clear(&block->pool);
    free(block->front.shared_writes);
    free(block->front.shared_reads);
    free(block->hints);
    free(block);
}

struct race_thread *race_thread_make(struct swrt_race_block *block, uint32_t thread) {
    if (!block->thread)
        block->thread = race_alloc(block->threads * sizeof *block->thread);
    if (!block->thread[thread])
        block->thread[thread] = race_alloc(sizeof **block->thread);
    return block->thread[thread];
}

bool race_have_one_clk(const struct swrt_race_block *block, uint32_t thread, uint32_t count, uint32_t thread_step) {
    const uint32_t *clk = block->front.clk;
    for (uint32_t i = 1; !block->has_one_clk && i < count; i++)
        if (clk[thread + i * thread_step] != clk[thread])
            return false;
    return true;
}

/* At its end a clock stays where it is: later accesses then count as if they had been released. */
void race_tick(struct swrt_race_block *block, uint32_t thread) {
    block->has_one_clk = false;
    if (block->front.clk[thread] < SWRT_RACE_CLK_LAST)
        block->front.clk[thread]++;
    else
        block->race->stats.saturated++;
}
