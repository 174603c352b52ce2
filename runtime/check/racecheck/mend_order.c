/* Advice on what orders two accesses that some message, or the host, is to order: fences, wider scopes, streams. */
#include <stdio.h>
#include <string.h>

#include "check/racecheck/mend.h"

static const char *scope_text(enum swrt_race_scope scope) {
    static const char *const scopes[] = {"thread", "block", "block", "device", "system"};
    return scopes[scope];
}

static const char *fence_text(enum swrt_race_scope scope) {
    static const char *const fences[] = {"__threadfence_block()", "__threadfence_block()", "__threadfence_block()",
                                         "__threadfence()", "__threadfence_system()"};
    return fences[scope];
}

static bool is_narrow(const struct swrt_site *site, const struct swrt_race_facts *f) {
    return site && is_atomic(site) && site->scope < (uint32_t)f->scope;
}

/* Of the two accesses, or of those by which the one thread could have known of the other. */
void swrt_advice_wider(struct swrt_race_advice *a, const struct swrt_race_facts *f) {
    uint32_t one = f->observer ? f->publisher : f->key.site, other = f->observer ? f->observer : f->key.other;
    bool first = is_narrow(swrt_site_numbered(one), f), second = is_narrow(swrt_site_numbered(other), f);
    bool are_two = first && second && one != other;
    swrt_advice_say(a, SWRT_ADVICE_SURE,
                    are_two ? "a wider scope of both atomic accesses" : swrt_race_mend_text[SWRT_RACE_MEND_WIDEN]);
    swrt_advice_append(a, f->observer ? " (%s), and fences of that scope" : " (%s)", scope_text(f->scope));
    if (!are_two && (f->observer || one != other))
        swrt_advice_say_site(a, first ? one : other);
}

enum {
    BEFORE = 1 << SWRT_RACE_MEND_FENCE_BEFORE,
    AFTER = 1 << SWRT_RACE_MEND_FENCE_AFTER,
    FENCES = 1 << SWRT_RACE_MEND_FENCES,
};

/* A thread of the block tells what another one has written, without having waited for it: no fence mends that. */
static bool say_wait_and_fence(struct swrt_race_advice *a, const struct swrt_race_facts *f) {
    static const char between[] = " between the two";
    const struct swrt_site *write = swrt_site_numbered(f->key.site), *tells = swrt_site_numbered(f->publisher);
    char place[128];
    if (!f->by_other || !write || !tells ||
        !swrt_racecheck_barrier_place(write, tells, false, false, place, sizeof place) ||
        strncmp(place, between, strlen(between)))
        return false;
    swrt_advice_say(a, SWRT_ADVICE_SURE, "__syncthreads() between the write and the atomic access");
    swrt_advice_append(a, "%s, and a fence behind it", place + strlen(between));
    swrt_advice_append(a, " (%s)", fence_text(f->scope));
    swrt_advice_say_site(a, f->publisher);
    return true;
}

/* A ticket hands out work and publishes nothing. */
void swrt_advice_fence(struct swrt_race_advice *a, const struct swrt_race_facts *f) {
    uint32_t fences = f->mends & (BEFORE | AFTER | FENCES);
    enum swrt_race_mend mend = fences == BEFORE  ? SWRT_RACE_MEND_FENCE_BEFORE
                               : fences == AFTER ? SWRT_RACE_MEND_FENCE_AFTER
                                                 : SWRT_RACE_MEND_FENCES;
    if (flags_of(swrt_site_numbered(f->observer)) & SWRT_SITE_TICKET || say_wait_and_fence(a, f))
        return;
    swrt_advice_say_mend(a, mend);
    swrt_advice_append(a, " (%s)", fence_text(f->scope));
    if (mend != SWRT_RACE_MEND_FENCES)
        swrt_advice_say_site(a, f->mend_site);
}

/* A kernel that others, or the host, talk to while it runs must not be waited for. */
static bool talks(const struct swrt_site *site) {
    return site && (is_atomic(site) || site->flags & (SWRT_SITE_POLL | SWRT_SITE_VOLATILE));
}

void swrt_advice_order(struct swrt_race_advice *a, const struct swrt_race_places *p, enum swrt_race_mend mend) {
    bool is_copy = mend == SWRT_RACE_MEND_HOST_WAIT && !p->first && !p->second;
    if (is_copy)
        swrt_advice_say(a, SWRT_ADVICE_SURE, "a synchronisation of the host with the stream of the copy or fill");
    else if (!talks(p->first) && !talks(p->second))
        swrt_advice_say_mend(a, mend);
}
