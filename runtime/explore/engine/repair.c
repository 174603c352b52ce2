/* The search for repairs: sets of at most three changes, small ones first.
 *
 *     a run of everything ─► sites ─► changes that could help, each as strong as it can be ─► sets of them ─► weaker scopes
 *
 * More changes forbid more. So a set is not looked at when it does not help together with all that may still come; and
 * scopes are lowered only for sets that help. Fences are put directly before accesses of places that several threads share.
 */
#include "explore/engine/repair.h"

#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"
#include "softwarp/check_abi.h"

enum { SITES = 128, PLACES = 64, CANDIDATES = SWRT_EDITS };

/* A place in memory: who comes there. */
struct place {
    uint64_t address, threads;
    uint32_t size;
    bool is_written;
};

/* What is known of a site. kind, flags and so on: of its first event. threads: who comes there; places: what they access
 * there, a bit for each. */
struct site {
    uint64_t number, behind, address, threads, places;
    uint32_t order, scope, flags, size;
    enum swrt_explore_kind kind;
    bool has_before, is_half;
};

struct search {
    const struct swrt_explore_options *options;
    const struct swrt_explore_program *program;
    struct swrt_repairs *repairs;
    struct swrt_edited edited;
    struct site sites[SITES];
    struct place places[PLACES];
    unsigned num_sites, num_places, most;
    uint64_t last[SWRT_EXPLORE_THREADS]; /* the site at which each thread was, and whether it was at one */
    bool has_last[SWRT_EXPLORE_THREADS];
    struct swrt_edit candidates[CANDIDATES];
    unsigned num_candidates;
    unsigned chosen[SWRT_REPAIR_EDITS], num_chosen;
    struct swrt_explore_watch *watch; /* of the first exploration: in that order for all */
    unsigned num_watch;
    bool had_deadlock, is_over;
};

/* --- sites -------------------------------------------------------------------------------------------------------- */

static void see_place(struct search *s, struct site *site, uint32_t thread, const struct swrt_explore_event *event) {
    unsigned i = 0;
    while (i < s->num_places && (s->places[i].address != event->address || s->places[i].size != event->size))
        i++;
    if (i == PLACES)
        return;
    if (i == s->num_places)
        s->places[s->num_places++] = (struct place){.address = event->address, .size = event->size};
    s->places[i].threads |= 1ull << thread;
    s->places[i].is_written |= event->kind == SWRT_EXPLORE_WRITE;
    site->places |= 1ull << i;
}

static void see(void *self, uint32_t thread, const struct swrt_explore_event *event) {
    struct search *s = self;
    struct site *site = s->sites;
    if (event->kind > SWRT_EXPLORE_BARRIER) {
        s->has_last[thread] &= event->kind == SWRT_EXPLORE_TURN;
        return;
    }
    bool is_half = event->kind == SWRT_EXPLORE_WRITE && event->flags & SWRT_EXPLORE_RMW;
    while (site < s->sites + s->num_sites && (site->number != event->site || site->is_half != is_half))
        site++;
    if (site == s->sites + SITES)
        return;
    if (site == s->sites + s->num_sites) {
        s->num_sites++;
        *site = (struct site){.number = event->site,
                              .address = event->address,
                              .order = event->order,
                              .scope = event->scope,
                              .flags = event->flags,
                              .size = event->size,
                              .kind = event->kind,
                              .is_half = is_half};
    }
    site->threads |= 1ull << thread;
    if (event->kind <= SWRT_EXPLORE_WRITE)
        see_place(s, site, thread, event);
    if (s->has_last[thread] && !site->has_before) {
        site->behind = s->last[thread];
        site->has_before = true;
    }
    s->last[thread] = event->site;
    s->has_last[thread] = true;
}

static bool is_access(const struct site *site) {
    return site->kind == SWRT_EXPLORE_READ || site->kind == SWRT_EXPLORE_WRITE;
}

/* Whether several threads come to one of its places, one of them to write. */
static bool is_shared(const struct search *s, const struct site *site) {
    for (unsigned i = 0; i < s->num_places; i++)
        if (site->places >> i & 1 && s->places[i].is_written && s->places[i].threads & (s->places[i].threads - 1))
            return true;
    return false;
}

/* --- changes that could help -------------------------------------------------------------------------------------- */

static void suggest(struct search *s, struct swrt_edit edit) {
    if (s->num_candidates < CANDIDATES)
        s->candidates[s->num_candidates++] = edit;
}

static void suggest_fence(struct search *s, const struct site *site) {
    if (!site->has_before || site->is_half)
        return;
    suggest(s, (struct swrt_edit){
                   .kind = SWRT_EDIT_FENCE, .scope = SWRT_SCOPE_SYSTEM, .site = site->number, .behind = site->behind});
}

/* Barriers help where several threads of a block, or of a warp, come by. */
static void suggest_barrier(struct search *s, const struct site *site) {
    uint64_t others = site->threads & (site->threads - 1);
    if (!site->has_before || site->is_half || !others)
        return;
    unsigned a = (unsigned)__builtin_ctzll(site->threads), b = (unsigned)__builtin_ctzll(others);
    if (s->edited.warps[a] == s->edited.warps[b])
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_BARRIER,
                                      .scope = SWRT_SCOPE_THREAD,
                                      .site = site->number,
                                      .behind = site->behind});
    else if (s->edited.blocks[a] == s->edited.blocks[b])
        suggest(
            s, (struct swrt_edit){
                   .kind = SWRT_EDIT_BARRIER, .scope = SWRT_SCOPE_BLOCK, .site = site->number, .behind = site->behind});
}

static void suggest_strength(struct search *s, const struct site *site) {
    if (site->flags & SWRT_EXPLORE_VOLATILE || !site->order || site->is_half)
        return;
    bool is_strongest = site->order == SWRT_ORDER_BOTH || site->order == SWRT_ORDER_SEQUENTIAL ||
                        (!(site->flags & SWRT_EXPLORE_ATOMIC) && site->order != SWRT_ORDER_RELAXED);
    if (!is_strongest)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_ORDER, .site = site->number});
    if (site->scope < SWRT_SCOPE_SYSTEM)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_SCOPE, .scope = SWRT_SCOPE_SYSTEM, .site = site->number});
}

static void suggest_place(struct search *s, const struct site *site) {
    for (unsigned i = 0; i < s->num_candidates; i++)
        if (s->candidates[i].kind == SWRT_EDIT_PLACE && s->candidates[i].address == site->address &&
            s->candidates[i].size == site->size)
            return;
    if (!site->order)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_PLACE, .address = site->address, .size = site->size});
}

static void find_candidates(struct search *s) {
    void (*const kinds[])(struct search *, const struct site *) = {suggest_fence, suggest_barrier, suggest_strength,
                                                                   suggest_place};
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned i = 0; i < s->num_sites; i++)
            if (is_access(&s->sites[i]) && is_shared(s, &s->sites[i]))
                kinds[k](s, &s->sites[i]);
}

/* --- trying ------------------------------------------------------------------------------------------------------- */

static bool has_asked(const struct search *s, const struct swrt_outcomes *outcomes, bool in_sc) {
    for (unsigned i = 0; i < outcomes->count; i++) {
        const struct swrt_outcome *outcome = &outcomes->list[i];
        if (outcome->class == SWRT_OUTCOME_END && (!in_sc || outcome->in_sc) &&
            s->options->question.holds(s->options->question.self, outcome->values))
            return true;
    }
    return false;
}

static bool has_deadlock(const struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++)
        if (outcomes->list[i].class == SWRT_OUTCOME_DEADLOCK)
            return true;
    return false;
}

static struct swrt_outcomes *explore(struct search *s, const struct swrt_edit *edits, unsigned count, bool compares) {
    struct swrt_explore_options options = *s->options;
    options.compares = compares;
    options.question = (struct swrt_explore_question){0};
    if (s->watch) {
        options.watch = s->watch;
        options.num_watch = s->num_watch;
    }
    swrt_edited_set(&s->edited, edits, count);
    s->repairs->tried++;
    return swrt_explore(&s->edited.program, &options);
}

/* Whether nothing has what is asked about, with these changes. Nor may a thread wait for ever, if none did. */
static bool forbids(struct search *s, const struct swrt_edit *edits, unsigned count) {
    const struct swrt_explore_progress *progress = &s->options->progress;
    s->is_over |= progress->goes_on && !progress->goes_on(progress->self, s->repairs->tried, s->repairs->count);
    s->repairs->is_complete &= !s->is_over;
    if (s->is_over)
        return false;
    struct swrt_outcomes *outcomes = explore(s, edits, count, false);
    bool is_so = outcomes->is_complete && !outcomes->refused && !outcomes->is_mixed && !has_asked(s, outcomes, false) &&
                 (s->had_deadlock || !has_deadlock(outcomes));
    s->repairs->is_complete &= outcomes->is_complete;
    swrt_outcomes_close(outcomes);
    return is_so;
}

/* The chosen ones, and all candidates from `from` on; barriers may make others wait, and are not put together. */
static bool could_forbid(struct search *s, unsigned from) {
    struct swrt_edit edits[CANDIDATES];
    unsigned count = 0;
    for (unsigned i = 0; i < s->num_chosen; i++)
        edits[count++] = s->candidates[s->chosen[i]];
    for (unsigned i = from; i < s->num_candidates && count < CANDIDATES; i++) {
        if (s->candidates[i].kind == SWRT_EDIT_BARRIER)
            return true;
        edits[count++] = s->candidates[i];
    }
    return forbids(s, edits, count);
}

/* --- sets --------------------------------------------------------------------------------------------------------- */

static bool is_same(const struct swrt_edit *a, const struct swrt_edit *b) {
    return a->kind == b->kind && a->site == b->site && a->address == b->address;
}

/* Whether a repair that is known is a part of the chosen ones. */
static bool is_covered(const struct search *s) {
    for (unsigned r = 0; r < s->repairs->count; r++) {
        unsigned found = 0;
        const struct swrt_repair *repair = &s->repairs->list[r];
        for (unsigned i = 0; i < repair->count; i++)
            for (unsigned k = 0; k < s->num_chosen; k++)
                found += is_same(&repair->edits[i], &s->candidates[s->chosen[k]]);
        if (found == repair->count)
            return true;
    }
    return false;
}

static uint32_t scope_of(const struct search *s, const struct swrt_edit *edit) {
    for (unsigned i = 0; i < s->num_sites; i++)
        if (s->sites[i].number == edit->site)
            return s->sites[i].scope;
    return SWRT_SCOPE_THREAD;
}

/* Gives each change the narrowest scope that does. */
static void narrow(struct search *s, struct swrt_repair *repair) {
    static const uint32_t scopes[] = {SWRT_SCOPE_BLOCK, SWRT_SCOPE_DEVICE};
    for (unsigned i = 0; i < repair->count; i++) {
        struct swrt_edit *edit = &repair->edits[i];
        if (edit->kind != SWRT_EDIT_FENCE && edit->kind != SWRT_EDIT_SCOPE)
            continue;
        for (unsigned k = 0; k < 2; k++) {
            edit->scope = scopes[k];
            bool is_more = edit->kind == SWRT_EDIT_FENCE || edit->scope > scope_of(s, edit);
            if (is_more && forbids(s, repair->edits, repair->count))
                break;
            edit->scope = SWRT_SCOPE_SYSTEM;
        }
    }
}

static void add_repair(struct search *s) {
    struct swrt_repairs *repairs = s->repairs;
    repairs->list = swrt_explore_grow(repairs->list, repairs->count, sizeof *repairs->list);
    struct swrt_repair *repair = &repairs->list[repairs->count++];
    repair->count = s->num_chosen;
    for (unsigned i = 0; i < s->num_chosen; i++)
        repair->edits[i] = s->candidates[s->chosen[i]];
    narrow(s, repair);
}

/* All sets of `left` more candidates, from `from` on. */
static void choose(struct search *s, unsigned from, unsigned left) {
    if (!left) {
        struct swrt_edit edits[SWRT_REPAIR_EDITS];
        for (unsigned i = 0; i < s->num_chosen; i++)
            edits[i] = s->candidates[s->chosen[i]];
        if (!is_covered(s) && forbids(s, edits, s->num_chosen))
            add_repair(s);
        return;
    }
    if (s->num_candidates - from > left + 2 && !could_forbid(s, from))
        return;
    for (unsigned i = from; i < s->num_candidates && s->repairs->count < s->most && !s->is_over; i++) {
        s->chosen[s->num_chosen++] = i;
        choose(s, i + 1, left - 1);
        s->num_chosen--;
    }
}

/* What it does as it is. */
static struct swrt_outcomes *explore_first(struct search *s, bool compares) {
    s->edited.seen = see;
    s->edited.self = s;
    struct swrt_outcomes *outcomes = explore(s, 0, 0, compares);
    s->edited.seen = 0;
    s->had_deadlock = has_deadlock(outcomes);
    s->num_watch = outcomes->num_watch;
    s->watch = swrt_explore_alloc(s->num_watch * sizeof *s->watch);
    memcpy(s->watch, outcomes->watch, s->num_watch * sizeof *s->watch);
    return outcomes;
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

static struct search *begin(const struct swrt_explore_program *program, const struct swrt_explore_options *options) {
    struct search *s = swrt_explore_alloc(sizeof *s);
    s->program = program;
    s->options = options;
    s->repairs = swrt_explore_alloc(sizeof *s->repairs);
    s->repairs->is_complete = true;
    swrt_edited_open(&s->edited, program);
    return s;
}

static struct swrt_repairs *end(struct search *s) {
    struct swrt_repairs *repairs = s->repairs;
    free(s->watch);
    free(s);
    return repairs;
}

struct swrt_repairs *swrt_repair_find(const struct swrt_explore_program *program,
                                      const struct swrt_explore_options *options, unsigned most) {
    struct search *s = begin(program, options);
    struct swrt_repairs *repairs = s->repairs;
    struct swrt_outcomes *outcomes = explore_first(s, true);
    s->most = most;
    repairs->is_absent = outcomes->is_complete && !has_asked(s, outcomes, false);
    repairs->is_interleaving = has_asked(s, outcomes, true);
    swrt_outcomes_close(outcomes);
    if (!repairs->is_absent) {
        find_candidates(s);
        repairs->is_hopeless = !could_forbid(s, 0) && !s->is_over;
        for (unsigned size = 1;
             size <= SWRT_REPAIR_EDITS && !repairs->is_hopeless && repairs->count < most && !s->is_over; size++)
            choose(s, 0, size);
    }
    return end(s);
}

static bool are_same(const struct swrt_outcomes *a, const struct swrt_outcomes *b) {
    if (a->count != b->count || a->num_watch != b->num_watch || a->num_races != b->num_races)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        bool is_there = false;
        for (unsigned k = 0; k < b->count; k++)
            is_there |= a->list[i].class == b->list[k].class && a->list[i].threads == b->list[k].threads &&
                        a->list[i].where == b->list[k].where &&
                        !memcmp(a->list[i].values, b->list[k].values, a->num_watch * sizeof *a->list[i].values);
        if (!is_there)
            return false;
    }
    return true;
}

struct swrt_repairs *swrt_repair_needless(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options) {
    struct search *s = begin(program, options);
    struct swrt_repairs *repairs = s->repairs;
    struct swrt_outcomes *outcomes = explore_first(s, false);
    repairs->is_complete = outcomes->is_complete;
    for (unsigned i = 0; i < s->num_sites; i++) {
        struct swrt_edit edit = {.kind = SWRT_EDIT_REMOVE, .site = s->sites[i].number};
        if (s->sites[i].kind != SWRT_EXPLORE_FENCE)
            continue;
        struct swrt_outcomes *without = explore(s, &edit, 1, false);
        repairs->is_complete &= without->is_complete;
        if (are_same(outcomes, without)) {
            repairs->needless = swrt_explore_grow(repairs->needless, repairs->num_needless, sizeof *repairs->needless);
            repairs->needless[repairs->num_needless++] = s->sites[i].number;
        }
        swrt_outcomes_close(without);
    }
    swrt_outcomes_close(outcomes);
    return end(s);
}

void swrt_repairs_close(struct swrt_repairs *repairs) {
    free(repairs->list);
    free(repairs->needless);
    free(repairs);
}
