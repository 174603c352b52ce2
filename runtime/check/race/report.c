/* Findings: decides what kind of race it is, what would mend it, and whether that has been told. */
#include "check/race/access.h"
#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/hint.h"
#include "check/race/map.h"
#include "check/race/order.h"
#include "check/race/pool.h"
#include "check/race/race.h"
#include "check/race/slot.h"

static const enum swrt_race_scope scope_of_rank[RACE_RANKS] = {SWRT_RACE_SCOPE_THREAD, SWRT_RACE_SCOPE_BLOCK,
                                                               SWRT_RACE_SCOPE_DEVICE, SWRT_RACE_SCOPE_SYSTEM};

/* The two accesses: what is known of the first, and what is needed between them. */
struct pair {
    const struct race_access *x;
    const struct swrt_race_slot *other;
    const struct race_record *record;
    uint32_t thread, site;
    enum race_rank needed;
    const struct race_hint *hint;
};

static void classify_atomics(const struct pair *pair, struct swrt_race_finding *f) {
    uint32_t strength = race_slot_strength(pair->other);
    bool is_same_size = f->first.site.size == f->second.site.size &&
                        (pair->other->rest & SWRT_RACE_MASK) == pair->x->mask;
    if (strength >= pair->needed && pair->x->strength >= pair->needed && !is_same_size) {
        f->class = SWRT_RACE_CLASS_SIZE;
        f->mend = SWRT_RACE_MEND_ONE_SIZE;
        return;
    }
    f->class = SWRT_RACE_CLASS_SCOPE;
    f->mend = SWRT_RACE_MEND_WIDEN;
    f->mend_second = strength >= pair->needed;
}

static void classify_hint(const struct pair *pair, struct swrt_race_finding *f) {
    const struct race_hint *hint = pair->hint;
    const struct swrt_race_site *sites = pair->x->race->sites;
    bool scopes = hint->write_rank >= hint->needed && hint->read_rank >= hint->needed;
    f->class = SWRT_RACE_CLASS_SCOPE;
    if (!scopes) {
        f->mend = SWRT_RACE_MEND_WIDEN;
        f->mend_second = hint->write_rank >= hint->needed;
    } else if (!hint->usable || hint->acquired || hint->fence_after >= hint->needed) {
        f->class = !hint->usable && hint->had_heads ? SWRT_RACE_CLASS_SCOPE : SWRT_RACE_CLASS_FENCE;
        bool is_behind = hint->acquired || hint->fence_after >= hint->needed;
        f->mend = is_behind ? SWRT_RACE_MEND_FENCE_BEFORE : SWRT_RACE_MEND_FENCES;
    } else {
        f->class = hint->fence_after ? SWRT_RACE_CLASS_SCOPE : SWRT_RACE_CLASS_FENCE;
        f->mend = SWRT_RACE_MEND_FENCE_AFTER;
        f->mend_second = true;
    }
    f->mend_site = sites[f->mend_second ? hint->read_site : hint->write_site].number;
    f->publisher = sites[hint->write_site].number;
    f->observer = sites[hint->read_site].number;
}

/* A thread of the block has observed an atomic write of the other block, and told this one by a barrier: the last block
 * of a sum, of which one thread counts. What is missing is a fence there. */
static void mend_as_told(const struct pair *pair, struct swrt_race_finding *f) {
    struct pair told = *pair;
    struct swrt_race_finding as = *f;
    told.hint = race_hint_of_blocks(pair->x->block, pair->x->thread, pair->other->block);
    if (!told.hint)
        return;
    classify_hint(&told, &as);
    as.class = f->class;
    as.by_other = told.hint->thread != pair->thread;
    *f = as;
}

/* Somebody looks at it again and again, presumably. */
static bool is_flag(const struct swrt_race_finding *f) {
    return (f->first.site.is_volatile && f->first.site.kind == SWRT_RACE_READ) ||
           (f->second.site.is_volatile && f->second.site.kind == SWRT_RACE_READ);
}

static void mend_by_wait(const struct pair *pair, struct swrt_race_finding *f) {
    if (pair->needed != RACE_RANK_BLOCK)
        f->mend = SWRT_RACE_MEND_GRID;
    else
        f->mend = pair->thread / 32 == pair->x->thread / 32 ? SWRT_RACE_MEND_SYNCWARP : SWRT_RACE_MEND_BARRIER;
}

static void classify_plain(const struct pair *pair, struct swrt_race_finding *f) {
    bool first_atomic = race_slot_strength(pair->other), some_atomic = first_atomic || pair->x->strength;
    if (!some_atomic && is_flag(f)) {
        f->class = SWRT_RACE_CLASS_VOLATILE;
        f->mend = SWRT_RACE_MEND_ATOMIC_FLAG;
        return;
    }
    f->class = some_atomic ? SWRT_RACE_CLASS_ATOMIC : SWRT_RACE_CLASS_PLAIN;
    mend_by_wait(pair, f);
    if (some_atomic && pair->needed != RACE_RANK_BLOCK) {
        f->mend = SWRT_RACE_MEND_MAKE_ATOMIC;
        f->mend_second = first_atomic;
    }
    if (!some_atomic && pair->needed != RACE_RANK_BLOCK)
        mend_as_told(pair, f);
}

static void classify(const struct pair *pair, struct swrt_race_finding *f) {
    f->mend_scope = scope_of_rank[pair->needed];
    bool are_atomic = race_slot_strength(pair->other) && pair->x->strength;
    if ((f->first.host || f->second.host) && !are_atomic) {
        f->class = SWRT_RACE_CLASS_HOST;
        f->mend = SWRT_RACE_MEND_HOST_WAIT;
    } else if (f->first.serial != f->second.serial && !f->first.host && !f->second.host) {
        f->class = SWRT_RACE_CLASS_KERNELS;
        f->mend = SWRT_RACE_MEND_STREAM_ORDER;
    } else if (are_atomic) {
        classify_atomics(pair, f);
    } else if (pair->hint) {
        classify_hint(pair, f);
    } else {
        classify_plain(pair, f);
    }
}

static struct swrt_race_party party(const struct swrt_race *race, uint32_t number, uint32_t thread, uint32_t site) {
    struct swrt_race_party who = {.site = race->sites[site], .thread = thread};
    if (number == RACE_HOST_BLOCK) {
        who.host = true;
        return who;
    }
    const struct race_launch_row *row = race_launch_of(race, number, &who.serial);
    who.launch = row->user;
    who.block = number - row->base;
    return who;
}

static void remember(struct swrt_race *race, uint64_t key, const struct swrt_race_finding *finding) {
    race->findings = race_grow(race->findings, &race->findings_capacity, race->num_findings + 1,
                               sizeof *race->findings);
    race->findings[race->num_findings++] = *finding;
    race_map_set(&race->seen, key, race->num_findings);
}

/* Whether some thread that races is of another warp of the block. */
static bool is_of_other_warp(const struct pair *pair) {
    const struct race_access *x = pair->x;
    if (pair->other->block != x->block->front.number)
        return false;
    return pair->thread / 32 != x->thread / 32 || (pair->record && race_type(pair->record) == RACE_SET &&
                                                   race_lacks_other_warp(x->block, x->thread, pair->record));
}

void race_report(const struct race_access *x, const struct swrt_race_slot *other, const struct race_record *record,
                 uint32_t thread, uint32_t site) {
    struct swrt_race *race = x->race;
    struct pair pair = {x,
                        other,
                        record,
                        thread,
                        site,
                        race_distance(x->block, other->block),
                        race_hint_find(x, other->block, thread, site, race_slot_clk(other))};
    uint32_t bytes = other->rest & x->mask & SWRT_RACE_MASK;
    struct swrt_race_finding finding = {
        .shared = x->owner != 0,
        .address = x->address + (uint32_t)__builtin_ctz(bytes),
        .bytes = bytes,
        .count = 1,
        .first = party(race, other->block, thread, site),
        .second = party(race, x->block->front.number, x->thread, x->site),
    };
    finding.other_warp = is_of_other_warp(&pair);
    finding.has_releases = x->block->published || x->block->launch->published.count;
    classify(&pair, &finding);
    uint64_t key = ((uint64_t)site << SWRT_RACE_SITE_BITS | x->site) << 4 | finding.class;
    uint64_t seen = race_map_get(&race->seen, key + 1);
    if (seen)
        race->findings[seen - 1].count++;
    else
        remember(race, key + 1, &finding);
    if (race->options.found && (!seen || race->options.every))
        race->options.found(race->options.context, &finding);
}
