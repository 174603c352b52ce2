/* Atomic and volatile accesses: what they observe, who else is there, what they release.
 *
 * Many threads that update one location race with nobody as long as all are atomic alike: then the thread only joins
 * the set of those who did so in its epoch, without the comparisons of the long way.
 */
#include "race_internal.h"

/* The set of the access's block and epoch, if everybody in the list is atomic as it is, so that nothing need be
 * compared. (In sets of earlier epochs the thread may remain as well: that is true, if not needed.) */
static struct race_record *find_alike(const struct race_access *x, const struct swrt_race_slot *slot, uint32_t size) {
    uint32_t fields = SWRT_RACE_MASK | 3 << SWRT_RACE_STRENGTH_SHIFT;
    uint32_t own = x->mask | x->strength << SWRT_RACE_STRENGTH_SHIFT;
    struct race_record *set = NULL;
    for (uint32_t index = race_slot_list(slot, x->owner); index;) {
        struct race_record *record = race_pool_at(x->pool, index);
        bool same_block = record->by.block == x->block->front.number;
        if ((record->by.rest & fields) != own || x->race->sites[race_slot_site(&record->by)].size != size)
            return NULL;
        if (!same_block && record->by.block - x->block->launch->base >= x->block->launch->count)
            return NULL;
        if (!same_block && x->strength < RACE_RANK_DEVICE)
            return NULL;
        if (same_block && race_type(record) == RACE_SET && race_slot_clk(&record->by) == x->clk)
            set = record;
        index = race_next(record);
    }
    return set;
}

static bool find_slots(struct race_access *x, uintptr_t address, struct swrt_race_slot **write,
                       struct swrt_race_slot **read) {
    struct swrt_race_block *block = x->block;
    if (race_is_shared(block, address)) {
        size_t index = (address - block->front.shared_base) / 4;
        x->owner = block->front.number;
        x->pool = &block->pool;
        *write = &block->front.shared_writes[index];
        *read = &block->front.shared_reads[index];
        return true;
    }
    const struct swrt_race_page *page = race_page_find(x->race, address);
    size_t index = address % SWRT_RACE_PAGE_BYTES / 4;
    if (!page || !page->writes ||
        ((page->all_writes.block | page->all_reads.block) && page->settled != block->front.settles))
        return false;
    x->owner = 0;
    x->pool = &x->race->pool;
    *write = &page->writes[index];
    *read = page->reads ? &page->reads[index] : NULL;
    return true;
}

static bool joins_others(struct race_access *x, uintptr_t address, uint32_t size) {
    struct swrt_race_slot *write, *read;
    if (!x->strength || !x->writes || size != 4 || address % 4 || !find_slots(x, address, &write, &read))
        return false;
    if (race_slot_is_empty(write, x->owner) || write->rest || (read && !race_slot_is_empty(read, x->owner)))
        return false;
    x->mask = SWRT_RACE_MASK;
    struct race_record *set = find_alike(x, write, size);
    return set && race_set_add(set, x->thread, x->site);
}

static void touch(struct race_access *x, uintptr_t address, uint32_t size) {
    if (!joins_others(x, address, size))
        race_access_bytes(x, address, size);
}

/* A write that may end a release pattern parts what the thread did before it from what it does after it, for findings
 * to say which. Threads without fences stay in their epoch: they may well do nothing but atomics. */
static void part(struct swrt_race_block *block, uint32_t thread, const struct swrt_race_site *site) {
    const struct race_thread *own = race_thread_of(block, thread);
    if (site->kind != SWRT_RACE_REDUCE && own && own->released[RACE_RANK_BLOCK].valid)
        race_tick(block, thread);
}

void swrt_race_access(struct swrt_race_block *block, uint32_t thread, const void *pointer, uint32_t number,
                      bool wrote) {
    const struct swrt_race_site *site = &block->race->sites[number];
    uintptr_t address = (uintptr_t)pointer;
    bool is_atomic = site->order != SWRT_RACE_WEAK;
    if (!is_atomic && !site->is_volatile) {
        swrt_race_plain(block, thread, address, site->size, number, wrote);
        return;
    }
    if (site->kind != SWRT_RACE_WRITE)
        race_sync_read(block, thread, address, site, number);
    struct race_access x = {.race = block->race, .block = block, .thread = thread, .clk = block->front.clk[thread],
                            .strength = is_atomic ? race_rank_of((enum swrt_race_scope)site->scope) : RACE_RANK_NONE,
                            .site = number, .writes = wrote};
    touch(&x, address, site->size);
    if (wrote)
        race_sync_write(block, thread, address, site);
    if (wrote && x.strength)
        part(block, thread, site);
}
