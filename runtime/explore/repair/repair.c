/* The search for repairs: sets of at most three changes, small ones first.
 *
 *     a run of everything ─► sites ─► changes that could help, each as strong as it can be ─► sets of them ─► narrower ones
 *
 * More changes forbid more. So a set is not looked at when it does not help together with all that may still come; and
 * scopes are lowered only for sets that help. Fences are put directly before accesses of places that several threads share.
 */
#include "explore/repair/repair.h"

#include <stdlib.h>

#include "explore/repair/parts.h"
#include "softwarp/check_abi.h"

static bool is_same(const struct swrt_edit *a, const struct swrt_edit *b) {
    return a->kind == b->kind && a->site == b->site && a->address == b->address && a->is_after == b->is_after;
}

/* Whether a repair that is known is a part of the chosen ones. */
static bool is_covered(const struct swrt_repair_search *s) {
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

static uint32_t scope_of(const struct swrt_repair_search *s, const struct swrt_edit *edit) {
    for (unsigned i = 0; i < s->num_sites; i++)
        if (s->sites[i].number == edit->site)
            return s->sites[i].scope;
    return SWRT_SCOPE_THREAD;
}

static void narrow_scope(struct swrt_repair_search *s, const struct swrt_repair *repair, struct swrt_edit *edit) {
    static const uint32_t scopes[] = {SWRT_SCOPE_BLOCK, SWRT_SCOPE_DEVICE};
    for (unsigned k = 0; k < 2; k++) {
        edit->scope = scopes[k];
        bool is_more = edit->kind == SWRT_EDIT_FENCE || edit->scope > scope_of(s, edit);
        if (is_more && swrt_repair_forbids(s, repair->edits, repair->count))
            return;
    }
    edit->scope = SWRT_SCOPE_SYSTEM;
}

/* Whether it is about atomic operations that read and write. */
static bool is_of_both(const struct swrt_repair_search *s, const struct swrt_edit *edit) {
    for (unsigned i = 0; i < s->num_sites; i++)
        if (s->sites[i].number == edit->site && s->sites[i].is_half)
            return true;
    return false;
}

static void narrow_order(struct swrt_repair_search *s, const struct swrt_repair *repair, struct swrt_edit *edit) {
    static const uint32_t orders[] = {SWRT_ORDER_ACQUIRE, SWRT_ORDER_RELEASE};
    for (unsigned k = 0; k < 2 && is_of_both(s, edit); k++) {
        edit->order = orders[k];
        if (swrt_repair_forbids(s, repair->edits, repair->count))
            return;
    }
    edit->order = SWRT_ORDER_WEAK;
}

/* Gives each change the narrowest scope, and the weakest order, that does. */
static void narrow(struct swrt_repair_search *s, struct swrt_repair *repair) {
    for (unsigned i = 0; i < repair->count; i++) {
        struct swrt_edit *edit = &repair->edits[i];
        if (edit->kind == SWRT_EDIT_FENCE || edit->kind == SWRT_EDIT_SCOPE)
            narrow_scope(s, repair, edit);
        if (edit->kind == SWRT_EDIT_ORDER)
            narrow_order(s, repair, edit);
    }
}

static void add_repair(struct swrt_repair_search *s) {
    struct swrt_repairs *repairs = s->repairs;
    repairs->list = swrt_explore_grow(repairs->list, repairs->count, sizeof *repairs->list);
    struct swrt_repair *repair = &repairs->list[repairs->count++];
    repair->count = s->num_chosen;
    for (unsigned i = 0; i < s->num_chosen; i++)
        repair->edits[i] = s->candidates[s->chosen[i]];
    narrow(s, repair);
}

/* All sets of `left` more candidates, from `from` on. */
static void choose(struct swrt_repair_search *s, unsigned from, unsigned left) {
    if (!left) {
        struct swrt_edit edits[SWRT_REPAIR_EDITS];
        for (unsigned i = 0; i < s->num_chosen; i++)
            edits[i] = s->candidates[s->chosen[i]];
        if (!is_covered(s) && swrt_repair_forbids(s, edits, s->num_chosen))
            add_repair(s);
        return;
    }
    if (s->num_candidates - from > left + 2 && !swrt_repair_could_forbid(s, from))
        return;
    for (unsigned i = from; i < s->num_candidates && s->repairs->count < s->most && !s->is_over; i++) {
        s->chosen[s->num_chosen++] = i;
        choose(s, i + 1, left - 1);
        s->num_chosen--;
    }
}

struct swrt_repair_search *swrt_repair_begin(const struct swrt_explore_program *program,
                                             const struct swrt_explore_options *options) {
    struct swrt_repair_search *s = swrt_explore_alloc(sizeof *s);
    s->program = program;
    s->options = options;
    s->repairs = swrt_explore_alloc(sizeof *s->repairs);
    s->repairs->is_complete = true;
    swrt_edited_open(&s->edited, program);
    return s;
}

struct swrt_repairs *swrt_repair_end(struct swrt_repair_search *s) {
    struct swrt_repairs *repairs = s->repairs;
    free(s->watch);
    free(s);
    return repairs;
}

struct swrt_repairs *swrt_repair_find(const struct swrt_explore_program *program,
                                      const struct swrt_explore_options *options, unsigned most) {
    struct swrt_repair_search *s = swrt_repair_begin(program, options);
    struct swrt_repairs *repairs = s->repairs;
    struct swrt_outcomes *outcomes = swrt_repair_explore_first(s, true);
    s->most = most;
    repairs->is_absent = outcomes->is_complete && !swrt_repair_has_asked(s, outcomes, false);
    repairs->is_interleaving = swrt_repair_has_asked(s, outcomes, true);
    swrt_outcomes_close(outcomes);
    if (!repairs->is_absent) {
        swrt_repair_find_candidates(s);
        repairs->is_hopeless = !swrt_repair_could_forbid(s, 0) && !s->is_over;
        for (unsigned size = 1;
             size <= SWRT_REPAIR_EDITS && !repairs->is_hopeless && repairs->count < most && !s->is_over; size++)
            choose(s, 0, size);
    }
    return swrt_repair_end(s);
}

void swrt_repairs_close(struct swrt_repairs *repairs) {
    free(repairs->list);
    free(repairs->needless);
    free(repairs);
}
