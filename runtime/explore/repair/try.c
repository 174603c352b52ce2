/* The program with some changes, explored: whether they forbid what is asked about. */
#include <string.h>

#include "explore/repair/parts.h"
#include "explore/search/search.h"

bool swrt_repair_has_asked(const struct swrt_repair_search *s, const struct swrt_outcomes *outcomes, bool in_sc) {
    for (unsigned i = 0; i < outcomes->count; i++) {
        const struct swrt_outcome *outcome = &outcomes->list[i];
        if (outcome->class == SWRT_OUTCOME_END && (!in_sc || outcome->in_sc) &&
            s->options->question.holds(s->options->question.self, outcome->values))
            return true;
    }
    return false;
}

bool swrt_repair_has_deadlock(const struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++)
        if (outcomes->list[i].class == SWRT_OUTCOME_DEADLOCK)
            return true;
    return false;
}

struct swrt_outcomes *swrt_repair_explore(struct swrt_repair_search *s, const struct swrt_edit *edits, unsigned count,
                                          bool compares) {
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

bool swrt_repair_forbids(struct swrt_repair_search *s, const struct swrt_edit *edits, unsigned count) {
    const struct swrt_explore_progress *progress = &s->options->progress;
    s->is_over |= progress->goes_on && !progress->goes_on(progress->self, s->repairs->tried, s->repairs->count);
    s->repairs->is_complete &= !s->is_over;
    if (s->is_over)
        return false;
    struct swrt_outcomes *outcomes = swrt_repair_explore(s, edits, count, false);
    bool is_so = outcomes->is_complete && !outcomes->refused && !outcomes->is_mixed &&
                 !swrt_repair_has_asked(s, outcomes, false) && (s->had_deadlock || !swrt_repair_has_deadlock(outcomes));
    s->repairs->is_complete &= outcomes->is_complete;
    swrt_outcomes_close(outcomes);
    return is_so;
}

bool swrt_repair_could_forbid(struct swrt_repair_search *s, unsigned from) {
    struct swrt_edit edits[SWRT_REPAIR_CANDIDATES];
    unsigned count = 0;
    for (unsigned i = 0; i < s->num_chosen; i++)
        edits[count++] = s->candidates[s->chosen[i]];
    for (unsigned i = from; i < s->num_candidates && count < SWRT_REPAIR_CANDIDATES; i++) {
        if (s->candidates[i].kind == SWRT_EDIT_BARRIER)
            return true;
        edits[count++] = s->candidates[i];
    }
    return swrt_repair_forbids(s, edits, count);
}

struct swrt_outcomes *swrt_repair_explore_first(struct swrt_repair_search *s, bool compares) {
    s->edited.seen = swrt_repair_see;
    s->edited.self = s;
    struct swrt_outcomes *outcomes = swrt_repair_explore(s, 0, 0, compares);
    s->edited.seen = 0;
    s->had_deadlock = swrt_repair_has_deadlock(outcomes);
    s->num_watch = outcomes->num_watch;
    s->watch = swrt_explore_alloc(s->num_watch * sizeof *s->watch);
    memcpy(s->watch, outcomes->watch, s->num_watch * sizeof *s->watch);
    return outcomes;
}
