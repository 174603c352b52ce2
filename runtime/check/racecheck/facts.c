/* What the pairs of threads that a finding stands for have in common, and what is known of its two places in either order. */
#include <stdlib.h>

#include "base/fatal.h"
#include "check/racecheck/mend.h"

static struct swrt_race_facts *table;
static size_t num_facts, room;

static bool is_about(const struct swrt_race_facts *f, const struct swrt_finding_key *key) {
    return f->key.rule == key->rule && f->key.site == key->site && f->key.other == key->other;
}

/* Pairs of one finding come in runs. */
static struct swrt_race_facts *facts_of(const struct swrt_finding_key *key) {
    static size_t latest;
    if (latest < num_facts && is_about(&table[latest], key))
        return &table[latest];
    for (latest = 0; latest < num_facts; latest++)
        if (is_about(&table[latest], key))
            return &table[latest];
    if (num_facts == room) {
        room = room ? 2 * room : 64;
        table = realloc(table, room * sizeof *table);
        if (!table)
            swrt_fatal("out of memory for racecheck's findings");
    }
    table[num_facts] = (struct swrt_race_facts){.key = *key};
    return &table[num_facts++];
}

static uint32_t threads_of(const struct swrt_race_party *party) {
    const struct swrt_race_origin *launch = party->launch;
    return launch && launch->kernel ? launch->ntid[0] * launch->ntid[1] * launch->ntid[2] : 1;
}

static void see_distance(struct swrt_race_facts *f, const struct swrt_race_finding *race) {
    const struct swrt_race_party *a = &race->first, *b = &race->second;
    bool is_block = a->serial == b->serial && a->block == b->block && !a->host && !b->host;
    f->in_grid |= !is_block;
    f->in_block |= is_block && race->other_warp;
    f->in_warp |= is_block && !race->other_warp;
    f->is_large |= threads_of(b) > 32;
    f->by_other |= race->by_other;
    f->has_releases |= race->has_releases;
}

/* Where threads write at one place and the atomic operation is in another function, it is not known to be so. */
static bool is_unpublished(const struct swrt_race_finding *race) {
    const struct swrt_site *first = swrt_site_numbered(race->first.site.number);
    const struct swrt_site *publisher = swrt_site_numbered(race->publisher);
    bool is_one_place = race->first.site.number == race->second.site.number;
    return swrt_racecheck_is_behind(first, publisher) ||
           (is_one_place && first && publisher && !swrt_racecheck_are_of_one_function(first, publisher));
}

void swrt_racecheck_mend_pair(const struct swrt_finding_key *key, const struct swrt_race_finding *race) {
    static const uint32_t fences = 1u << SWRT_RACE_MEND_FENCE_BEFORE | 1u << SWRT_RACE_MEND_FENCE_AFTER |
                                   1u << SWRT_RACE_MEND_FENCES;
    struct swrt_race_facts *f = facts_of(key);
    f->class = race->class;
    see_distance(f, race);
    if (!(f->mends >> race->mend & 1) && fences >> race->mend & 1)
        f->mend_site = race->mend_site;
    f->mends |= 1u << race->mend;
    f->scope = race->mend_scope > f->scope ? race->mend_scope : f->scope;
    f->publisher = race->observer ? race->publisher : f->publisher;
    f->observer = race->observer ? race->observer : f->observer;
    f->is_unpublished |= race->observer && is_unpublished(race);
}

static bool are_same_places(const struct swrt_race_facts *a, const struct swrt_race_facts *b) {
    return (a->key.site == b->key.site && a->key.other == b->key.other) ||
           (a->key.site == b->key.other && a->key.other == b->key.site);
}

/* Of the finding alone. */
struct swrt_race_places swrt_race_sites_of(const struct swrt_race_facts *own) {
    struct swrt_race_places p = {
        .own = own, .first = swrt_site_numbered(own->key.site), .second = swrt_site_numbered(own->key.other)};
    p.both = flags_of(p.first) & flags_of(p.second);
    p.either = flags_of(p.first) | flags_of(p.second);
    return p;
}

struct swrt_race_places swrt_race_places_of(const struct swrt_race_facts *own) {
    struct swrt_race_places p = swrt_race_sites_of(own);
    for (size_t i = 0; i < num_facts; i++) {
        const struct swrt_race_facts *f = &table[i];
        if (!are_same_places(f, own))
            continue;
        p.in_block |= f->in_block;
        p.in_grid |= f->in_grid;
        p.is_large |= f->is_large;
        p.has_releases |= f->has_releases;
        p.mends |= f->mends;
    }
    return p;
}

size_t swrt_race_facts_count(void) {
    return num_facts;
}

const struct swrt_race_facts *swrt_race_facts_at(size_t i) {
    return &table[i];
}

void swrt_racecheck_mends_forget(void) {
    num_facts = 0;
}
