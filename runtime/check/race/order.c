/* Whether an earlier access happens before what a thread does now: what each thread knows of the others. */
#include "check/race/engine.h"
#include "check/race/order.h"
#include "check/race/pool.h"
#include "check/race/slot.h"
#include "check/race/trie.h"
#include "check/race/view.h"

static bool is_in_launch(const struct swrt_race_launch *launch, uint32_t number) {
    return number - launch->base < launch->count;
}

enum race_rank race_distance(const struct swrt_race_block *block, uint32_t number) {
    if (number == block->front.number)
        return RACE_RANK_BLOCK;
    if (is_in_launch(block->launch, number))
        return RACE_RANK_DEVICE;
    if (block->launch->is_host || number == RACE_HOST_BLOCK)
        return RACE_RANK_SYSTEM;
    uint64_t serial;
    const struct race_launch_row *row = race_launch_of(block->race, number, &serial);
    return row->device == block->launch->device ? RACE_RANK_DEVICE : RACE_RANK_SYSTEM;
}

/* Whether a clock includes what a block of another launch, or the host, did up to clk. */
static bool clock_knows(const struct swrt_race *race, const struct swrt_race_clock *clock, uint32_t number,
                        uint32_t clk) {
    if (!clock)
        return false;
    if (number == RACE_HOST_BLOCK)
        return race_clock_at(clock, 0) >= clk;
    uint64_t serial;
    const struct race_launch_row *row = race_launch_of(race, number, &serial);
    return serial < clock->below || race_clock_at(clock, row->chain) >= row->index;
}

bool race_launch_knows(const struct swrt_race_launch *launch, uint32_t number, uint32_t clk) {
    if (is_in_launch(launch, number))
        return clk <= launch->known;
    return number < launch->below_block || clock_knows(launch->race, launch->clock, number, clk);
}

/* What views say of whole launches: the order of launches, and grid barriers of another launch. */
static bool view_knows_launch(const struct swrt_race_block *block, const struct race_view *view, uint32_t number,
                              uint32_t clk) {
    if (is_in_launch(block->launch, number))
        return false;
    if (view->clock && clock_knows(block->race, view->clock, number, clk))
        return true;
    if (number == RACE_HOST_BLOCK)
        return false;
    uint64_t serial;
    return race_trie_get(view->map, race_key_launch(race_launch_of(block->race, number, &serial)->base)) >= clk;
}

static bool view_knows_block(const struct swrt_race_block *block, const struct race_view *view, uint32_t number,
                             uint32_t clk) {
    return view &&
           (race_trie_get(view->map, race_key_block(number)) >= clk || view_knows_launch(block, view, number, clk));
}

static bool view_knows(const struct swrt_race_block *block, const struct race_view *view, uint32_t number,
                       uint32_t other, uint32_t clk) {
    return view && (race_trie_get(view->map, race_key_thread(number, other)) >= clk ||
                    race_trie_get(view->map, race_key_warp(number, other / 32)) >= clk ||
                    view_knows_block(block, view, number, clk));
}

static bool knows_in_block(const struct swrt_race_block *block, uint32_t thread, uint32_t other, uint32_t clk) {
    if (other == thread || clk <= block->front.known)
        return true;
    const struct race_warp *warp = &block->warp[thread / 32];
    return thread / 32 == other / 32 &&
           (clk <= warp->known || (warp->lanes && clk <= warp->lanes[thread % 32][other % 32]));
}

bool race_knows(const struct swrt_race_block *block, uint32_t thread, uint32_t number, uint32_t other, uint32_t clk,
                bool is_atomic) {
    bool knows = number == block->front.number ? knows_in_block(block, thread, other, clk)
                                               : race_launch_knows(block->launch, number, clk);
    const struct race_view *view = knows ? NULL : race_view_of(block, thread);
    return knows || view_knows(block, view, number, other, clk) ||
           (is_atomic && view && race_trie_get(view->map, race_key_atomics(number, other)) >= clk);
}

static bool knows_set(const struct swrt_race_block *block, uint32_t thread, const struct race_record *record,
                      uint32_t *culprit, uint32_t *site) {
    uint32_t number = record->by.block, clk = race_slot_clk(&record->by), first = race_slot_thread(&record->by);
    bool is_atomic = race_slot_strength(&record->by);
    *site = race_slot_site(&record->by);
    if (!race_knows(block, thread, number, *culprit = first, clk, is_atomic))
        return false;
    if (number == block->front.number ? clk <= block->front.known : race_launch_knows(block->launch, number, clk))
        return true;
    *culprit = race_set_last_thread(record);
    if (!race_knows(block, thread, number, *culprit, clk, is_atomic)) {
        *site = race_set_last_site(record);
        return false;
    }
    uint32_t base = race_set_base(record);
    for (uint32_t warp = 0; warp < race_set_warps(record); warp++)
        for (uint32_t lanes = record->lanes[warp]; lanes; lanes &= lanes - 1)
            if (!race_knows(block, thread, number, *culprit = (base + warp) * 32 + (uint32_t)__builtin_ctz(lanes), clk,
                            is_atomic))
                return false;
    return true;
}

bool race_knows_record(const struct swrt_race_block *block, uint32_t thread, const struct race_record *record,
                       uint32_t *culprit, uint32_t *site) {
    uint32_t number = record->by.block, clk = race_slot_clk(&record->by), type = race_type(record);
    if (type == RACE_SET)
        return knows_set(block, thread, record, culprit, site);
    *culprit = race_slot_thread(&record->by);
    *site = race_slot_site(&record->by);
    if (type == RACE_SINGLE)
        return race_knows(block, thread, number, *culprit, clk, race_slot_strength(&record->by));
    if (race_launch_knows(block->launch, number, clk))
        return true;
    const struct race_view *view = race_view_of(block, thread);
    return type == RACE_BLOCK ? view_knows_block(block, view, number, clk)
                              : view && view_knows_launch(block, view, number, clk);
}

bool race_lacks_other_warp(const struct swrt_race_block *block, uint32_t thread, const struct race_record *set) {
    uint32_t number = set->by.block, clk = race_slot_clk(&set->by), base = race_set_base(set);
    bool is_atomic = race_slot_strength(&set->by);
    for (uint32_t warp = 0; warp < race_set_warps(set); warp++)
        for (uint32_t lanes = base + warp == thread / 32 ? 0 : set->lanes[warp]; lanes; lanes &= lanes - 1) {
            uint32_t other = (base + warp) * 32 + (uint32_t)__builtin_ctz(lanes);
            if (!race_knows(block, thread, number, other, clk, is_atomic))
                return true;
        }
    return false;
}
