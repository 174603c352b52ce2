/* Plain accesses, in the common cases, which need no comparison.
 *
 * A thread that has accessed the bytes before, in the same epoch, finds itself in the slot: accesses between have been
 * compared with it then (FastTrack's same-epoch rule). Otherwise most threads find the slot empty, or held by one
 * accessor that happened before all of the block: by a barrier, by program order, or because its launch ended before this
 * one began. Then the access takes the slot. Threads that read what others of their block have read since the last barrier
 * join the set of lanes. All other accesses go the long way (access.c), with the same outcome.
 *
 * Everything here is inlined into two functions, one for reads and one for writes. */
#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/pattern.h"
#include "check/race/pool.h"
#include "check/race/slot.h"

/* Less frequent, and called with a copy of the access, which so can stay in registers elsewhere. */
#define ASIDE static __attribute__((noinline))

/* The access to a granule, and its slots; either may be null (no plane). */
struct plain {
    struct swrt_race_block *block;
    struct race_slots slots;
    uint32_t thread, clk, mask, site;
};

INLINE bool is_empty(const struct plain *p, const struct swrt_race_slot *slot) {
    return !slot || race_slot_is_empty(slot, p->slots.owner);
}

/* The thread has done the same before, in this epoch. */
INLINE bool is_own(const struct plain *p, const struct swrt_race_slot *slot) {
    return slot && slot->block == p->block->front.number && race_slot_clk(slot) == p->clk &&
           (slot->rest & p->mask) == p->mask && !race_slot_strength(slot) && race_slot_is_by(slot, p->thread, p->mask);
}

/* Whether the accessor, or the run, is over for the thread, as far as numbers tell, or has accessed other bytes. */
INLINE bool is_over(const struct plain *p, const struct swrt_race_slot *slot) {
    const struct swrt_race_front *front = &p->block->front;
    if (!slot->rest)
        return false;
    if (!(slot->rest & p->mask))
        return true;
    if (race_front_knows(front, slot))
        return true;
    return slot->block == front->number &&
           (((slot->rest & p->mask) == p->mask && race_slot_is_by(slot, p->thread, p->mask)) ||
            (!race_slot_run(slot) && race_slot_thread(slot) == p->thread));
}

/* Over for all who can still access the memory. */
INLINE bool is_gone(const struct plain *p, const struct swrt_race_slot *slot) {
    const struct swrt_race_front *front = &p->block->front;
    if (!slot->rest)
        return false;
    return p->slots.owner ? race_slot_clk(slot) <= front->known : slot->block < front->settled_block;
}

INLINE bool is_within(const struct plain *p, const struct swrt_race_slot *slot) {
    return !(slot->rest & SWRT_RACE_MASK & ~p->mask);
}

INLINE struct swrt_race_slot made(const struct plain *p) {
    return (struct swrt_race_slot){
        .block = p->block->front.number,
        .clk = p->clk | p->site >> 16 << SWRT_RACE_UPPER_SHIFT,
        .rest = p->mask | p->thread << SWRT_RACE_THREAD_SHIFT | p->site << SWRT_RACE_SITE_SHIFT,
    };
}

ASIDE bool join_run(struct plain p, struct swrt_race_slot *slot) {
    struct swrt_race_slot own = made(&p);
    return race_run_add(slot, &own);
}

/* Whether the slot is the access's, or stands for it now. The slot is not empty. */
INLINE bool take(const struct plain *p, struct swrt_race_slot *slot) {
    if (!slot->rest)
        return false;
    if (is_gone(p, slot) || (is_over(p, slot) && is_within(p, slot))) {
        *slot = made(p);
        return true;
    }
    return p->mask != SWRT_RACE_MASK && slot->block == p->block->front.number && join_run(*p, slot);
}

/* A list's first record, if it is a set of threads of this block, and of these bytes; or null. */
INLINE struct race_record *first_set(const struct plain *p, const struct swrt_race_slot *slot) {
    if (slot->rest)
        return NULL;
    struct race_record *record = race_pool_at(p->slots.pool, race_slot_list(slot, p->slots.owner));
    bool fits = race_type(record) == RACE_SET && record->by.block == p->block->front.number &&
                (record->by.rest & SWRT_RACE_MASK) == p->mask && !race_slot_strength(&record->by);
    return fits ? record : NULL;
}

/* A slot of one reader becomes a set of two, if they are of one block, epoch, and bytes. */
ASIDE bool begin_set(struct plain access, struct swrt_race_slot *slot) {
    const struct plain *p = &access;
    struct swrt_race_slot first = *slot;
    if (!first.rest || race_slot_run(&first) || first.block != p->block->front.number ||
        race_slot_clk(&first) != p->clk || race_slot_strength(&first) || (first.rest & SWRT_RACE_MASK) != p->mask)
        return false;
    bool is_small = race_slot_thread(&first) / 32 == p->thread / 32 && p->block->warps > RACE_SMALL_WARPS;
    uint32_t index = race_set_make(p->slots.pool, &first, p->block->warps, is_small);
    if (!index)
        return false;
    race_set_add(race_pool_at(p->slots.pool, index), p->thread, p->site);
    race_slot_set_list(slot, p->slots.owner, index);
    return true;
}

/* Those of a set in shared memory are over for all: it begins anew. */
ASIDE bool renew_set(struct plain access, struct race_record *set) {
    const struct plain *p = &access;
    if (!p->slots.owner || race_slot_clk(&set->by) > p->block->front.known || race_next(set))
        return false;
    memset(set->lanes, 0, race_set_warps(set) * 4);
    set->by = made(p);
    return race_set_add(set, p->thread, p->site);
}

INLINE bool read_quickly(const struct plain *p) {
    struct swrt_race_slot *slot = p->slots.read;
    if (is_own(p, slot) || is_own(p, p->slots.write))
        return true;
    if (!slot || (!is_empty(p, p->slots.write) && !is_over(p, p->slots.write)))
        return false;
    if (is_empty(p, slot)) {
        *slot = made(p);
        return true;
    }
    if (take(p, slot))
        return true;
    struct race_record *set = first_set(p, slot);
    if (!set)
        return begin_set(*p, slot);
    if (race_slot_clk(&set->by) != p->clk)
        return renew_set(*p, set);
    return race_set_add(set, p->thread, p->site);
}

/* Whether all readers are over for a write. Those for whom it stands go; others stay, of other bytes. */
INLINE bool readers_are_over(const struct plain *p) {
    if (is_empty(p, p->slots.read))
        return true;
    if (p->slots.read->rest) {
        if (!is_over(p, p->slots.read))
            return false;
        if (!is_within(p, p->slots.read))
            return true;
    } else {
        struct race_record *set = first_set(p, p->slots.read);
        if (!set || race_next(set) || race_slot_clk(&set->by) > p->block->front.known)
            return false;
        race_pool_give(p->slots.pool, race_slot_list(p->slots.read, p->slots.owner));
    }
    p->slots.read->block = p->slots.read->rest = 0;
    return true;
}

INLINE bool write_quickly(const struct plain *p) {
    struct swrt_race_slot *slot = p->slots.write;
    if (is_own(p, slot))
        return true;
    if (!slot || !readers_are_over(p))
        return false;
    if (!is_empty(p, slot))
        return take(p, slot);
    *slot = made(p);
    return true;
}

void swrt_race_read_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask,
                         uint32_t site) {
    struct plain p = {.block = block, .thread = thread, .clk = block->front.clk[thread], .mask = mask, .site = site};
    if (!race_slots_find(block, address, &p.slots) || !read_quickly(&p))
        race_plain_cell(block, thread, address, mask, site, false);
}

void swrt_race_write_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask,
                          uint32_t site) {
    struct plain p = {.block = block, .thread = thread, .clk = block->front.clk[thread], .mask = mask, .site = site};
    if (!race_slots_find(block, address, &p.slots) || !write_quickly(&p))
        race_plain_cell(block, thread, address, mask, site, true);
}

void swrt_race_plain(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t size, uint32_t site,
                     bool writes) {
    for (uint32_t bytes, mask; size; address += bytes, size -= bytes) {
        bytes = race_bytes_in_granule(address, size, &mask);
        (writes ? swrt_race_write_cell : swrt_race_read_cell)(block, thread, address, mask, site);
    }
}

INLINE bool is_over_for_all(const struct plain *p, const struct swrt_race_slot *slot) {
    return is_empty(p, slot) || (slot->rest && (!(slot->rest & p->mask) || race_front_knows(&p->block->front, slot)));
}

/* How many of the threads, whose first two have read the granule, join the set that these have begun. */
static uint32_t join_set(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads, uint32_t done,
                         uintptr_t address, uint32_t mask, uint32_t site) {
    uint32_t next = thread + done * threads->thread_step, count = 0;
    struct plain p = {.block = block, .thread = next, .clk = block->front.clk[next], .mask = mask, .site = site};
    if (!race_slots_find(block, address, &p.slots) || !p.slots.read || is_empty(&p, p.slots.read))
        return 0;
    struct race_record *set = is_over_for_all(&p, p.slots.write) ? first_set(&p, p.slots.read) : NULL;
    if (!set || race_slot_clk(&set->by) != p.clk)
        return 0;
    for (; done < threads->count && block->front.clk[next] == p.clk && race_set_add(set, next, site); done++, count++)
        next += threads->thread_step;
    return count;
}

/* All of them at once, where nobody is in the way: a set of theirs takes the slot. */
static bool begin_together(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads,
                           uintptr_t address, uint32_t mask, uint32_t site) {
    struct plain p = {.block = block, .thread = thread, .clk = block->front.clk[thread], .mask = mask, .site = site};
    if (!race_slots_find(block, address, &p.slots) || !p.slots.read || !is_over_for_all(&p, p.slots.write) ||
        !(is_empty(&p, p.slots.read) || is_gone(&p, p.slots.read)))
        return false;
    uint32_t last = thread + (threads->count - 1) * threads->thread_step;
    bool is_small = last / 32 - thread / 32 < RACE_SMALL_WARPS && block->warps > RACE_SMALL_WARPS;
    struct swrt_race_slot first = made(&p);
    if (!race_have_one_clk(block, thread, threads->count, threads->thread_step))
        return false;
    uint32_t index = race_set_make(p.slots.pool, &first, block->warps, is_small);
    if (!index)
        return false;
    struct race_record *set = race_pool_at(p.slots.pool, index);
    for (uint32_t i = 1; i < threads->count; i++)
        race_set_add(set, thread + i * threads->thread_step, site);
    race_slot_set_list(p.slots.read, p.slots.owner, index);
    return true;
}

static void read_cell_together(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads,
                               uintptr_t address, uint32_t mask, uint32_t site) {
    if (begin_together(block, thread, threads, address, mask, site))
        return;
    for (uint32_t done = 0; done < threads->count;) {
        uint32_t joined = done < 2 ? 0 : join_set(block, thread, threads, done, address, mask, site);
        if (!joined)
            swrt_race_read_cell(block, thread + done * threads->thread_step, address, mask, site);
        done += joined ? joined : 1;
    }
}

void race_read_together(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads,
                        uintptr_t address, uint32_t size, uint32_t site) {
    for (uint32_t bytes, mask; size; address += bytes, size -= bytes) {
        bytes = race_bytes_in_granule(address, size, &mask);
        read_cell_together(block, thread, threads, address, mask, site);
    }
}
