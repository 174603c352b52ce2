/* Fences, and what a thread tells and learns by them (PTX ISA, 8.8: release and acquire patterns). */
#include "check/race/engine.h"
#include "check/race/hint.h"
#include "check/race/order.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "check/race/view.h"

static void add_lanes(struct swrt_race_block *block, uint32_t thread, struct race_view **view) {
    const struct race_warp *warp = &block->warp[thread / 32];
    for (uint32_t lane = 0; warp->lanes && lane < 32; lane++)
        if (warp->lanes[thread % 32][lane] > warp->known)
            race_view_add(view, race_key_thread(block->front.number, thread / 32 * 32 + lane),
                          warp->lanes[thread % 32][lane]);
}

struct race_view *race_stamp_view(struct swrt_race_block *block, uint32_t thread, struct race_stamp *stamp) {
    if (stamp->built)
        return stamp->view;
    uint32_t number = block->front.number;
    race_view_add_clock(&stamp->view, block->launch->clock);
    race_view_add(&stamp->view, race_key_thread(number, thread), stamp->clk);
    race_view_add(&stamp->view, race_key_block(number), stamp->block_known);
    if (stamp->warp_known > stamp->block_known)
        race_view_add(&stamp->view, race_key_warp(number, thread / 32), stamp->warp_known);
    race_view_add(&stamp->view, race_key_launch(block->launch->base), stamp->launch_known);
    stamp->built = true;
    return stamp->view;
}

/* Built at once where what the numbers refer to may change. */
struct race_stamp race_stamp_now(struct swrt_race_block *block, uint32_t thread) {
    struct race_stamp stamp = {
        .valid = true,
        .view = race_view_share(race_view_of(block, thread)),
        .clk = block->front.clk[thread],
        .block_known = block->front.known,
        .warp_known = block->warp[thread / 32].known,
        .launch_known = block->launch->known,
    };
    add_lanes(block, thread, &stamp.view);
    if (block->launch->is_host)
        race_stamp_view(block, thread, &stamp);
    return stamp;
}

void race_stamp_drop(struct race_stamp *stamp) {
    race_view_drop(stamp->view);
    *stamp = (struct race_stamp){0};
}

void race_learn(struct swrt_race_block *block, uint32_t thread, struct race_view *view) {
    if (!view)
        return;
    struct race_thread *own = race_thread_make(block, thread);
    if (!own->view)
        own->view = race_view_share(block->view);
    race_view_join(&own->view, view);
    block->has_views = true;
}

static void acquire(struct swrt_race_block *block, uint32_t thread, enum race_rank rank) {
    struct race_thread *own = race_thread_make(block, thread);
    for (enum race_rank r = RACE_RANK_BLOCK; r <= rank; r++) {
        race_learn(block, thread, own->pending[r]);
        race_view_set(&own->pending[r], NULL);
    }
}

static void release(struct swrt_race_block *block, uint32_t thread, enum race_rank rank) {
    struct race_thread *own = race_thread_make(block, thread);
    for (enum race_rank r = RACE_RANK_BLOCK; r <= rank; r++) {
        race_stamp_drop(&own->released[r]);
        own->released[r] = race_stamp_now(block, thread);
    }
    race_tick(block, thread);
}

void swrt_race_fence(struct swrt_race_block *block, uint32_t thread, enum swrt_race_scope scope,
                     enum swrt_race_order order) {
    enum race_rank rank = race_rank_of(scope);
    if (rank == RACE_RANK_NONE)
        return;
    race_compare(block);
    race_hint_fence(block, thread, rank);
    if (order != SWRT_RACE_RELEASE)
        acquire(block, thread, rank);
    if (order != SWRT_RACE_ACQUIRE)
        release(block, thread, rank);
}
