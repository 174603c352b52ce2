/* The accesses in a slot: compares a new access with them, removes those that it stands for, and adds it.
 *
 * An earlier access may be forgotten once a later one x of the same bytes is ordered behind it and conflicts with
 * whatever the earlier one conflicts with: nothing that comes can then race with it and not with x. So most slots hold
 * one accessor (Flanagan and Freund, FastTrack, PLDI 2009); several stand there while readers, or atomic writers, are
 * concurrent. Those of one block and epoch are a set of lanes in one record. What many blocks read is kept short
 * without loss: of a block that has ended and never told others anything, others can only learn by a grid barrier or
 * the launch's end, so all such blocks of a launch are one record. */
#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/map.h"
#include "check/race/order.h"
#include "check/race/pool.h"
#include "check/race/slot.h"

enum { LIST_LONGEST = 64 };

struct swrt_race_slot race_slot_make(const struct race_access *x) {
    return (struct swrt_race_slot){
        .block = x->block->front.number,
        .clk = x->clk | x->site >> 16 << SWRT_RACE_UPPER_SHIFT,
        .rest = x->mask | x->strength << SWRT_RACE_STRENGTH_SHIFT | x->thread << SWRT_RACE_THREAD_SHIFT |
                x->site << SWRT_RACE_SITE_SHIFT,
    };
}

static uint32_t mask_of(const struct swrt_race_slot *slot) {
    return slot->rest & SWRT_RACE_MASK;
}

static bool same_size(const struct race_access *x, const struct swrt_race_slot *by) {
    return x->race->sites[x->site].size == x->race->sites[race_slot_site(by)].size;
}

/* Of accesses of which one is a write. */
static bool conflicts(const struct race_access *x, const struct swrt_race_slot *by) {
    uint32_t strength = race_slot_strength(by), weaker = strength < x->strength ? strength : x->strength;
    return !weaker || weaker < race_distance(x->block, by->block) || mask_of(by) != x->mask || !same_size(x, by);
}

/* Whether it is over for all of the access's launch, and of another launch on the same device. */
static bool is_of_earlier_launch(const struct race_access *x, const struct swrt_race_slot *by) {
    const struct swrt_race_launch *launch = x->block->launch;
    return by->block - launch->base >= launch->count && race_launch_knows(launch, by->block, race_slot_clk(by)) &&
           race_distance(x->block, by->block) == RACE_RANK_DEVICE;
}

/* Whether the access conflicts with all that `by` conflicts with, provided that it is ordered behind it. Of two atomic
 * ones: whom a scope includes depends on the block; but a whole later launch has nothing to do with the earlier. */
static bool stands_for(const struct race_access *x, const struct swrt_race_slot *by) {
    if (mask_of(by) & ~x->mask)
        return false;
    return !x->strength || (x->strength <= race_slot_strength(by) && same_size(x, by) &&
                            (by->block == x->block->front.number || is_of_earlier_launch(x, by)));
}

static bool knows(const struct race_access *x, const struct swrt_race_slot *by, const struct race_record *record,
                  uint32_t *culprit, uint32_t *site) {
    if (record)
        return race_knows_record(x->block, x->thread, record, culprit, site);
    *culprit = race_slot_thread(by);
    *site = race_slot_site(by);
    return race_knows(x->block, x->thread, by->block, *culprit, race_slot_clk(by), race_slot_strength(by));
}

/* The access stands for an earlier one of its thread in a set. Whether nobody is left there. */
static bool leave_set(const struct race_access *x, struct race_record *record) {
    if (!record || race_type(record) != RACE_SET || record->by.block != x->block->front.number)
        return false;
    uint32_t own = x->thread / 32 - race_set_base(record), left = 0;
    if (own < race_set_warps(record))
        record->lanes[own] &= ~(1u << x->thread % 32);
    for (uint32_t warp = 0; warp < race_set_warps(record); warp++)
        left |= record->lanes[warp];
    return !left;
}

/* Whether `by` can go. Those that raced with the access can as well: it has been said. */
static bool judge(struct race_access *x, const struct swrt_race_slot *by, struct race_record *record, bool check,
                  bool drop) {
    if (x->owner && race_slot_clk(by) <= x->block->front.known)
        return true; /* in shared memory, behind a barrier: over for all */
    if (!(mask_of(by) & x->mask))
        return false;
    bool conflict = check && conflicts(x, by), may_go = drop && stands_for(x, by);
    uint32_t culprit, site;
    if (!conflict && !may_go)
        return false;
    if (knows(x, by, record, &culprit, &site))
        return may_go;
    if (conflict)
        race_report(x, by, record, culprit, site);
    return may_go && (conflict || leave_set(x, record));
}

static void set_empty(struct swrt_race_slot *slot) {
    *slot = (struct swrt_race_slot){0};
}

/* A list of one thread's single record becomes the slot again. */
static void shorten(struct race_access *x, struct swrt_race_slot *slot, uint32_t head) {
    if (!head) {
        set_empty(slot);
        return;
    }
    struct race_record *record = race_pool_at(x->pool, head);
    if (race_next(record) || race_type(record) != RACE_SINGLE) {
        race_slot_set_list(slot, x->owner, head);
        return;
    }
    *slot = record->by;
    race_pool_give(x->pool, head);
}

static uint32_t add_single(struct race_access *x, const struct swrt_race_slot *by, uint32_t next) {
    uint32_t index = race_pool_take(x->pool, 1, RACE_SINGLE);
    if (!index) {
        x->race->stats.dropped++;
        return next;
    }
    struct race_record *record = race_pool_at(x->pool, index);
    record->by = *by;
    race_set_next(record, next);
    return index;
}

/* A run becomes a list of its threads. */
static void part_run(struct race_access *x, struct swrt_race_slot *slot) {
    struct swrt_race_slot run = *slot;
    uint32_t bytes = race_slot_run(&run), unit = (1u << bytes) - 1, index = 0;
    for (uint32_t i = 0; i < 4 / bytes; i++) {
        struct swrt_race_slot by = run;
        if (!(mask_of(&run) & unit << i * bytes))
            continue;
        by.clk &= ~(uint32_t)SWRT_RACE_RUN;
        by.rest = (by.rest & ~(uint32_t)SWRT_RACE_MASK) | unit << i * bytes;
        by.rest += i << SWRT_RACE_THREAD_SHIFT;
        index = add_single(x, &by, index);
    }
    if (index)
        race_slot_set_list(slot, x->owner, index);
    else
        set_empty(slot);
}

/* A list of threads that form a run becomes one again. */
static void join_run(struct race_access *x, struct swrt_race_slot *slot) {
    struct swrt_race_slot run = {0};
    uint32_t head = race_slot_list(slot, x->owner);
    for (uint32_t index = head; index;) {
        const struct race_record *record = race_pool_at(x->pool, index);
        index = race_next(record);
        if (race_type(record) != RACE_SINGLE || !(run.rest ? race_run_add(&run, &record->by) : (run = record->by).rest))
            return;
    }
    if (!race_slot_run(&run))
        return;
    race_slot_clear(x->pool, slot, x->owner);
    *slot = run;
}

static void visit_list(struct race_access *x, struct swrt_race_slot *slot, bool check, bool drop) {
    uint32_t head = race_slot_list(slot, x->owner), index = head;
    struct race_record *previous = NULL;
    while (index) {
        struct race_record *record = race_pool_at(x->pool, index);
        uint32_t next = race_next(record);
        if (judge(x, &record->by, record, check, drop)) {
            if (previous)
                race_set_next(previous, next);
            else
                head = next;
            race_pool_give(x->pool, index);
        } else {
            previous = record;
        }
        index = next;
    }
    shorten(x, slot, head);
}

void race_visit(struct race_access *x, struct swrt_race_slot *slot, bool check, bool drop) {
    if (race_slot_is_empty(slot, x->owner))
        return;
    if (!x->owner && slot->rest && slot->block < x->race->settled_block) {
        set_empty(slot);
        return;
    }
    if (race_slot_run(slot)) {
        if (!(mask_of(slot) & x->mask))
            return;
        part_run(x, slot);
    }
    if (!slot->rest)
        visit_list(x, slot, check, drop);
    else if (judge(x, slot, NULL, check, drop))
        set_empty(slot);
}

void race_slot_clear(struct race_pool *pool, struct swrt_race_slot *slot, uint32_t owner) {
    uint32_t index = race_slot_is_empty(slot, owner) || slot->rest ? 0 : race_slot_list(slot, owner);
    while (index) {
        uint32_t next = race_next(race_pool_at(pool, index));
        race_pool_give(pool, index);
        index = next;
    }
    set_empty(slot);
}

uint32_t race_set_make(struct race_pool *pool, const struct swrt_race_slot *by, uint32_t warps, bool is_small) {
    uint32_t units = is_small ? RACE_SMALL_UNITS : (20 + 4 * warps + 15) / 16;
    uint32_t index = race_pool_take(pool, units, RACE_SET);
    if (!index)
        return 0;
    struct race_record *set = race_pool_at(pool, index);
    memset(set->lanes, 0, units * 16 - 20);
    set->by = *by;
    set->last = is_small ? RACE_SMALL : 0;
    race_set_next(set, 0);
    race_set_add(set, race_slot_thread(by), race_slot_site(by));
    return index;
}

/* The record's place is taken by a set: of a single one by a small set, of that by a full one. Its index, or 0. */
static uint32_t make_set(struct race_access *x, uint32_t old) {
    bool is_small = race_type(race_pool_at(x->pool, old)) == RACE_SINGLE && x->block->warps > RACE_SMALL_WARPS;
    struct swrt_race_slot by = race_pool_at(x->pool, old)->by;
    uint32_t index = race_set_make(x->pool, &by, x->block->warps, is_small);
    if (!index)
        return 0;
    struct race_record *set = race_pool_at(x->pool, index), *record = race_pool_at(x->pool, old);
    race_set_next(set, race_next(record));
    for (uint32_t i = 0; race_type(record) == RACE_SET && i < RACE_SMALL_WARPS; i++)
        if (race_set_base(record) + i < x->block->warps)
            set->lanes[race_set_base(record) + i] = record->lanes[i];
    race_pool_give(x->pool, old);
    return index;
}

/* Joins the access with a record, if the two say the same. *index: the record's, which may change. */
static bool merge(struct race_access *x, const struct swrt_race_slot *by, uint32_t *index) {
    struct race_record *record = race_pool_at(x->pool, *index);
    uint32_t type = race_type(record), fields = SWRT_RACE_MASK | 3 << SWRT_RACE_STRENGTH_SHIFT;
    if (type > RACE_SET || record->by.block != by->block || race_slot_clk(&record->by) != x->clk ||
        race_slot_strength(&record->by) != x->strength || !same_size(x, &record->by))
        return false;
    bool same_thread = type == RACE_SINGLE && race_slot_thread(&record->by) == x->thread;
    if (same_thread && race_slot_site(&record->by) == x->site && !x->strength) {
        record->by.rest |= x->mask;
        return true;
    }
    if ((record->by.rest ^ by->rest) & fields)
        return false;
    if (same_thread)
        return true;
    while (race_type(race_pool_at(x->pool, *index)) == RACE_SINGLE ||
           !race_set_add(race_pool_at(x->pool, *index), x->thread, x->site)) {
        uint32_t set = make_set(x, *index);
        if (!set)
            return false;
        *index = set;
    }
    return true;
}

bool race_grid_takes(const struct race_access *x, struct race_record *record) {
    const struct swrt_race_launch *launch = x->block->launch;
    uint32_t fields = SWRT_RACE_MASK | 3 << SWRT_RACE_STRENGTH_SHIFT;
    uint32_t own = x->mask | x->strength << SWRT_RACE_STRENGTH_SHIFT, clk = race_slot_clk(&record->by);
    if (race_type(record) != RACE_GRID || record->by.block - launch->base >= launch->count || clk <= launch->known ||
        (record->by.rest & fields) != own || !same_size(x, &record->by))
        return false;
    if (clk < x->clk)
        record->by.clk += x->clk - clk;
    return true;
}

static bool insert_merged(struct race_access *x, const struct swrt_race_slot *by, uint32_t *head, uint32_t *length) {
    struct race_record *previous = NULL;
    *length = 0;
    for (uint32_t index = *head; index; index = race_next(previous), ++*length) {
        uint32_t merged = index;
        if (x->strength && race_grid_takes(x, race_pool_at(x->pool, index)))
            return true;
        if (merge(x, by, &merged)) {
            if (previous)
                race_set_next(previous, merged);
            else
                *head = merged;
            return true;
        }
        previous = race_pool_at(x->pool, index);
    }
    return false;
}

/* What an ended block's record becomes: GRID, BLOCK, or what it is. */
static uint32_t summary_of(const struct race_access *x, const struct race_record *record) {
    const struct swrt_race_launch *launch = x->block->launch;
    uint32_t number = record->by.block, type = race_type(record);
    if (type > RACE_SET || number - launch->base >= launch->count || race_map_get(&x->race->live, number))
        return type;
    uint64_t published = race_map_get(&launch->published, number);
    if (!published)
        return RACE_GRID;
    return type == RACE_SET && race_slot_clk(&record->by) < published ? RACE_BLOCK : type;
}

static bool join_grid(struct race_access *x, uint32_t grid, const struct race_record *record) {
    uint32_t fields = SWRT_RACE_MASK | 3 << SWRT_RACE_STRENGTH_SHIFT;
    struct race_record *into = grid ? race_pool_at(x->pool, grid) : NULL;
    if (!into || (into->by.rest ^ record->by.rest) & fields)
        return false;
    uint32_t a = x->race->sites[race_slot_site(&into->by)].size, b = x->race->sites[race_slot_site(&record->by)].size;
    if (race_slot_strength(&record->by) && a != b)
        return false;
    if (race_slot_clk(&record->by) > race_slot_clk(&into->by))
        into->by = record->by;
    return true;
}

/* Records of ended blocks become summaries. Returns the new list. */
static uint32_t summarise(struct race_access *x, uint32_t head, uint32_t *length) {
    uint32_t first = 0, last = 0, grid = 0;
    *length = 0;
    for (uint32_t index = head, next; index; index = next) {
        struct race_record *record = race_pool_at(x->pool, index);
        next = race_next(record);
        uint32_t type = summary_of(x, record);
        if (type == RACE_GRID && join_grid(x, grid, record)) {
            race_pool_give(x->pool, index);
            continue;
        }
        if (type != race_type(record)) {
            struct swrt_race_slot by = record->by;
            race_pool_give(x->pool, index);
            index = race_pool_take(x->pool, 1, type);
            record = race_pool_at(x->pool, index); /* there is room: one was just given back */
            record->by = by;
        }
        if (type == RACE_GRID && record->by.block - x->block->launch->base < x->block->launch->count)
            grid = index;
        if (last)
            race_set_next(race_pool_at(x->pool, last), index);
        else
            first = index;
        last = index;
        ++*length;
    }
    race_set_next(race_pool_at(x->pool, last), 0);
    return first;
}

/* The record at the list's end goes. */
static void drop_last(struct race_access *x, uint32_t head) {
    struct race_record *record = race_pool_at(x->pool, head);
    while (race_next(race_pool_at(x->pool, race_next(record))))
        record = race_pool_at(x->pool, race_next(record));
    race_pool_give(x->pool, race_next(record));
    race_set_next(record, 0);
    x->race->stats.dropped++;
}

static void insert_in_list(struct race_access *x, const struct swrt_race_slot *by, struct swrt_race_slot *slot) {
    uint32_t head = race_slot_list(slot, x->owner), length;
    if (!insert_merged(x, by, &head, &length)) {
        if (race_pool_at(x->pool, head)->by.block != by->block)
            head = summarise(x, head, &length);
        if (length >= LIST_LONGEST)
            drop_last(x, head);
        head = add_single(x, by, head);
    }
    race_slot_set_list(slot, x->owner, head);
}

void race_insert(struct race_access *x, struct swrt_race_slot *slot) {
    struct swrt_race_slot by = race_slot_make(x);
    if (race_slot_is_empty(slot, x->owner)) {
        *slot = by;
        return;
    }
    if (slot->rest && race_run_add(slot, &by))
        return;
    if (race_slot_run(slot)) {
        part_run(x, slot);
    } else if (slot->rest) {
        uint32_t index = add_single(x, slot, 0);
        if (!index)
            return;
        race_slot_set_list(slot, x->owner, index);
    }
    insert_in_list(x, &by, slot);
    if (!x->strength && x->mask != SWRT_RACE_MASK)
        join_run(x, slot);
}
