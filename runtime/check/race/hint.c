/* Explains why two accesses race although the second thread has read what the first one wrote: it has observed an atomic
 * write of the first thread, and is not ordered behind what that did before.
 *
 * Happens-before itself needs none of this. When accesses of two threads race, and the second thread has observed a write
 * that the first one made no earlier than its access, then a fence or a scope is missing there, and not a lock or a
 * barrier. The last few observations of each thread are kept for that. */
#include <stdlib.h>

#include "check/race/access.h"
#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/hint.h"
#include "check/race/order.h"
#include "check/race/page.h"
#include "check/race/pool.h"
#include "check/race/race.h"
#include "check/race/slot.h"
#include "check/race/sync.h"

/* Who wrote a granule last. */
static bool last_writer(const struct swrt_race_block *block, uintptr_t address, struct swrt_race_slot *by) {
    bool shared = race_is_shared(block, address);
    uint32_t owner = shared ? block->front.number : 0;
    const struct swrt_race_slot *slot = NULL;
    if (shared) {
        slot = &block->front.shared_writes[(address - block->front.shared_base) / 4];
    } else {
        const struct swrt_race_page *page = race_page_find(block->race, address);
        if (page && page->writes)
            slot = &page->writes[address % SWRT_RACE_PAGE_BYTES / 4];
    }
    if (!slot || race_slot_is_empty(slot, owner))
        return false;
    if (slot->rest) {
        *by = *slot;
        return true;
    }
    const struct race_record *record = race_pool_at(shared ? &block->pool : &block->race->pool,
                                                    race_slot_list(slot, owner));
    *by = record->by;
    if (race_type(record) == RACE_SET) {
        uint32_t site = race_set_last_site(record), thread = race_set_last_thread(record);
        by->rest = (by->rest & 63) | thread << SWRT_RACE_THREAD_SHIFT | site << SWRT_RACE_SITE_SHIFT;
        by->clk = race_slot_clk(by) | site >> 16 << SWRT_RACE_UPPER_SHIFT;
    }
    return true;
}

static struct race_hints *hints_of(const struct swrt_race_block *block, uint32_t thread) {
    struct race_hints *own = thread < block->hints_room ? &block->hints[thread] : NULL;
    return own && own->block == block->front.number ? own : NULL;
}

static struct race_hints *hints_made(struct swrt_race_block *block, uint32_t thread) {
    if (thread >= block->hints_room) {
        free(block->hints);
        block->hints = race_alloc(block->threads * sizeof *block->hints);
        block->hints_room = block->threads;
    }
    struct race_hints *own = &block->hints[thread];
    if (own->block != block->front.number)
        *own = (struct race_hints){.block = block->front.number};
    return own;
}

static bool is_noted(const struct race_hints *own, const struct swrt_race_slot *by) {
    for (uint32_t i = 0; own && i < RACE_HINTS; i++)
        if (own->at[i].block == by->block && own->at[i].thread == race_slot_thread(by) &&
            own->at[i].write_site == race_slot_site(by) && own->at[i].clk == race_slot_clk(by))
            return true;
    return false;
}

static void look_at_heads(const struct swrt_race_block *block, const struct swrt_race_cell *cell,
                          struct race_hint *hint) {
    for (uint32_t i = 0; cell && i < cell->num_heads; i++) {
        hint->had_heads = true;
        hint->usable |= race_head_is_for(&cell->heads[i], block);
    }
}

void race_hint_read(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t site,
                    const struct swrt_race_cell *cell, bool acquires) {
    struct swrt_race_slot by;
    const struct swrt_race_site *sites = block->race->sites;
    if (!last_writer(block, address, &by))
        return;
    uint32_t other = race_slot_thread(&by), clk = race_slot_clk(&by), write = race_slot_site(&by);
    if (sites[write].order == SWRT_RACE_WEAK && !sites[write].is_volatile)
        return;
    if (is_noted(hints_of(block, thread), &by) || race_knows(block, thread, by.block, other, clk, false))
        return;
    race_compare(block); /* what came before it is not explained by it */
    struct race_hints *own = hints_made(block, thread);
    struct race_hint hint = {
        .address = race_is_shared(block, address) ? 0 : address,
        .known = block->front.known,
        .block = by.block,
        .thread = other,
        .clk = clk,
        .write_site = write,
        .read_site = site,
        .write_rank = race_rank_of_site(&sites[write]),
        .read_rank = race_rank_of_site(&sites[site]),
        .needed = race_distance(block, by.block),
        .acquired = acquires,
    };
    look_at_heads(block, cell, &hint);
    own->at[own->count++ % RACE_HINTS] = hint;
}

void race_hint_fence(struct swrt_race_block *block, uint32_t thread, enum race_rank rank) {
    struct race_hints *own = hints_of(block, thread);
    for (uint32_t i = 0; own && i < RACE_HINTS; i++)
        if (own->at[i].fence_after < rank)
            own->at[i].fence_after = (uint8_t)rank;
}

const struct race_hint *race_hint_find(const struct race_access *x, uint32_t number, uint32_t thread, uint32_t site,
                                       uint32_t clk) {
    const struct race_hints *own = hints_of(x->block, x->thread);
    for (uint32_t i = 0; own && i < RACE_HINTS; i++) {
        const struct race_hint *hint = &own->at[i];
        bool itself = hint->write_site == site && hint->read_site == x->site;
        if (hint->block == number && hint->thread == thread && hint->clk >= clk && !itself)
            return hint;
    }
    return NULL;
}

/* Whether a block of the launch is among those who wrote there, or may be. */
static bool has_written(const struct swrt_race_block *block, uintptr_t address, uint32_t number) {
    const struct swrt_race_page *page = race_page_find(block->race, address);
    const struct swrt_race_slot *slot = page && page->writes ? &page->writes[address % SWRT_RACE_PAGE_BYTES / 4] : NULL;
    if (!slot || race_slot_is_empty(slot, 0))
        return false;
    if (slot->rest)
        return slot->block == number;
    for (uint32_t index = race_slot_list(slot, 0); index;) {
        const struct race_record *record = race_pool_at(&block->race->pool, index);
        index = race_next(record);
        bool is_launch = record->by.block - block->launch->base < block->launch->count;
        if (record->by.block == number || (race_type(record) == RACE_GRID && is_launch))
            return true;
    }
    return false;
}

const struct race_hint *race_hint_of_blocks(const struct swrt_race_block *block, uint32_t thread, uint32_t number) {
    for (uint32_t reader = 0; block->hints && reader < block->threads; reader++) {
        const struct race_hints *own = hints_of(block, reader);
        for (uint32_t i = 0; own && i < RACE_HINTS; i++) {
            const struct race_hint *hint = &own->at[i];
            bool has_told = reader == thread || hint->known < block->front.known;
            if (hint->address && hint->needed != RACE_RANK_BLOCK && has_told &&
                (hint->block == number || has_written(block, hint->address, number)))
                return hint;
        }
    }
    return NULL;
}
