/* Executions in which threads that are alike have changed their parts: which there are, and how they look. */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/alike.h"
#include "explore/engine/parts.h"

struct ways {
    const struct swrt_alike *alike;
    const unsigned *key;
    const uint8_t *symmetries;
    unsigned num_symmetries, threads, count;
    uint8_t *list, to[SWRT_EXPLORE_THREADS];
};

/* Whether it is the first of those that differ from it by a symmetry: of symmetries too, thread t becomes [t]. */
static bool is_first(const struct ways *w) {
    for (unsigned i = 0; i < w->num_symmetries; i++) {
        const uint8_t *symmetry = &w->symmetries[i * w->threads];
        unsigned t = 0;
        while (t < w->threads && w->to[symmetry[t]] == w->to[t])
            t++;
        if (t < w->threads && w->to[symmetry[t]] < w->to[t])
            return false;
    }
    return true;
}

static void add_way(struct ways *w) {
    w->list = swrt_explore_grow(w->list, w->count, w->threads);
    memcpy(&w->list[w->count++ * w->threads], w->to, w->threads);
}

static bool keeps_order(const struct ways *w, unsigned thread) {
    for (unsigned t = 0; t < thread; t++)
        if (w->alike->first[t] == w->alike->first[thread] && w->key[t] == w->key[thread] && w->to[t] > w->to[thread])
            return false;
    return true;
}

static void choose(struct ways *w, unsigned thread, uint64_t taken) {
    if (thread == w->threads) {
        if (is_first(w))
            add_way(w);
        return;
    }
    for (unsigned t = 0; t < w->threads; t++) {
        w->to[thread] = (uint8_t)t;
        if (w->alike->first[t] == w->alike->first[thread] && !(taken >> t & 1) && keeps_order(w, thread))
            choose(w, thread + 1, taken | 1ull << t);
    }
}

uint8_t *swrt_alike_ways(const struct swrt_alike *alike, const unsigned *key, const uint8_t *symmetries,
                         unsigned num_symmetries, unsigned *count) {
    struct ways w = {.alike = alike,
                     .key = key,
                     .symmetries = symmetries,
                     .num_symmetries = num_symmetries,
                     .threads = alike->program->threads};
    choose(&w, 0, 0);
    *count = w.count;
    return w.list;
}

/* The n-th of those alike has n times as many places to stand in, of which those are one that its equals have. */
uint64_t swrt_alike_count_ways(const struct swrt_alike *alike, const unsigned *key) {
    uint64_t all = 1;
    for (unsigned thread = 0; thread < alike->program->threads; thread++) {
        uint64_t places = 1, equal = 1;
        for (unsigned t = 0; t < thread; t++) {
            places += alike->first[t] == alike->first[thread];
            equal += alike->first[t] == alike->first[thread] && key[t] == key[thread];
        }
        all = all * places / equal;
    }
    return all;
}

/* --- witnesses ---------------------------------------------------------------------------------------------------- */

static void move_relation(struct swrt_relation *relation, const uint8_t *number, unsigned count) {
    struct swrt_relation old = *relation;
    swrt_relation_clear(relation, count);
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = swrt_set_next(&old.of[a], 0); b < count; b = swrt_set_next(&old.of[a], b + 1))
            swrt_relation_add(relation, number[a], number[b]);
}

/* Where each event comes to stand: initial writes stay, the others stand thread by thread. */
static void number_events(const struct swrt_witness *witness, const uint8_t *to, uint8_t *number) {
    unsigned count = 0;
    for (unsigned e = 0; e < witness->count; e++)
        if (witness->events[e].thread == SWRT_MODEL_NOBODY)
            number[e] = (uint8_t)count++;
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        for (unsigned e = 0; e < witness->count; e++)
            if (witness->events[e].thread != SWRT_MODEL_NOBODY && to[witness->events[e].thread] == t)
                number[e] = (uint8_t)count++;
}

void swrt_alike_rename(const struct swrt_alike *alike, const uint8_t *to, struct swrt_witness *witness) {
    uint8_t number[SWRT_MODEL_EVENTS];
    number_events(witness, to, number);
    struct swrt_model_event *events = swrt_explore_alloc(witness->count * sizeof *events);
    int16_t *source = swrt_explore_alloc(witness->count * sizeof *source);
    for (unsigned e = 0; e < witness->count; e++) {
        struct swrt_model_event *event = &events[number[e]];
        *event = witness->events[e];
        event->address = swrt_alike_address(alike, event->address, event->size, to);
        event->rmw = event->rmw < 0 ? event->rmw : number[event->rmw];
        source[number[e]] = witness->source[e] < 0 ? witness->source[e] : number[witness->source[e]];
        if (event->thread != SWRT_MODEL_NOBODY)
            event->thread = to[event->thread];
    }
    free(witness->events);
    free(witness->source);
    witness->events = events;
    witness->source = source;
    witness->num_threads = 0;
    for (unsigned e = 0; e < witness->count; e++)
        if (events[e].thread != SWRT_MODEL_NOBODY && events[e].thread >= witness->num_threads)
            witness->num_threads = events[e].thread + 1;
    move_relation(&witness->co, number, witness->count);
    move_relation(&witness->sc, number, witness->count);
    move_relation(&witness->sync, number, witness->count);
    move_relation(&witness->met, number, witness->count);
}
