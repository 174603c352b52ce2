/* racecheck's advice, between its files: facts.c gathers what the pairs of a finding have in common, mend.c decides,
 * mend_order.c words what orders two accesses: fences, scopes, streams. */
#ifndef SWRT_RACECHECK_MEND_H
#define SWRT_RACECHECK_MEND_H

#include "check/check.h"
#include "check/finding.h"
#include "check/racecheck/racecheck.h"

/* mends: those that the engine saw fit for some pair. in_warp, in_block, in_grid: some pair is of one warp, of two
 * warps of a block, of two blocks; is_large: some block had more than one warp; by_other: what was observed is of another
 * thread than the first access; has_releases: blocks tell each other by atomic operations; is_unpublished: what the second
 * thread has observed was written before the first thread's access. */
struct swrt_race_facts {
    struct swrt_finding_key key;
    enum swrt_race_class class;
    enum swrt_race_scope scope;
    uint32_t mends, mend_site, publisher, observer;
    bool in_warp, in_block, in_grid, is_large, by_other, has_releases, is_unpublished;
};

/* The finding with what is known of the same places in the other order. */
struct swrt_race_places {
    const struct swrt_race_facts *own;
    const struct swrt_site *first, *second; /* null: of the API */
    uint32_t both, either;                  /* flags */
    bool in_block, in_grid, is_large, has_releases;
    uint32_t mends; /* of both orders */
};

/* How much is known of a mend: a higher one holds where a lower one does. */
enum { SWRT_ADVICE_SURE = 100, SWRT_ADVICE_UNSURE = 255 };

struct swrt_race_advice {
    char text[512];
    unsigned rank;
};

static inline uint32_t flags_of(const struct swrt_site *site) {
    return site ? site->flags : 0;
}

static inline bool is_read(const struct swrt_site *site) {
    return site && site->kind == SWRT_SITE_READ;
}
static inline bool is_atomic(const struct swrt_site *site) {
    return site && site->order != SWRT_ORDER_WEAK;
}

/* facts.c: the findings, by their numbers; and one with what is known of its places, or of the finding alone. */
size_t swrt_race_facts_count(void);
const struct swrt_race_facts *swrt_race_facts_at(size_t i);
struct swrt_race_places swrt_race_places_of(const struct swrt_race_facts *own);
struct swrt_race_places swrt_race_sites_of(const struct swrt_race_facts *own);

/* mend.c: words of an advice. */
void swrt_advice_say(struct swrt_race_advice *a, unsigned rank, const char *text);
void swrt_advice_say_mend(struct swrt_race_advice *a, enum swrt_race_mend mend);
void swrt_advice_append(struct swrt_race_advice *a, const char *format, const char *text);
void swrt_advice_say_site(struct swrt_race_advice *a, uint32_t number); /* "; the atomic access is at" */

/* mend_order.c */
void swrt_advice_wider(struct swrt_race_advice *a, const struct swrt_race_facts *f);
void swrt_advice_fence(struct swrt_race_advice *a, const struct swrt_race_facts *f);
void swrt_advice_order(struct swrt_race_advice *a, const struct swrt_race_places *p, enum swrt_race_mend mend);

#endif
