/* Outcomes as bytes, for another process of the same program: its addresses of code and of constants are the same. */
#include <stdlib.h>
#include <string.h>

#include "explore/search/divided.h"
#include "os/file.h"

/* Bytes that are put together, or taken apart. is_whole: nothing was missing. */
struct bytes {
    char *at;
    size_t count, capacity, taken;
    bool is_whole;
};

static void put(struct bytes *b, const void *from, size_t size) {
    while (b->count + size > b->capacity) {
        b->at = swrt_explore_grow(b->at, b->capacity, 1);
        b->capacity = b->capacity ? 2 * b->capacity : 1;
    }
    if (size)
        memcpy(b->at + b->count, from, size);
    b->count += size;
}

static void take(struct bytes *b, void *to, size_t size) {
    b->is_whole &= size <= b->count - b->taken;
    if (!b->is_whole || !size)
        return;
    memcpy(to, b->at + b->taken, size);
    b->taken += size;
}

/* A list of so many: as long as what is left has room for it. */
static void *take_list(struct bytes *b, size_t count, size_t size) {
    b->is_whole &= count <= (b->count - b->taken) / size;
    void *list = swrt_explore_alloc(b->is_whole ? count * size : 0);
    take(b, list, b->is_whole ? count * size : 0);
    return list;
}

/* --- witnesses ---------------------------------------------------------------------------------------------------- */

static void put_witness(struct bytes *b, const struct swrt_witness *witness) {
    bool has = witness;
    put(b, &has, sizeof has);
    if (!has)
        return;
    put(b, witness, sizeof *witness);
    put(b, witness->events, witness->count * sizeof *witness->events);
    put(b, witness->source, witness->count * sizeof *witness->source);
}

static struct swrt_witness *take_witness(struct bytes *b) {
    bool has = false;
    take(b, &has, sizeof has);
    if (!b->is_whole || !has)
        return NULL;
    struct swrt_witness *witness = swrt_explore_alloc(sizeof *witness);
    take(b, witness, sizeof *witness);
    witness->events = take_list(b, witness->count, sizeof *witness->events);
    witness->source = take_list(b, witness->count, sizeof *witness->source);
    return witness;
}

/* --- outcomes ----------------------------------------------------------------------------------------------------- */

static void put_outcome(struct bytes *b, const struct swrt_outcome *outcome, unsigned num_watch) {
    put(b, outcome, sizeof *outcome);
    put(b, outcome->values, num_watch * sizeof *outcome->values);
    put(b, outcome->sites, SWRT_EXPLORE_THREADS * sizeof *outcome->sites);
    put_witness(b, outcome->witness);
}

static void take_outcome(struct bytes *b, struct swrt_outcome *outcome, unsigned num_watch) {
    take(b, outcome, sizeof *outcome);
    outcome->values = take_list(b, num_watch, sizeof *outcome->values);
    outcome->sites = take_list(b, SWRT_EXPLORE_THREADS, sizeof *outcome->sites);
    outcome->witness = take_witness(b);
}

static void put_race(struct bytes *b, const struct swrt_race_pair *race) {
    put(b, race, sizeof *race);
    put_witness(b, race->witness);
}

static void take_race(struct bytes *b, struct swrt_race_pair *race) {
    take(b, race, sizeof *race);
    race->witness = take_witness(b);
}

bool swrt_answer_write(int file, const struct swrt_outcomes *outcomes) {
    struct bytes b = {0};
    put(&b, outcomes, sizeof *outcomes);
    for (unsigned i = 0; i < outcomes->count; i++)
        put_outcome(&b, &outcomes->list[i], outcomes->num_watch);
    for (unsigned i = 0; i < outcomes->num_races; i++)
        put_race(&b, &outcomes->races[i]);
    bool is_written = swrt_file_write_at(file, b.at, b.count, 0);
    free(b.at);
    return is_written;
}

/* What is counted, and what is true of the whole. */
static void take_totals(struct swrt_outcomes *outcomes, const struct swrt_outcomes *answer) {
    outcomes->is_complete = answer->is_complete;
    outcomes->is_mixed = answer->is_mixed;
    outcomes->is_outdated = answer->is_outdated;
    outcomes->bound = answer->bound;
    outcomes->refused = answer->refused;
    outcomes->graphs = answer->graphs;
    outcomes->candidates = answer->candidates;
    outcomes->events = answer->events;
    outcomes->strays = answer->strays;
}

static bool take_all(struct bytes *b, struct swrt_outcomes *outcomes) {
    struct swrt_outcomes answer = {0};
    take(b, &answer, sizeof answer);
    take_totals(outcomes, &answer);
    for (unsigned i = 0; b->is_whole && i < answer.count; i++) {
        outcomes->list = swrt_explore_grow(outcomes->list, outcomes->count, sizeof *outcomes->list);
        outcomes->list[outcomes->count] = (struct swrt_outcome){0};
        take_outcome(b, &outcomes->list[outcomes->count++], outcomes->num_watch);
    }
    for (unsigned i = 0; b->is_whole && i < answer.num_races; i++) {
        outcomes->races = swrt_explore_grow(outcomes->races, outcomes->num_races, sizeof *outcomes->races);
        outcomes->races[outcomes->num_races] = (struct swrt_race_pair){0};
        take_race(b, &outcomes->races[outcomes->num_races++]);
    }
    return b->is_whole;
}

struct swrt_outcomes *swrt_answer_read(int file, const struct swrt_explore_program *program,
                                       const struct swrt_explore_options *options) {
    struct swrt_file_facts facts;
    if (!swrt_file_describe(file, &facts) || !facts.bytes)
        return NULL;
    struct bytes b = {.at = swrt_explore_alloc(facts.bytes), .count = facts.bytes, .is_whole = true};
    struct swrt_outcomes *outcomes = swrt_outcomes_open(program, options);
    bool is_read = swrt_file_read_at(file, b.at, b.count, 0) && take_all(&b, outcomes);
    free(b.at);
    if (is_read)
        return outcomes;
    swrt_outcomes_close(outcomes);
    return NULL;
}
