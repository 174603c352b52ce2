/* Waits: barriers of a block, of some of its warps, of a warp's lanes, of the grid. Everybody who waits learns what all
 * who arrived knew and had done. */
#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "check/race/view.h"

static uint32_t max_clk(const struct swrt_race_block *block, uint32_t first, uint32_t count) {
    uint32_t max = 0;
    for (uint32_t i = first; i < first + count; i++)
        max = block->front.clk[i] > max ? block->front.clk[i] : max;
    return max;
}

static void set_clk(struct swrt_race_block *block, uint32_t first, uint32_t count, uint32_t over) {
    uint32_t clk = over < SWRT_RACE_CLK_LAST ? over + 1 : over;
    block->race->stats.saturated += clk == over;
    block->has_one_clk = count == block->threads;
    for (uint32_t i = first; i < first + count; i++)
        block->front.clk[i] = clk;
}

static uint32_t lanes_of(const struct swrt_race_block *block, uint32_t warp) {
    uint32_t left = block->threads - warp * 32;
    return left >= 32 ? ~0u : (1u << left) - 1;
}

static uint32_t count_of(const struct swrt_race_block *block, uint32_t warp) {
    return (uint32_t)__builtin_popcount(lanes_of(block, warp));
}

/* All threads' views become the block's. */
static void gather_views(struct swrt_race_block *block) {
    for (uint32_t i = 0; block->has_views && block->thread && i < block->threads; i++) {
        if (!block->thread[i])
            continue;
        race_view_join(&block->view, block->thread[i]->view);
        race_view_set(&block->thread[i]->view, NULL);
    }
    block->has_views = false;
}

void swrt_race_barrier(struct swrt_race_block *block) {
    race_compare(block);
    uint32_t over = max_clk(block, 0, block->threads);
    gather_views(block);
    race_view_forget(&block->view, block->front.number, block->front.number);
    block->front.known = over;
    set_clk(block, 0, block->threads, over);
}

void swrt_race_barrier_arrive(struct swrt_race_block *block, uint32_t barrier, uint32_t thread) {
    race_compare(block);
    struct race_stamp stamp = race_stamp_now(block, thread);
    race_view_join(&block->arrived[barrier % RACE_BARRIERS], race_stamp_view(block, thread, &stamp));
    race_stamp_drop(&stamp);
    race_tick(block, thread);
}

void swrt_race_barrier_open(struct swrt_race_block *block, uint32_t barrier) {
    struct race_view **arrived = &block->arrived[barrier % RACE_BARRIERS];
    race_view_set(&block->opened[barrier % RACE_BARRIERS], *arrived);
    race_view_set(arrived, NULL);
}

/* Others learn of it outside of any access. */
static void publish(struct swrt_race_block *block) {
    if (block->published)
        return;
    block->published = true;
    block->first_known = block->front.known;
}

void swrt_race_barrier_open_all(struct swrt_race_block *const *blocks, uint32_t count, uint32_t barrier) {
    struct race_view *all = NULL;
    uint32_t at = barrier % RACE_BARRIERS;
    for (uint32_t i = 0; i < count; i++) {
        race_view_join(&all, blocks[i]->arrived[at]);
        race_view_set(&blocks[i]->arrived[at], NULL);
        publish(blocks[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        race_view_set(&blocks[i]->opened[at], all);
    race_view_drop(all);
}

void swrt_race_barrier_pass(struct swrt_race_block *block, uint32_t barrier, uint32_t thread) {
    race_compare(block);
    struct race_view *all = race_view_share(race_view_of(block, thread));
    race_view_join(&all, block->opened[barrier % RACE_BARRIERS]);
    race_view_set(&race_thread_make(block, thread)->view, all);
    race_view_drop(all);
    block->has_views = true;
}

/* What one who arrives knows and has done, beyond what all threads of a block know. */
static void add_thread(struct swrt_race_block *block, uint32_t thread, struct race_view **all) {
    const struct race_warp *warp = &block->warp[thread / 32];
    race_view_join(all, race_view_of(block, thread));
    race_view_add(all, race_key_thread(block->front.number, thread), block->front.clk[thread]);
    for (uint32_t lane = 0; warp->lanes && lane < 32; lane++)
        race_view_add(all, race_key_thread(block->front.number, thread / 32 * 32 + lane),
                      warp->lanes[thread % 32][lane]);
    if (warp->known > block->front.known)
        race_view_add(all, race_key_warp(block->front.number, thread / 32), warp->known);
}

static void add_warp(struct swrt_race_block *block, uint32_t warp, uint32_t waiting, struct race_view **all) {
    if (waiting != lanes_of(block, warp)) {
        for (; waiting; waiting &= waiting - 1)
            add_thread(block, warp * 32 + (uint32_t)__builtin_ctz(waiting), all);
        return;
    }
    race_view_add(all, race_key_warp(block->front.number, warp), max_clk(block, warp * 32, count_of(block, warp)));
    for (uint32_t i = 0; i < count_of(block, warp); i++)
        race_view_join(all, race_view_of(block, warp * 32 + i));
}

static void let_go(struct swrt_race_block *block, uint32_t warp, uint32_t waiting, struct race_view *all) {
    if (waiting == lanes_of(block, warp))
        set_clk(block, warp * 32, count_of(block, warp), max_clk(block, warp * 32, count_of(block, warp)));
    else
        for (uint32_t lanes = waiting; lanes; lanes &= lanes - 1)
            race_tick(block, warp * 32 + (uint32_t)__builtin_ctz(lanes));
    for (; waiting; waiting &= waiting - 1)
        race_view_set(&race_thread_make(block, warp * 32 + (uint32_t)__builtin_ctz(waiting))->view, all);
}

static bool are_all(const struct swrt_race_block *block, const uint32_t *waiting) {
    for (uint32_t warp = 0; warp < block->warps; warp++)
        if ((waiting[warp] & lanes_of(block, warp)) != lanes_of(block, warp))
            return false;
    return true;
}

void swrt_race_barrier_some(struct swrt_race_block *block, uint32_t barrier, const uint32_t *waiting) {
    race_compare(block);
    struct race_view **arrived = &block->arrived[barrier % RACE_BARRIERS], *all = *arrived;
    *arrived = NULL;
    if (!all && are_all(block, waiting)) {
        swrt_race_barrier(block);
        return;
    }
    for (uint32_t warp = 0; warp < block->warps; warp++)
        add_warp(block, warp, waiting[warp] & lanes_of(block, warp), &all);
    for (uint32_t warp = 0; warp < block->warps; warp++)
        let_go(block, warp, waiting[warp] & lanes_of(block, warp), all);
    race_view_drop(all);
    block->has_views = true;
}

/* Lanes that know different things beyond the numbers share it. */
static void share_views(struct swrt_race_block *block, uint32_t warp, uint32_t mask) {
    struct race_view *all = race_view_share(block->view);
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1)
        race_view_join(&all, race_view_of(block, warp * 32 + (uint32_t)__builtin_ctz(lanes)));
    for (uint32_t lanes = mask; all != block->view && lanes; lanes &= lanes - 1)
        race_view_set(&race_thread_make(block, warp * 32 + (uint32_t)__builtin_ctz(lanes))->view, all);
    race_view_drop(all);
}

static void sync_lanes(struct swrt_race_block *block, uint32_t warp, uint32_t mask) {
    struct race_warp *own = &block->warp[warp];
    uint32_t joined[32] = {0};
    if (!own->lanes)
        own->lanes = race_alloc(32 * sizeof *own->lanes);
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        for (uint32_t i = 0; i < 32; i++)
            joined[i] = own->lanes[lane][i] > joined[i] ? own->lanes[lane][i] : joined[i];
        joined[lane] = block->front.clk[warp * 32 + lane];
        race_tick(block, warp * 32 + lane);
    }
    for (uint32_t lanes = mask; lanes; lanes &= lanes - 1)
        memcpy(own->lanes[__builtin_ctz(lanes)], joined, sizeof joined);
}

void swrt_race_syncwarp(struct swrt_race_block *block, uint32_t warp, uint32_t mask) {
    mask &= lanes_of(block, warp);
    if (!(mask & (mask - 1)))
        return;
    race_compare(block);
    if (block->has_views)
        share_views(block, warp, mask);
    if (mask != lanes_of(block, warp)) {
        sync_lanes(block, warp, mask);
        return;
    }
    uint32_t over = max_clk(block, warp * 32, count_of(block, warp));
    block->warp[warp].known = over;
    set_clk(block, warp * 32, count_of(block, warp), over);
}

void swrt_race_grid_sync(struct swrt_race_launch *launch) {
    struct race_view *all = NULL;
    uint32_t over = 0;
    for (struct swrt_race_block *block = launch->blocks; block; block = block->next) {
        race_compare(block);
        uint32_t clk = max_clk(block, 0, block->threads);
        over = clk > over ? clk : over;
        gather_views(block);
        race_view_join(&all, block->view);
    }
    race_view_forget(&all, launch->base, launch->base + launch->count - 1);
    launch->known = over;
    for (struct swrt_race_block *block = launch->blocks; block; block = block->next) {
        race_view_set(&block->view, all);
        block->front.known = over;
        set_clk(block, 0, block->threads, over);
    }
    race_view_drop(all);
}
