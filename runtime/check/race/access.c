/* Accesses of any kind: finding their slots, a granule of 4 bytes at a time, and pages as a whole. */
#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/order.h"
#include "check/race/page.h"
#include "check/race/race.h"
#include "check/race/slot.h"
#include "check/race/sync.h"

/* Of a read that follows the thread's own plain write, the write says it all. */
static bool is_covered(const struct race_access *x, const struct swrt_race_slot *write) {
    return write->block == x->block->front.number && race_slot_clk(write) == x->clk &&
           race_slot_is_by(write, x->thread, x->mask) && !race_slot_strength(write) && !(x->mask & ~write->rest);
}

void race_cell_access(struct race_access *x, struct swrt_race_slot *write, struct swrt_race_slot *read) {
    if (x->writes) {
        race_visit(x, write, true, true);
        if (read)
            race_visit(x, read, true, true);
        race_insert(x, write);
        return;
    }
    if (write) {
        race_visit(x, write, true, false);
        if (is_covered(x, write))
            return;
    }
    race_visit(x, read, false, true);
    race_insert(x, read);
}

/* Those who accessed the whole page. When all of them are over for the whole launch, that is noted. */
static bool is_settled(const struct swrt_race_launch *launch, const struct swrt_race_slot *slot) {
    return race_slot_is_empty(slot, 0) || (slot->rest && race_launch_knows(launch, slot->block, race_slot_clk(slot)) &&
                                           slot->block - launch->base >= launch->count);
}

bool race_page_is_settled(struct swrt_race_block *block, struct swrt_race_page *page) {
    const struct swrt_race_launch *launch = block->launch;
    if (page->settled == block->front.settles)
        return true;
    if (launch->is_host || !is_settled(launch, &page->all_writes) || !is_settled(launch, &page->all_reads))
        return false;
    page->settled = block->front.settles;
    return true;
}

static void visit_page(struct race_access *x, struct swrt_race_page *page) {
    if (race_page_is_settled(x->block, page))
        return;
    race_visit(x, &page->all_writes, true, false);
    if (x->writes)
        race_visit(x, &page->all_reads, true, false);
}

static void global_access(struct race_access *x) {
    struct swrt_race_page *page = race_page_make(x->race, x->address);
    visit_page(x, page);
    race_line_open(x->race, page, x->address);
    struct swrt_race_slot **plane = x->writes ? &page->writes : &page->reads;
    if (!*plane)
        race_plane_make(x->race, RACE_SLOTS, plane);
    size_t index = x->address % SWRT_RACE_PAGE_BYTES / 4;
    race_cell_access(x, page->writes ? &page->writes[index] : NULL, page->reads ? &page->reads[index] : NULL);
}

void race_access_cell(struct race_access *x, uintptr_t address) {
    struct swrt_race_block *block = x->block;
    if (!race_is_shared(block, address)) {
        x->owner = 0;
        x->pool = &x->race->pool;
        x->address = address & ~(uintptr_t)3;
        global_access(x);
        return;
    }
    uintptr_t offset = (address - block->front.shared_base) & ~(uintptr_t)3;
    x->owner = block->front.number;
    x->pool = &block->pool;
    x->address = offset;
    race_cell_access(x, &block->front.shared_writes[offset / 4], &block->front.shared_reads[offset / 4]);
}

void race_access_bytes(struct race_access *x, uintptr_t address, size_t size) {
    for (uint32_t bytes; size; address += bytes, size -= bytes) {
        bytes = race_bytes_in_granule(address, size, &x->mask);
        race_access_cell(x, address);
    }
}

void race_plain_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask, uint32_t site,
                     bool writes) {
    struct race_access x = {.race = block->race,
                            .block = block,
                            .thread = thread,
                            .clk = block->front.clk[thread],
                            .mask = mask,
                            .site = site,
                            .writes = writes};
    race_access_cell(&x, address);
}

/* Whether anybody is left in the plane. */
static bool visit_plane(struct race_access *x, uintptr_t base, struct swrt_race_slot *plane, bool drop) {
    bool left = false;
    for (size_t i = 0; plane && i < SWRT_RACE_PAGE_SLOTS; i++) {
        if (race_slot_is_empty(&plane[i], 0))
            continue;
        x->address = base + i * 4;
        race_visit(x, &plane[i], true, drop);
        left |= !race_slot_is_empty(&plane[i], 0);
    }
    return left;
}

static void access_page(struct race_access *x, uintptr_t base) {
    struct swrt_race_page *page = race_page_make(x->race, base);
    x->address = base;
    race_visit(x, &page->all_writes, true, x->writes);
    race_visit(x, &page->all_reads, x->writes, true);
    race_lines_visit(x->block, page, base, x->writes);
    bool left = visit_plane(x, base, page->writes, x->writes);
    if (x->writes && !left)
        race_plane_free(x->race, RACE_SLOTS, &page->writes);
    if (x->writes && !visit_plane(x, base, page->reads, true))
        race_plane_free(x->race, RACE_SLOTS, &page->reads);
    if (!page->writes && !page->reads)
        page->opened = 0;
    race_insert(x, x->writes ? &page->all_writes : &page->all_reads);
    page->settled = 0;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

void swrt_race_range(struct swrt_race_block *block, uint32_t thread, const void *pointer, size_t bytes, uint32_t site) {
    struct race_access x = {.race = block->race,
                            .block = block,
                            .thread = thread,
                            .clk = block->front.clk[thread],
                            .site = site,
                            .writes = block->race->sites[site].kind != SWRT_RACE_READ,
                            .pool = &block->race->pool};
    uintptr_t address = (uintptr_t)pointer;
    if (race_is_shared(block, address)) {
        race_access_bytes(&x, address, bytes);
        return;
    }
    size_t head = least(bytes, -address % SWRT_RACE_PAGE_BYTES);
    race_access_bytes(&x, address, head);
    x.mask = SWRT_RACE_MASK;
    for (address += head, bytes -= head; bytes >= SWRT_RACE_PAGE_BYTES; bytes -= SWRT_RACE_PAGE_BYTES) {
        access_page(&x, address);
        address += SWRT_RACE_PAGE_BYTES;
    }
    race_access_bytes(&x, address, bytes);
}

static void forget_plane(struct swrt_race *race, struct swrt_race_slot **plane, size_t first, size_t last) {
    for (size_t i = first; *plane && i <= last; i++)
        race_slot_clear(&race->pool, &(*plane)[i], 0);
    if (first == 0 && last == SWRT_RACE_PAGE_SLOTS - 1)
        race_plane_free(race, RACE_SLOTS, plane);
}

/* An access to the whole page was one to the allocation that now goes. */
static void forget_in_page(struct swrt_race *race, uintptr_t first, uintptr_t last) {
    struct swrt_race_page *page = race_page_find(race, first);
    if (!page)
        return;
    race_slot_clear(&race->pool, &page->all_writes, 0);
    race_slot_clear(&race->pool, &page->all_reads, 0);
    race_lines_forget(race, page, first, last);
    size_t from = first % SWRT_RACE_PAGE_BYTES / 4, to = last % SWRT_RACE_PAGE_BYTES / 4;
    forget_plane(race, &page->writes, from, to);
    forget_plane(race, &page->reads, from, to);
    race_cells_drop(race, &page->cells, first, last);
}

void swrt_race_forget(struct swrt_race *race, const void *pointer, size_t bytes) {
    for (uintptr_t address = (uintptr_t)pointer; bytes;) {
        size_t part = least(bytes, SWRT_RACE_PAGE_BYTES - address % SWRT_RACE_PAGE_BYTES);
        forget_in_page(race, address, address + part - 1);
        address += part;
        bytes -= part;
    }
}
