/* Accesses on their way through the engine: from bytes to the slots of their granules, and who is compared there. */
#ifndef SWRT_RACE_ACCESS_H
#define SWRT_RACE_ACCESS_H

#include "check/race/engine.h"
#include "check/race/pattern.h"
#include "check/race/pool.h"
#include "check/race/race.h"

/* An access to bytes of one granule, and where their slots are. owner: the block whose shared memory it is, or 0. */
struct race_access {
    struct swrt_race *race;
    struct swrt_race_block *block;
    uint32_t thread, clk, mask, strength, site;
    bool writes, raced;
    uint32_t owner;
    uintptr_t address; /* of the granule; of shared memory the offset */
    struct race_pool *pool;
};

/* --- access.c ----------------------------------------------------------------------------------------------------- */

void race_plain_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask, uint32_t site,
                     bool writes);
/* Whether what others did to all of the page at once is over for the block's launch. */
bool race_page_is_settled(struct swrt_race_block *block, struct swrt_race_page *page);
/* The bytes in x->mask of the granule around the address; all bytes of a range. */
void race_access_cell(struct race_access *x, uintptr_t address);
void race_access_bytes(struct race_access *x, uintptr_t address, size_t size);
/* One access in its slots; either may be null (no plane), but for the one that it goes to. */
void race_cell_access(struct race_access *x, struct swrt_race_slot *write, struct swrt_race_slot *read);

/* Where a granule's accessors stand; write, read: null where the page has no such plane. owner: the block whose shared
 * memory it is, or 0. */
struct race_slots {
    struct race_pool *pool;
    struct swrt_race_slot *write, *read;
    uint32_t owner;
};
/* False where there is no page yet, or somebody who accessed the whole page, or line, has to be asked first. */
static inline __attribute__((always_inline)) bool race_slots_find(struct swrt_race_block *block, uintptr_t address,
                                                                  struct race_slots *slots) {
    uintptr_t offset = address - block->front.shared_base;
    if (offset < block->front.shared_bytes) {
        slots->owner = block->front.number;
        slots->pool = &block->pool;
        slots->write = &block->front.shared_writes[offset / 4];
        slots->read = &block->front.shared_reads[offset / 4];
        return true;
    }
    const struct swrt_race_page *page =
        block->front.directory[address >> SWRT_RACE_TABLE_SHIFT & (SWRT_RACE_TABLES - 1)];
    if (!page)
        return false;
    page += address >> SWRT_RACE_PAGE_SHIFT & (SWRT_RACE_TABLE_PAGES - 1);
    if ((page->all_writes.block | page->all_reads.block) && page->settled != block->front.settles)
        return false;
    size_t index = address % SWRT_RACE_PAGE_BYTES / 4;
    if (!(page->opened >> index / (SWRT_RACE_LINE_BYTES / 4) & 1))
        return false;
    slots->owner = 0;
    slots->pool = &block->race->pool;
    slots->write = page->writes ? &page->writes[index] : NULL;
    slots->read = page->reads ? &page->reads[index] : NULL;
    return true;
}

/* --- plain.c ------------------------------------------------------------------------------------------------------ */

/* Reads of the same bytes by several threads, as if one came after the other. */
void race_read_together(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads,
                        uintptr_t address, uint32_t size, uint32_t site);

/* --- record.c ----------------------------------------------------------------------------------------------------- */

struct swrt_race_slot race_slot_make(const struct race_access *x);
/* Compares the access with everyone in a slot (if check), and removes those whom it stands for from now on (if drop).
 * */
void race_visit(struct race_access *x, struct swrt_race_slot *slot, bool check, bool drop);
void race_insert(struct race_access *x, struct swrt_race_slot *slot);
/* A set of one thread so far; small: with room for its warp and the next two. Its index, or 0. */
uint32_t race_set_make(struct race_pool *pool, const struct swrt_race_slot *by, uint32_t warps, bool is_small);
/* Whether a record of blocks that ended, of the access's launch, can stand for the atomic access too: those blocks are
 * alike, and nobody can be behind them before the grid's next barrier. Whoever is not behind the access races with them
 * as well, so nothing is lost. */
bool race_grid_takes(const struct race_access *x, struct race_record *record);
void race_slot_clear(struct race_pool *pool, struct swrt_race_slot *slot, uint32_t owner);

/* --- report.c ----------------------------------------------------------------------------------------------------- */

/* record: of which the other is one, or null. */
void race_report(const struct race_access *x, const struct swrt_race_slot *other, const struct race_record *record,
                 uint32_t thread, uint32_t site);

#endif
