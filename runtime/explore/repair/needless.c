/* Fences that a program does not need: each is left out by itself, and the outcomes compared. */
#include <string.h>

#include "explore/repair/parts.h"

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
    struct swrt_repair_search *s = swrt_repair_begin(program, options);
    struct swrt_repairs *repairs = s->repairs;
    struct swrt_outcomes *outcomes = swrt_repair_explore_first(s, false);
    repairs->is_complete = outcomes->is_complete;
    for (unsigned i = 0; i < s->num_sites; i++) {
        struct swrt_edit edit = {.kind = SWRT_EDIT_REMOVE, .site = s->sites[i].number};
        if (s->sites[i].kind != SWRT_EXPLORE_FENCE)
            continue;
        struct swrt_outcomes *without = swrt_repair_explore(s, &edit, 1, false);
        repairs->is_complete &= without->is_complete;
        if (are_same(outcomes, without)) {
            repairs->needless = swrt_explore_grow(repairs->needless, repairs->num_needless, sizeof *repairs->needless);
            repairs->needless[repairs->num_needless++] = s->sites[i].number;
        }
        swrt_outcomes_close(without);
    }
    swrt_outcomes_close(outcomes);
    return swrt_repair_end(s);
}
