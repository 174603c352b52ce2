/* Outcomes as a list, and those of interleavings. */
#include "explore/launch/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/launch/interleave.h"
#include "os/thread/interrupt.h"

static void *grown(void *memory, size_t count, size_t size) {
    void *larger = realloc(memory, count * size);
    if (!larger)
        swrt_fatal("out of memory for outcomes");
    return larger;
}

static bool is_same(const struct swrt_explore_outcome *a, const struct swrt_explore_outcome *b, uint32_t watched) {
    return a->ending == b->ending && (a->ending != SWRT_EXPLORE_ENDS || !memcmp(a->values, b->values, watched * 8)) &&
           a->site == b->site && !strcmp(a->text, b->text);
}

struct swrt_explore_outcome *swrt_outcome_add(struct swrt_explore_outcomes *all,
                                              const struct swrt_launch_explored *launch,
                                              const struct swrt_explore_outcome *outcome) {
    for (size_t i = 0; i < all->count; i++)
        if (is_same(&all->at[i], outcome, launch->num_watched)) {
            all->at[i].count++;
            return &all->at[i];
        }
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 16;
        all->at = grown(all->at, all->room, sizeof *all->at);
    }
    all->at[all->count] = *outcome;
    all->at[all->count].count = 1;
    return &all->at[all->count++];
}

void swrt_outcome_stopped(struct swrt_explore_outcome *outcome, const struct swrt_launch_explored *launch,
                          uint32_t thread, uint64_t site) {
    const struct swrt_explore_stop *stop = swrt_explore_stop_of(launch, site);
    outcome->thread = thread;
    outcome->site = stop ? stop->site : site;
    if (stop)
        swrt_explore_stop_text(stop, outcome->text, sizeof outcome->text);
}

void swrt_outcomes_add_race(struct swrt_explore_outcomes *all, struct swrt_explore_race race) {
    if (race.sites[0] > race.sites[1]) {
        uint64_t first = race.sites[0];
        race.sites[0] = race.sites[1];
        race.sites[1] = first;
    }
    for (size_t i = 0; i < all->num_races; i++)
        if (all->races[i].address == race.address && !memcmp(all->races[i].sites, race.sites, sizeof race.sites))
            return;
    all->races = grown(all->races, all->num_races + 1, sizeof *all->races);
    all->races[all->num_races++] = race;
}

static void add_text(char ***list, size_t *count, const char *text) {
    char *copy = strdup(text);
    if (!copy)
        swrt_fatal("out of memory for outcomes");
    *list = grown(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = copy;
}

void swrt_outcomes_add_mend(struct swrt_explore_outcomes *all, const char *text) {
    add_text(&all->mends, &all->num_mends, text);
}

void swrt_outcomes_add_needless(struct swrt_explore_outcomes *all, const char *text) {
    add_text(&all->needless, &all->num_needless, text);
}

static int compare(const void *a, const void *b) {
    const struct swrt_explore_outcome *left = a, *right = b;
    if (left->ending != right->ending)
        return left->ending < right->ending ? -1 : 1;
    for (uint32_t i = 0; i < SWRT_EXPLORE_WATCHED; i++)
        if (left->values[i] != right->values[i])
            return (int64_t)left->values[i] < (int64_t)right->values[i] ? -1 : 1;
    return left->site < right->site ? -1 : left->site > right->site;
}

void swrt_outcomes_sort(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch) {
    (void)launch;
    if (all->count)
        qsort(all->at, all->count, sizeof *all->at, compare);
}

void swrt_outcomes_free(struct swrt_explore_outcomes *all) {
    for (size_t i = 0; i < all->num_mends; i++)
        free(all->mends[i]);
    free(all->mends);
    for (size_t i = 0; i < all->num_needless; i++)
        free(all->needless[i]);
    free(all->needless);
    for (size_t i = 0; i < all->count; i++)
        swrt_witness_drop(all->at[i].witness);
    swrt_witness_drop(all->refutation.witness);
    free(all->races);
    free(all->at);
    *all = (struct swrt_explore_outcomes){0};
}

/* ---- Of interleavings ------------------------------------------------------------------------------------------ */

struct collector {
    struct swrt_explore_outcomes *all;
    struct swrt_launch_explored *launch;
};

static enum swrt_explore_ending ending_of(enum swrt_interleaved how, const struct swrt_explore_event *event) {
    if (how == SWRT_INTERLEAVED_STUCK)
        return SWRT_EXPLORE_DEADLOCKS;
    if (how == SWRT_INTERLEAVED_STOPPED)
        return event->kind == SWRT_EXPLORE_FAILED ? SWRT_EXPLORE_FAILS : SWRT_EXPLORE_TRAPS;
    return SWRT_EXPLORE_ENDS;
}

static bool note_refused(struct swrt_explore_outcomes *all, const struct swrt_explore_event *event) {
    snprintf(all->refused, sizeof all->refused, "%s", event->refused);
    all->refused_site = event->site;
    return false;
}

/* As many bits as the variable has, with its sign. */
static uint64_t signed_value(uint64_t value, uint32_t size) {
    unsigned unused = 64 - 8 * size;
    return (uint64_t)((int64_t)(value << unused) >> unused);
}

static bool ended(void *data, struct swrt_interleaving *in, enum swrt_interleaved how, uint32_t thread,
                  const struct swrt_explore_event *event) {
    struct collector *c = data;
    struct swrt_explore_outcome outcome = {.ending = ending_of(how, event), .is_interleaving = true};
    if (how == SWRT_INTERLEAVED_REFUSED)
        return note_refused(c->all, event);
    if (how == SWRT_INTERLEAVED_TOO_LONG) {
        snprintf(c->all->bound, sizeof c->all->bound, "an execution has more than 4096 events");
        return true;
    }
    for (uint32_t i = 0; i < c->launch->num_watched; i++) {
        const struct swrt_explore_watched *w = &c->launch->watched[i];
        outcome.values[i] = signed_value(swrt_interleaved_value(in, w->address, w->size), w->size);
    }
    if (how == SWRT_INTERLEAVED_STOPPED)
        swrt_outcome_stopped(&outcome, c->launch, thread, event->site);
    swrt_outcome_add(c->all, c->launch, &outcome);
    return !swrt_interrupt_came();
}

void swrt_outcomes_of_interleavings(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                                    uint64_t most) {
    struct collector collector = {all, launch};
    struct swrt_interleave how = {.data = &collector, .ended = ended, .most = most};
    struct swrt_explore_program program;
    swrt_launch_program(launch, &program);
    all->executions = swrt_interleave_all(&program, &how, &all->is_complete);
    if (!all->is_complete && !*all->refused)
        snprintf(all->bound, sizeof all->bound, "%llu executions", (unsigned long long)all->executions);
    all->is_complete &= !*all->bound && !*all->refused;
    swrt_outcomes_sort(all, launch);
}
