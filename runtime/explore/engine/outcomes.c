/* The set of outcomes: found by what they hold, each with one execution that shows it. */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

unsigned swrt_outcomes_watch(struct swrt_outcomes *outcomes, const struct swrt_explore_program *program,
                             uint64_t address, uint32_t size) {
    for (unsigned i = 0; i < outcomes->num_watch; i++)
        if (outcomes->watch[i].address == address && outcomes->watch[i].size == size)
            return i;
    unsigned number = outcomes->num_watch;
    outcomes->watch = swrt_explore_grow(outcomes->watch, number, sizeof *outcomes->watch);
    outcomes->watch[outcomes->num_watch++] = (struct swrt_explore_watch){address, size};
    for (unsigned i = 0; i < outcomes->count; i++) {
        struct swrt_outcome *outcome = &outcomes->list[i];
        outcome->values = swrt_explore_grow(outcome->values, number, sizeof *outcome->values);
        outcome->values[number] = program->initial(program->self, address, size);
    }
    free(outcomes->slots);
    outcomes->slots = 0;
    outcomes->num_slots = 0;
    return number;
}

struct swrt_outcomes *swrt_outcomes_open(const struct swrt_explore_program *program,
                                         const struct swrt_explore_options *options) {
    struct swrt_outcomes *outcomes = swrt_explore_alloc(sizeof *outcomes);
    outcomes->watches_all = !options->watch;
    for (unsigned i = 0; options->watch && i < options->num_watch; i++)
        swrt_outcomes_watch(outcomes, program, options->watch[i].address, options->watch[i].size);
    outcomes->is_complete = true;
    outcomes->keeps_order = options->keeps_order;
    return outcomes;
}

/* --- finding ------------------------------------------------------------------------------------------------------ */

static uint32_t hash_of(enum swrt_outcome_class class, uint64_t threads, uint64_t where, const uint64_t *values,
                        unsigned count) {
    uint64_t hash = ((class * 31u + threads) ^ where) * 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < count; i++)
        hash = ((hash ^ values[i]) * 0x9e3779b97f4a7c15u) ^ hash >> 29;
    return (uint32_t)(hash ^ hash >> 32);
}

static void put(struct swrt_outcomes *outcomes, uint32_t number) {
    const struct swrt_outcome *outcome = &outcomes->list[number];
    uint32_t slot = hash_of(outcome->class, outcome->threads, outcome->where, outcome->values, outcomes->num_watch);
    while (outcomes->slots[slot &= outcomes->num_slots - 1])
        slot++;
    outcomes->slots[slot] = number + 1;
}

static void make_slots(struct swrt_outcomes *outcomes) {
    if (outcomes->num_slots > 2 * outcomes->count)
        return;
    free(outcomes->slots);
    outcomes->num_slots = 64;
    while (outcomes->num_slots <= 4 * outcomes->count)
        outcomes->num_slots *= 2;
    outcomes->slots = swrt_explore_alloc(outcomes->num_slots * sizeof *outcomes->slots);
    for (uint32_t i = 0; i < outcomes->count; i++)
        put(outcomes, i);
}

static struct swrt_outcome *add(struct swrt_outcomes *outcomes, enum swrt_outcome_class class, uint64_t threads,
                                uint64_t where, const uint64_t *values) {
    outcomes->list = swrt_explore_grow(outcomes->list, outcomes->count, sizeof *outcomes->list);
    struct swrt_outcome *outcome = &outcomes->list[outcomes->count++];
    unsigned room = 1; /* as swrt_explore_grow counts it */
    while (room < outcomes->num_watch)
        room *= 2;
    *outcome = (struct swrt_outcome){
        .found = {outcomes->part, outcomes->count - 1}, .class = class, .threads = threads, .where = where};
    outcome->values = swrt_explore_alloc(room * sizeof *values);
    outcome->sites = swrt_explore_alloc(SWRT_EXPLORE_THREADS * sizeof *outcome->sites);
    memcpy(outcome->values, values, outcomes->num_watch * sizeof *values);
    put(outcomes, outcomes->count - 1);
    return outcome;
}

struct swrt_outcome *swrt_outcomes_find(struct swrt_outcomes *outcomes, enum swrt_outcome_class class, uint64_t threads,
                                        uint64_t where, const uint64_t *values, bool adds) {
    make_slots(outcomes);
    uint32_t slot = hash_of(class, threads, where, values, outcomes->num_watch);
    while (outcomes->slots[slot &= outcomes->num_slots - 1]) {
        struct swrt_outcome *outcome = &outcomes->list[outcomes->slots[slot] - 1];
        if (outcome->class == class && outcome->threads == threads && outcome->where == where &&
            !memcmp(outcome->values, values, outcomes->num_watch * sizeof *values))
            return outcome;
        slot++;
    }
    return adds ? add(outcomes, class, threads, where, values) : 0;
}

static bool is_same_race(const struct swrt_race_pair *a, const struct swrt_race_pair *b) {
    return a->address == b->address && ((a->sites[0] == b->sites[0] && a->sites[1] == b->sites[1]) ||
                                        (a->sites[0] == b->sites[1] && a->sites[1] == b->sites[0]));
}

unsigned swrt_outcomes_find_race(const struct swrt_outcomes *outcomes, const struct swrt_race_pair *pair) {
    unsigned i = 0;
    while (i < outcomes->num_races && !is_same_race(&outcomes->races[i], pair))
        i++;
    return i;
}

void swrt_outcomes_close(struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++) {
        free(outcomes->list[i].values);
        free(outcomes->list[i].sites);
        swrt_witness_drop(outcomes->list[i].witness);
    }
    for (unsigned i = 0; i < outcomes->num_races; i++)
        swrt_witness_drop(outcomes->races[i].witness);
    swrt_witness_drop(outcomes->refutation.witness);
    free(outcomes->watch);
    free(outcomes->list);
    free(outcomes->races);
    free(outcomes->slots);
    free(outcomes);
}
