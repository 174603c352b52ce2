/* Atomic and volatile accesses: what they observe, who else is there, what they release.
 *
 * Many threads that update one location race with nobody as long as each is as atomic as the others: then the thread only joins
 * the set of those who did so in its epoch, or the record of the launch's ended blocks, without the comparisons of the
 * long way.
 */
#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/order.h"
#include "check/race/pool.h"
#include "check/race/race.h"
#include "check/race/slot.h"
#include "check/race/sync.h"

enum { POLLS = 4096 };

/* Where the access can be noted without a record of its own. */
struct seat {
    struct race_record *record; /* of its launch's ended blocks, or of its block and epoch */
    bool is_own;                /* the thread is there already */
};

/* Atomic as the access is, and each in the other's scope. */
INLINE bool is_as_atomic(const struct race_access *x, const struct swrt_race_slot *by, uint32_t size) {
    uint32_t site = race_slot_site(by);
    if ((by->rest & SWRT_RACE_MASK) != x->mask || (site != x->site && x->race->sites[site].size != size))
        return false;
    bool is_same_block = by->block == x->block->front.number;
    uint32_t needed = is_same_block ? RACE_RANK_BLOCK : RACE_RANK_DEVICE;
    return race_slot_strength(by) >= needed && x->strength >= needed &&
           (is_same_block || by->block - x->block->launch->base < x->block->launch->count);
}

/* Over for the thread, as far as numbers tell. */
INLINE bool is_over(const struct race_access *x, const struct swrt_race_slot *by) {
    return race_front_knows(&x->block->front, by);
}

/* Of the access's block, epoch and strength. */
INLINE bool is_seat(const struct race_access *x, const struct swrt_race_slot *by) {
    return by->block == x->block->front.number && race_slot_clk(by) == x->clk && race_slot_strength(by) == x->strength;
}

/* Finds the seat among those that are as atomic. Whether all are, or over. (In sets of earlier epochs the thread may remain
 * as well: that is true, if not needed.) */
INLINE bool look(const struct race_access *x, const struct swrt_race_slot *slot, uint32_t size, struct seat *seat) {
    if (!slot || race_slot_is_empty(slot, x->owner))
        return true;
    if (slot->rest) {
        bool is_one = is_as_atomic(x, slot, size);
        seat->is_own = is_one && is_seat(x, slot) && race_slot_thread(slot) == x->thread;
        return is_one || (!race_slot_run(slot) && is_over(x, slot));
    }
    bool are_fine = true;
    for (uint32_t index = race_slot_list(slot, x->owner); index;) {
        struct race_record *record = race_pool_at(x->pool, index);
        index = race_next(record);
        if (!is_as_atomic(x, &record->by, size))
            are_fine &= is_over(x, &record->by);
        else if (race_type(record) == RACE_GRID)
            seat->record = record;
        else if (!seat->record && race_type(record) == RACE_SET && is_seat(x, &record->by))
            seat->record = record;
    }
    return are_fine;
}

/* Reads race with writes alone. */
INLINE bool find_seat(const struct race_access *x, const struct swrt_race_slot *write,
                      const struct swrt_race_slot *read, uint32_t size, struct seat *seat) {
    struct seat unused = {0};
    if (x->writes)
        return look(x, write, size, seat) && look(x, read, size, &unused);
    look(x, read, size, seat);
    return look(x, write, size, &unused);
}

INLINE bool take_seat(const struct race_access *x, const struct seat *seat) {
    if (seat->is_own)
        return true;
    if (!seat->record)
        return false;
    return race_type(seat->record) == RACE_GRID ? race_grid_takes(x, seat->record)
                                                : race_set_add(seat->record, x->thread, x->site);
}

static bool joins_others(struct race_access *x, uintptr_t address, uint32_t size) {
    struct race_slots slots;
    if (!x->strength || size % 4 || address % 4)
        return false;
    x->mask = SWRT_RACE_MASK;
    for (uint32_t offset = 0; offset < size; offset += 4) {
        struct seat seat = {0};
        if (!race_slots_find(x->block, address + offset, &slots))
            return false;
        x->owner = slots.owner;
        x->pool = slots.pool;
        if (!find_seat(x, slots.write, slots.read, size, &seat) || !take_seat(x, &seat))
            return false;
    }
    return true;
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

/* A thread may poll for ever because of a race: then it has to be found all the same. */
static void compare_all(struct swrt_race_launch *launch) {
    for (struct swrt_race_block *block = launch->blocks; block; block = block->next)
        race_compare(block);
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
    bool is_alone = race_sync_is_none(block, thread, address, site);
    if (!is_alone)
        race_compare(block);
    else if (++block->polls % POLLS == 0)
        compare_all(block->launch);
    if (site->kind != SWRT_RACE_WRITE)
        (is_alone ? race_sync_observe : race_sync_read)(block, thread, address, site, number);
    struct race_access x = {.race = block->race,
                            .block = block,
                            .thread = thread,
                            .clk = block->front.clk[thread],
                            .strength = is_atomic ? race_rank_of((enum swrt_race_scope)site->scope) : RACE_RANK_NONE,
                            .site = number,
                            .writes = wrote};
    touch(&x, address, site->size);
    if (is_alone)
        return;
    if (wrote)
        race_sync_write(block, thread, address, site);
    if (wrote && x.strength)
        part(block, thread, site);
}
