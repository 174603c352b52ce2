/* Outcomes of several searches as one: each has gone into other parts. What a search comes to twice it keeps as it found it
 * first; parts are numbered in the order in which one search comes to them. */
#include <stdlib.h>

#include "explore/search/divided.h"

/* Of outcomes, and of races: which was found first. */
static int compare(const void *a, const void *b) {
    const struct swrt_found *x = a, *y = b;
    bool is_same_part = x->part == y->part;
    uint32_t one = is_same_part ? x->order : x->part, other = is_same_part ? y->order : y->part;
    return (one > other) - (one < other);
}

/* An interleaving before another execution, then what was found first. */
static bool is_better_witness(const struct swrt_outcome *a, const struct swrt_outcome *b) {
    if (!a->witness || !b->witness)
        return a->witness;
    return a->witness_is_sc != b->witness_is_sc ? a->witness_is_sc : a->witness_part < b->witness_part;
}

static void exchange_witness(struct swrt_outcome *a, struct swrt_outcome *b) {
    struct swrt_outcome kept = *a;
    a->witness = b->witness, a->witness_is_sc = b->witness_is_sc, a->witness_part = b->witness_part;
    a->sites = b->sites;
    b->witness = kept.witness, b->witness_is_sc = kept.witness_is_sc, b->witness_part = kept.witness_part;
    b->sites = kept.sites;
}

static void merge_outcome(struct swrt_outcomes *into, struct swrt_outcome *from) {
    unsigned known = into->count;
    struct swrt_outcome *outcome = swrt_outcomes_find(into, from->class, from->threads, from->where, from->values,
                                                      true);
    outcome->graphs += from->graphs;
    outcome->in_sc |= from->in_sc;
    outcome->in_x86 |= from->in_x86;
    if (into->count > known || compare(&from->found, &outcome->found) < 0)
        outcome->found = from->found;
    if (is_better_witness(from, outcome))
        exchange_witness(outcome, from);
}

/* Takes the pair, with its witness, where it is new or came first. */
static void merge_race(struct swrt_outcomes *into, struct swrt_race_pair *from) {
    unsigned i = swrt_outcomes_find_race(into, from);
    if (i == into->num_races) {
        into->races = swrt_explore_grow(into->races, into->num_races, sizeof *into->races);
        into->races[into->num_races++] = *from;
        from->witness = NULL;
    } else if (compare(&from->found, &into->races[i].found) < 0) {
        struct swrt_race_pair kept = into->races[i];
        into->races[i] = *from;
        *from = kept;
    }
}

static void merge_totals(struct swrt_outcomes *into, const struct swrt_outcomes *from) {
    into->is_complete &= from->is_complete;
    if (into->bound != SWRT_EXPLORE_BOUND_STOPPED && from->bound)
        into->bound = from->bound;
    into->graphs += from->graphs;
    into->candidates += from->candidates;
    into->events = from->events > into->events ? from->events : into->events;
    into->strays += from->strays;
}

void swrt_outcomes_merge(struct swrt_outcomes *into, struct swrt_outcomes *from) {
    for (unsigned i = 0; i < from->count; i++)
        merge_outcome(into, &from->list[i]);
    for (unsigned i = 0; i < from->num_races; i++)
        merge_race(into, &from->races[i]);
    merge_totals(into, from);
    swrt_outcomes_close(from);
}

void swrt_outcomes_order(struct swrt_outcomes *outcomes) {
    if (outcomes->count)
        qsort(outcomes->list, outcomes->count, sizeof *outcomes->list, compare);
    if (outcomes->num_races)
        qsort(outcomes->races, outcomes->num_races, sizeof *outcomes->races, compare);
    free(outcomes->slots);
    outcomes->slots = NULL;
    outcomes->num_slots = 0;
}
