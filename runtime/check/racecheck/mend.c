/* What would mend a race: decided at the program's end, when all pairs of threads that a finding stands for are known,
 * from where they are and from what the compiler has seen of the two accesses (SWRT_SITE_UPDATE and its kin).
 *
 *      pairs ──► facts of a finding ──► those of the two places, in either order ──► one line, or none
 *
 * What is said holds when it is done: the finding is gone, and the result is what the source means. Where that depends
 * on what the author had in mind nothing is said: writes of different values by one statement, an array of which each
 * thread seems to have its own elements, two buffers that a loop exchanges, a ticket that is drawn without an order. */
#include <stdio.h>
#include <string.h>

#include "check/racecheck/mend.h"

/* As the user sees it: what stands in a header of ours is where it was called. */
static uint32_t line_of(const struct swrt_site *site) {
    return swrt_site_of_user(site)->line;
}

static bool are_in_one_function(const struct swrt_site *a, const struct swrt_site *b) {
    const char *one = a ? swrt_site_of_user(a)->function : NULL, *other = b ? swrt_site_of_user(b)->function : NULL;
    return one && other && !strcmp(one, other);
}

static bool are_one_line(const struct swrt_race_places *p) {
    return are_in_one_function(p->first, p->second) && line_of(p->first) == line_of(p->second);
}

/* Whether the lines from one access to the other overlap with those of others: one barrier may stand for both. */
static bool overlap(const struct swrt_race_places *p, const struct swrt_race_places *q) {
    if (!are_in_one_function(p->first, p->second) || !are_in_one_function(q->first, q->second) ||
        !are_in_one_function(p->first, q->first))
        return false;
    uint32_t a = line_of(p->first), b = line_of(p->second), c = line_of(q->first), d = line_of(q->second);
    uint32_t first = a < b ? a : b, last = a < b ? b : a, from = c < d ? c : d, to = c < d ? d : c;
    return first <= to && from <= last;
}

void swrt_advice_say(struct swrt_race_advice *a, unsigned rank, const char *text) {
    a->rank = rank;
    snprintf(a->text, sizeof a->text, "%s", text);
}

void swrt_advice_say_mend(struct swrt_race_advice *a, enum swrt_race_mend mend) {
    swrt_advice_say(a, SWRT_ADVICE_SURE, swrt_race_mend_text[mend]);
}

void swrt_advice_append(struct swrt_race_advice *a, const char *format, const char *text) {
    size_t used = strlen(a->text);
    snprintf(a->text + used, sizeof a->text - used, format, text);
}

void swrt_advice_say_site(struct swrt_race_advice *a, uint32_t number) {
    const struct swrt_site *site = number ? swrt_site_numbered(number) : NULL;
    const struct swrt_site *user = site ? swrt_site_of_user(site) : NULL;
    size_t used = strlen(a->text);
    if (user && user->line)
        snprintf(a->text + used, sizeof a->text - used, "; the atomic access is at %s:%u", (const char *)user->file,
                 user->line);
}

static enum swrt_race_mend narrow_wait(const struct swrt_race_places *p) {
    if (p->in_grid)
        return SWRT_RACE_MEND_GRID;
    bool is_of_warp = (p->is_large && !(p->either & SWRT_SITE_SCATTERED)) || p->either & SWRT_SITE_VOLATILE;
    return p->in_block || !is_of_warp ? SWRT_RACE_MEND_BARRIER : SWRT_RACE_MEND_SYNCWARP;
}

/* Where a barrier is needed close by, one does for both: rows of a tile may be a warp's. */
static enum swrt_race_mend wait_of(const struct swrt_race_places *p) {
    enum swrt_race_mend wait = narrow_wait(p);
    for (size_t i = 0; i < swrt_race_facts_count() && wait == SWRT_RACE_MEND_SYNCWARP; i++) {
        struct swrt_race_places other = swrt_race_sites_of(swrt_race_facts_at(i));
        if (swrt_race_facts_at(i)->in_block && !swrt_race_facts_at(i)->in_grid && overlap(p, &other))
            wait = SWRT_RACE_MEND_BARRIER;
    }
    return wait;
}

/* Whether threads of the kernel wait for a flag: that may be what has to order the two. */
static bool has_flag(const struct swrt_race_places *p) {
    for (size_t i = 0; i < swrt_race_facts_count(); i++) {
        struct swrt_race_places other = swrt_race_sites_of(swrt_race_facts_at(i));
        bool is_here = are_in_one_function(other.first, p->first) || are_in_one_function(other.second, p->first);
        if (other.either & SWRT_SITE_POLL && is_here)
            return true;
    }
    return false;
}

/* At a place that all reach; if none is known, nothing. */
static void say_barrier(struct swrt_race_advice *a, const struct swrt_race_places *p, enum swrt_race_mend wait,
                        bool is_one_line) {
    char where[256];
    bool is_warp = wait == SWRT_RACE_MEND_SYNCWARP;
    if (!swrt_racecheck_barrier_place(p->first, p->second, is_warp, is_one_line, where, sizeof where))
        return;
    swrt_advice_say(a, 1 + (unsigned)wait, swrt_race_mend_text[wait]);
    swrt_advice_append(a, "%s", where);
}

static void say_wait(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    enum swrt_race_mend wait = wait_of(p);
    bool do_blocks_talk = p->has_releases || p->either & SWRT_SITE_VOLATILE; /* the same of what blocks do */
    if (has_flag(p) || (wait == SWRT_RACE_MEND_GRID && do_blocks_talk))
        return;
    bool is_one_line = are_one_line(p); /* the statement reads before it writes: what it has read has to wait as well */
    if (wait != SWRT_RACE_MEND_GRID) {
        say_barrier(a, p, wait, is_one_line);
        return;
    }
    swrt_advice_say(a, 1 + (unsigned)wait, swrt_race_mend_text[wait]);
    if (is_one_line)
        swrt_advice_append(a, "%s", ", with what is read in a variable or a second buffer");
}

/* Of 8 bytes there is atomicAdd of double, and nothing else but what takes long long. */
static const char *type_of(const struct swrt_site *site, unsigned update) {
    if (site->size != 8 || update == SWRT_UPDATE_ADD)
        return "";
    return update == SWRT_UPDATE_EXTREME ? " of long long or unsigned long long" : " of unsigned long long";
}

static void say_update(struct swrt_race_advice *a, const struct swrt_site *site) {
    static const char *const functions[] = {[SWRT_UPDATE_OTHER] = "a loop around atomicCAS()",
                                            [SWRT_UPDATE_ADD] = "atomicAdd()",
                                            [SWRT_UPDATE_AND] = "atomicAnd()",
                                            [SWRT_UPDATE_OR] = "atomicOr()",
                                            [SWRT_UPDATE_XOR] = "atomicXor()",
                                            [SWRT_UPDATE_EXTREME] = "atomicMax() or atomicMin()",
                                            [SWRT_UPDATE_ADD_LONG] = "atomicAdd()"};
    if (site->flags & SWRT_SITE_OWN || (site->size != 4 && site->size != 8))
        return;
    unsigned update = site->flags >> SWRT_SITE_UPDATE_SHIFT & 7;
    swrt_advice_say(a, SWRT_ADVICE_SURE, functions[update]);
    swrt_advice_append(a, "%s in place of the read and the write", type_of(site, update));
    if (site->flags & SWRT_SITE_VOLATILE)
        swrt_advice_append(a, "%s", ", by a pointer that is not to volatile");
}

/* Reads and writes of plain updates of one kind; atomic ones beside them. */
static const struct swrt_site *update_of(const struct swrt_race_places *p) {
    const struct swrt_site *update = NULL, *sites[] = {p->first, p->second};
    for (unsigned i = 0; i < 2; i++) {
        if (is_atomic(sites[i]) && sites[i]->kind != SWRT_SITE_READ && sites[i]->kind != SWRT_SITE_WRITE)
            continue;
        bool differs = update && sites[i] && (update->flags ^ sites[i]->flags) >> SWRT_SITE_UPDATE_SHIFT & 7;
        if (!sites[i] || !(sites[i]->flags & SWRT_SITE_UPDATE) || differs)
            return NULL;
        update = sites[i];
    }
    return update;
}

static void say_flag(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    if (is_atomic(p->first) || is_atomic(p->second))
        swrt_advice_say_mend(a, SWRT_RACE_MEND_MAKE_ATOMIC);
    else if (p->either & SWRT_SITE_VOLATILE)
        swrt_advice_say_mend(a, SWRT_RACE_MEND_ATOMIC_FLAG);
    else
        swrt_advice_say(a, SWRT_ADVICE_SURE, "atomic accesses to the flag, and fences");
}

/* Whether the place races with writes of another one, too: of what value nobody knows. */
static bool has_rivals(const struct swrt_race_places *p) {
    uint32_t own = p->own->key.site;
    for (size_t i = 0; i < swrt_race_facts_count(); i++) {
        const struct swrt_finding_key *key = &swrt_race_facts_at(i)->key;
        uint32_t other = key->site == own ? key->other : key->site;
        if ((key->site == own || key->other == own) && other != own && !is_read(swrt_site_numbered(other)))
            return true;
    }
    return false;
}

static void say_same_value(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    bool is_word = p->first && (p->first->size == 4 || p->first->size == 8);
    if (is_word && p->both & SWRT_SITE_CONSTANT && !(p->either & SWRT_SITE_OWN) && !has_rivals(p))
        swrt_advice_say(a, SWRT_ADVICE_SURE,
                        p->first->size == 8
                            ? "atomicExch() of unsigned long long, or one thread that writes: all write the same value"
                            : "atomicExch(), or one thread that writes: all write the same value");
}

static void say_in_place(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    bool is_stencil = p->both & SWRT_SITE_OWN && !(p->either & SWRT_SITE_AGAIN);
    if (!p->in_grid)
        say_wait(a, p);
    else if (is_stencil)
        swrt_advice_say(a, SWRT_ADVICE_SURE, "a second buffer: what is read in one, what is written in the other");
}

/* A constant, and what counts from there on. */
static bool is_set_up(const struct swrt_race_places *p) {
    const struct swrt_site *sites[] = {p->first, p->second};
    for (unsigned i = 0; i < 2; i++) {
        const struct swrt_site *other = sites[1 - i];
        bool counts = other->flags & SWRT_SITE_UPDATE || (is_atomic(other) && other->kind != SWRT_SITE_WRITE);
        bool is_before = are_in_one_function(sites[i], other) && line_of(sites[i]) < line_of(other);
        if (sites[i]->flags & SWRT_SITE_CONSTANT && !(sites[i]->flags & SWRT_SITE_UPDATE) && counts && is_before)
            return true;
    }
    return false;
}

/* Accesses of which one at least is plain, by two places of one kernel. */
static void say_places(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    bool reads = is_read(p->first) || is_read(p->second);
    if (p->either & SWRT_SITE_BUFFERS && !(p->both & SWRT_SITE_APART))
        return;
    if (p->both & SWRT_SITE_IN_PLACE && reads)
        say_in_place(a, p);
    else if (reads || is_set_up(p))
        say_wait(a, p);
}

static void say_plain(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    const struct swrt_site *update = update_of(p);
    if (p->either & SWRT_SITE_POLL)
        say_flag(a, p);
    else if (p->both & SWRT_SITE_APART && !p->in_grid)
        say_wait(a, p);
    else if (update)
        say_update(a, update);
    else if (p->own->key.site == p->own->key.other)
        say_same_value(a, p);
    else if (p->first && p->second)
        say_places(a, p);
}

static void decide(struct swrt_race_advice *a, const struct swrt_race_places *p) {
    const struct swrt_race_facts *f = p->own;
    static const uint32_t by_fence = 1u << SWRT_RACE_MEND_FENCE_BEFORE | 1u << SWRT_RACE_MEND_FENCE_AFTER |
                                     1u << SWRT_RACE_MEND_FENCES;
    bool is_narrow = f->mends >> SWRT_RACE_MEND_WIDEN & 1;
    *a = (struct swrt_race_advice){.rank = SWRT_ADVICE_UNSURE};
    if (f->class == SWRT_RACE_CLASS_HOST)
        swrt_advice_order(a, p, SWRT_RACE_MEND_HOST_WAIT);
    else if (f->class == SWRT_RACE_CLASS_KERNELS)
        swrt_advice_order(a, p, SWRT_RACE_MEND_STREAM_ORDER);
    else if (f->class == SWRT_RACE_CLASS_SIZE)
        swrt_advice_say_mend(a, SWRT_RACE_MEND_ONE_SIZE);
    else if (update_of(p) && !is_atomic(swrt_site_numbered(f->publisher)))
        say_plain(a, p); /* what a volatile update has observed of another one is no message */
    else if (is_narrow && f->mends & by_fence)
        return;
    else if (is_narrow)
        swrt_advice_wider(a, f);
    else if (f->mends & by_fence && !f->is_unpublished)
        swrt_advice_fence(a, f);
    else if (!(p->mends & by_fence) || f->key.site == f->key.other)
        say_plain(a, p);
}

void swrt_racecheck_mends(void) {
    for (size_t i = 0; i < swrt_race_facts_count(); i++) {
        const struct swrt_race_facts *f = swrt_race_facts_at(i);
        struct swrt_race_places p = swrt_race_places_of(f);
        struct swrt_race_advice a;
        decide(&a, &p);
        swrt_finding_mend(&f->key, a.rank, a.text);
    }
}
