/* What would mend a race: decided at the program's end, when all pairs of threads that a finding stands for are known,
 * from where they are and from what the compiler has seen of the two accesses (SWRT_SITE_UPDATE and its kin).
 *
 *      pairs ──► facts of a finding ──► those of the two places, in either order ──► one line, or none
 *
 * What is said holds when it is done: the finding is gone, and the result is what the source means. Where that depends
 * on what the author had in mind nothing is said: writes of different values by one statement, an array of which each
 * thread seems to have its own elements, two buffers that a loop exchanges, a ticket that is drawn without an order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/racecheck/racecheck.h"

/* mends: those that the engine saw fit for some pair. in_warp, in_block, in_grid: some pair is of one warp, of two
 * warps of a block, of two blocks; is_large: some block had more than one warp; by_other: what was observed is of another
 * thread than the first access; has_releases: blocks tell each other by atomic operations; is_unpublished: what the second
 * thread has observed was written before the first thread's access. */
struct facts {
    struct swrt_finding_key key;
    enum swrt_race_class class;
    enum swrt_race_scope scope;
    uint32_t mends, mend_site, publisher, observer;
    bool in_warp, in_block, in_grid, is_large, by_other, has_releases, is_unpublished;
};

/* How much is known of a mend: a higher one holds where a lower one does. */
enum { SURE = 100, UNSURE = 255 };

static struct facts *table;
static size_t num_facts, room;

/* ---- gathering ---- */

static bool is_about(const struct facts *f, const struct swrt_finding_key *key) {
    return f->key.rule == key->rule && f->key.site == key->site && f->key.other == key->other;
}

/* Pairs of one finding come in runs. */
static struct facts *facts_of(const struct swrt_finding_key *key) {
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
    table[num_facts] = (struct facts){.key = *key};
    return &table[num_facts++];
}

static uint32_t threads_of(const struct swrt_race_party *party) {
    const struct swrt_race_origin *launch = party->launch;
    return launch && launch->kernel ? launch->ntid[0] * launch->ntid[1] * launch->ntid[2] : 1;
}

static void see_distance(struct facts *f, const struct swrt_race_finding *race) {
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
    struct facts *f = facts_of(key);
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

/* ---- what is known of the two places ---- */

/* The finding with what is known of the same places in the other order. */
struct places {
    const struct facts *own;
    const struct swrt_site *first, *second; /* null: of the API */
    uint32_t both, either;                  /* flags */
    bool in_block, in_grid, is_large, has_releases;
    uint32_t mends; /* of both orders */
};

static uint32_t flags_of(const struct swrt_site *site) {
    return site ? site->flags : 0;
}

static bool are_same_places(const struct facts *a, const struct facts *b) {
    return (a->key.site == b->key.site && a->key.other == b->key.other) ||
           (a->key.site == b->key.other && a->key.other == b->key.site);
}

/* Of the finding alone. */
static struct places sites_of(const struct facts *own) {
    struct places p = {
        .own = own, .first = swrt_site_numbered(own->key.site), .second = swrt_site_numbered(own->key.other)};
    p.both = flags_of(p.first) & flags_of(p.second);
    p.either = flags_of(p.first) | flags_of(p.second);
    return p;
}

static struct places places_of(const struct facts *own) {
    struct places p = sites_of(own);
    for (size_t i = 0; i < num_facts; i++) {
        const struct facts *f = &table[i];
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

static bool is_read(const struct swrt_site *site) {
    return site && site->kind == SWRT_SITE_READ;
}
static bool is_atomic(const struct swrt_site *site) {
    return site && site->order != SWRT_ORDER_WEAK;
}

/* As the user sees it: what stands in a header of ours is where it was called. */
static uint32_t line_of(const struct swrt_site *site) {
    return swrt_site_of_user(site)->line;
}

static bool are_in_one_function(const struct swrt_site *a, const struct swrt_site *b) {
    const char *one = a ? swrt_site_of_user(a)->function : NULL, *other = b ? swrt_site_of_user(b)->function : NULL;
    return one && other && !strcmp(one, other);
}

static bool are_one_line(const struct places *p) {
    return are_in_one_function(p->first, p->second) && line_of(p->first) == line_of(p->second);
}

/* Whether the lines from one access to the other overlap with those of others: one barrier may stand for both. */
static bool overlap(const struct places *p, const struct places *q) {
    if (!are_in_one_function(p->first, p->second) || !are_in_one_function(q->first, q->second) ||
        !are_in_one_function(p->first, q->first))
        return false;
    uint32_t a = line_of(p->first), b = line_of(p->second), c = line_of(q->first), d = line_of(q->second);
    uint32_t first = a < b ? a : b, last = a < b ? b : a, from = c < d ? c : d, to = c < d ? d : c;
    return first <= to && from <= last;
}

/* ---- deciding: the text, or null, and how sure it is ---- */

struct advice {
    char text[512];
    unsigned rank;
};

static void say(struct advice *a, unsigned rank, const char *text) {
    a->rank = rank;
    snprintf(a->text, sizeof a->text, "%s", text);
}

static void say_mend(struct advice *a, enum swrt_race_mend mend) {
    say(a, SURE, swrt_race_mend_text[mend]);
}

static void append(struct advice *a, const char *format, const char *text) {
    size_t used = strlen(a->text);
    snprintf(a->text + used, sizeof a->text - used, format, text);
}

static void say_site(struct advice *a, uint32_t number) {
    const struct swrt_site *site = number ? swrt_site_numbered(number) : NULL;
    const struct swrt_site *user = site ? swrt_site_of_user(site) : NULL;
    size_t used = strlen(a->text);
    if (user && user->line)
        snprintf(a->text + used, sizeof a->text - used, "; the atomic access is at %s:%u", (const char *)user->file,
                 user->line);
}

static enum swrt_race_mend narrow_wait(const struct places *p) {
    if (p->in_grid)
        return SWRT_RACE_MEND_GRID;
    bool is_of_warp = (p->is_large && !(p->either & SWRT_SITE_SCATTERED)) || p->either & SWRT_SITE_VOLATILE;
    return p->in_block || !is_of_warp ? SWRT_RACE_MEND_BARRIER : SWRT_RACE_MEND_SYNCWARP;
}

/* Where a barrier is needed close by, one does for both: rows of a tile may be a warp's. */
static enum swrt_race_mend wait_of(const struct places *p) {
    enum swrt_race_mend wait = narrow_wait(p);
    for (size_t i = 0; i < num_facts && wait == SWRT_RACE_MEND_SYNCWARP; i++) {
        struct places other = sites_of(&table[i]);
        if (table[i].in_block && !table[i].in_grid && overlap(p, &other))
            wait = SWRT_RACE_MEND_BARRIER;
    }
    return wait;
}

/* Whether threads of the kernel wait for a flag: that may be what has to order the two. */
static bool has_flag(const struct places *p) {
    for (size_t i = 0; i < num_facts; i++) {
        struct places other = sites_of(&table[i]);
        bool is_here = are_in_one_function(other.first, p->first) || are_in_one_function(other.second, p->first);
        if (other.either & SWRT_SITE_POLL && is_here)
            return true;
    }
    return false;
}

/* At a place that all reach; if none is known, nothing. */
static void say_barrier(struct advice *a, const struct places *p, enum swrt_race_mend wait, bool is_one_line) {
    char where[256];
    bool is_warp = wait == SWRT_RACE_MEND_SYNCWARP;
    if (!swrt_racecheck_barrier_place(p->first, p->second, is_warp, is_one_line, where, sizeof where))
        return;
    say(a, 1 + (unsigned)wait, swrt_race_mend_text[wait]);
    append(a, "%s", where);
}

static void say_wait(struct advice *a, const struct places *p) {
    enum swrt_race_mend wait = wait_of(p);
    bool do_blocks_talk = p->has_releases || p->either & SWRT_SITE_VOLATILE; /* the same of what blocks do */
    if (has_flag(p) || (wait == SWRT_RACE_MEND_GRID && do_blocks_talk))
        return;
    bool is_one_line = are_one_line(p); /* the statement reads before it writes: what it has read has to wait as well */
    if (wait != SWRT_RACE_MEND_GRID) {
        say_barrier(a, p, wait, is_one_line);
        return;
    }
    say(a, 1 + (unsigned)wait, swrt_race_mend_text[wait]);
    if (is_one_line)
        append(a, "%s", ", with what is read in a variable or a second buffer");
}

/* Of 8 bytes there is atomicAdd of double, and nothing else but what takes long long. */
static const char *type_of(const struct swrt_site *site, unsigned update) {
    if (site->size != 8 || update == SWRT_UPDATE_ADD)
        return "";
    return update == SWRT_UPDATE_EXTREME ? " of long long or unsigned long long" : " of unsigned long long";
}

static void say_update(struct advice *a, const struct swrt_site *site) {
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
    say(a, SURE, functions[update]);
    append(a, "%s in place of the read and the write", type_of(site, update));
    if (site->flags & SWRT_SITE_VOLATILE)
        append(a, "%s", ", by a pointer that is not to volatile");
}

/* Reads and writes of plain updates of one kind; atomic ones beside them. */
static const struct swrt_site *update_of(const struct places *p) {
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

static void say_flag(struct advice *a, const struct places *p) {
    if (is_atomic(p->first) || is_atomic(p->second))
        say_mend(a, SWRT_RACE_MEND_MAKE_ATOMIC);
    else if (p->either & SWRT_SITE_VOLATILE)
        say_mend(a, SWRT_RACE_MEND_ATOMIC_FLAG);
    else
        say(a, SURE, "atomic accesses to the flag, and fences");
}

/* Whether the place races with writes of another one, too: of what value nobody knows. */
static bool has_rivals(const struct places *p) {
    uint32_t own = p->own->key.site;
    for (size_t i = 0; i < num_facts; i++) {
        const struct swrt_finding_key *key = &table[i].key;
        uint32_t other = key->site == own ? key->other : key->site;
        if ((key->site == own || key->other == own) && other != own && !is_read(swrt_site_numbered(other)))
            return true;
    }
    return false;
}

static void say_same_value(struct advice *a, const struct places *p) {
    bool is_word = p->first && (p->first->size == 4 || p->first->size == 8);
    if (is_word && p->both & SWRT_SITE_CONSTANT && !(p->either & SWRT_SITE_OWN) && !has_rivals(p))
        say(a, SURE,
            p->first->size == 8
                ? "atomicExch() of unsigned long long, or one thread that writes: all write the same value"
                : "atomicExch(), or one thread that writes: all write the same value");
}

static void say_in_place(struct advice *a, const struct places *p) {
    bool is_stencil = p->both & SWRT_SITE_OWN && !(p->either & SWRT_SITE_AGAIN);
    if (!p->in_grid)
        say_wait(a, p);
    else if (is_stencil)
        say(a, SURE, "a second buffer: what is read in one, what is written in the other");
}

/* A constant, and what counts from there on. */
static bool is_set_up(const struct places *p) {
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
static void say_places(struct advice *a, const struct places *p) {
    bool reads = is_read(p->first) || is_read(p->second);
    if (p->either & SWRT_SITE_BUFFERS && !(p->both & SWRT_SITE_APART))
        return;
    if (p->both & SWRT_SITE_IN_PLACE && reads)
        say_in_place(a, p);
    else if (reads || is_set_up(p))
        say_wait(a, p);
}

static void say_plain(struct advice *a, const struct places *p) {
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

static const char *scope_text(enum swrt_race_scope scope) {
    static const char *const scopes[] = {"thread", "block", "block", "device", "system"};
    return scopes[scope];
}

static const char *fence_text(enum swrt_race_scope scope) {
    static const char *const fences[] = {"__threadfence_block()", "__threadfence_block()", "__threadfence_block()",
                                         "__threadfence()", "__threadfence_system()"};
    return fences[scope];
}

static bool is_narrow(const struct swrt_site *site, const struct facts *f) {
    return site && is_atomic(site) && site->scope < (uint32_t)f->scope;
}

/* Of the two accesses, or of those by which the one thread could have known of the other. */
static void say_wider(struct advice *a, const struct facts *f) {
    uint32_t one = f->observer ? f->publisher : f->key.site, other = f->observer ? f->observer : f->key.other;
    bool first = is_narrow(swrt_site_numbered(one), f), second = is_narrow(swrt_site_numbered(other), f);
    bool are_two = first && second && one != other;
    say(a, SURE, are_two ? "a wider scope of both atomic accesses" : swrt_race_mend_text[SWRT_RACE_MEND_WIDEN]);
    append(a, f->observer ? " (%s), and fences of that scope" : " (%s)", scope_text(f->scope));
    if (!are_two && (f->observer || one != other))
        say_site(a, first ? one : other);
}

enum {
    BEFORE = 1 << SWRT_RACE_MEND_FENCE_BEFORE,
    AFTER = 1 << SWRT_RACE_MEND_FENCE_AFTER,
    FENCES = 1 << SWRT_RACE_MEND_FENCES,
    WIDEN = 1 << SWRT_RACE_MEND_WIDEN,
};

/* A thread of the block tells what another one has written, without having waited for it: no fence mends that. */
static bool say_wait_and_fence(struct advice *a, const struct facts *f) {
    static const char between[] = " between the two";
    const struct swrt_site *write = swrt_site_numbered(f->key.site), *tells = swrt_site_numbered(f->publisher);
    char place[128];
    if (!f->by_other || !write || !tells ||
        !swrt_racecheck_barrier_place(write, tells, false, false, place, sizeof place) ||
        strncmp(place, between, strlen(between)))
        return false;
    say(a, SURE, "__syncthreads() between the write and the atomic access");
    append(a, "%s, and a fence behind it", place + strlen(between));
    append(a, " (%s)", fence_text(f->scope));
    say_site(a, f->publisher);
    return true;
}

/* A ticket hands out work and publishes nothing. */
static void say_fence(struct advice *a, const struct facts *f) {
    uint32_t fences = f->mends & (BEFORE | AFTER | FENCES);
    enum swrt_race_mend mend = fences == BEFORE  ? SWRT_RACE_MEND_FENCE_BEFORE
                               : fences == AFTER ? SWRT_RACE_MEND_FENCE_AFTER
                                                 : SWRT_RACE_MEND_FENCES;
    if (flags_of(swrt_site_numbered(f->observer)) & SWRT_SITE_TICKET || say_wait_and_fence(a, f))
        return;
    say_mend(a, mend);
    append(a, " (%s)", fence_text(f->scope));
    if (mend != SWRT_RACE_MEND_FENCES)
        say_site(a, f->mend_site);
}

/* A kernel that others, or the host, talk to while it runs must not be waited for. */
static bool talks(const struct swrt_site *site) {
    return site && (is_atomic(site) || site->flags & (SWRT_SITE_POLL | SWRT_SITE_VOLATILE));
}

static void say_order(struct advice *a, const struct places *p, enum swrt_race_mend mend) {
    bool is_copy = mend == SWRT_RACE_MEND_HOST_WAIT && !p->first && !p->second;
    if (is_copy)
        say(a, SURE, "a synchronisation of the host with the stream of the copy or fill");
    else if (!talks(p->first) && !talks(p->second))
        say_mend(a, mend);
}

static void decide(struct advice *a, const struct places *p) {
    const struct facts *f = p->own;
    uint32_t by_fence = BEFORE | AFTER | FENCES;
    *a = (struct advice){.rank = UNSURE};
    if (f->class == SWRT_RACE_CLASS_HOST)
        say_order(a, p, SWRT_RACE_MEND_HOST_WAIT);
    else if (f->class == SWRT_RACE_CLASS_KERNELS)
        say_order(a, p, SWRT_RACE_MEND_STREAM_ORDER);
    else if (f->class == SWRT_RACE_CLASS_SIZE)
        say_mend(a, SWRT_RACE_MEND_ONE_SIZE);
    else if (update_of(p) && !is_atomic(swrt_site_numbered(f->publisher)))
        say_plain(a, p); /* what a volatile update has observed of another one is no message */
    else if (f->mends & WIDEN && f->mends & by_fence)
        return;
    else if (f->mends & WIDEN)
        say_wider(a, f);
    else if (f->mends & by_fence && !f->is_unpublished)
        say_fence(a, f);
    else if (!(p->mends & by_fence) || f->key.site == f->key.other)
        say_plain(a, p);
}

void swrt_racecheck_mends(void) {
    for (size_t i = 0; i < num_facts; i++) {
        struct places p = places_of(&table[i]);
        struct advice a;
        decide(&a, &p);
        swrt_finding_mend(&table[i].key, a.rank, a.text);
    }
}

void swrt_racecheck_mends_forget(void) {
    num_facts = 0;
}
