/* Writes executions (tell_witness.h). Of relations that are closed only those edges are told that others do not imply. */
#include "explore/launch/tell_witness.h"

#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "explore/launch/engine.h"
#include "explore/launch/words.h"

enum { NUMBER_TEXT = 24 };

static void tell_edge(struct swrt_finding *f, const char *word, const char *kind, unsigned from, unsigned to) {
    char texts[2][NUMBER_TEXT];
    const char *fields[] = {kind, texts[0], texts[1]};
    snprintf(texts[0], NUMBER_TEXT, "%u", from);
    snprintf(texts[1], NUMBER_TEXT, "%u", to);
    swrt_finding_line(f, word, fields, 3);
}

/* ---- Threads --------------------------------------------------------------------------------------------------- */

/* "1", "1,2": as many numbers as there are dimensions. */
static void index_text(const uint32_t *size, uint32_t x, uint32_t y, uint32_t z, char *text, size_t room) {
    if (size[2] > 1)
        snprintf(text, room, "%u,%u,%u", x, y, z);
    else if (size[1] > 1)
        snprintf(text, room, "%u,%u", x, y);
    else
        snprintf(text, room, "%u", x);
}

void swrt_tell_threads(struct swrt_finding *f, const struct swrt_launch_explored *launch) {
    for (uint32_t t = 0; t < launch->threads; t++) {
        const struct swrt_block *b = &launch->thread[t].slot->block;
        char block[40], thread[40], text[120];
        const char *field = text;
        index_text(launch->grid->nctaid, b->ctaid_x, b->ctaid_y, b->ctaid_z, block, sizeof block);
        index_text(launch->grid->ntid, b->tid_x, b->tid_y, b->tid_z, thread, sizeof thread);
        if (launch->has_host && t == launch->threads - 1)
            snprintf(text, sizeof text, "host thread");
        else
            snprintf(text, sizeof text, "block %s thread %s", block, thread);
        swrt_finding_line(f, "thread", &field, 1);
    }
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

static bool is_access(const struct swrt_model_event *e) {
    return e->kind == SWRT_EXPLORE_READ || e->kind == SWRT_EXPLORE_WRITE;
}

static void tell_event(struct swrt_finding *f, const struct swrt_launch_explored *launch, const struct swrt_witness *w,
                       unsigned number) {
    const struct swrt_model_event *e = &w->events[number];
    const struct swrt_model_event *wrote = w->source[number] >= 0 ? &w->events[w->source[number]] : e;
    char thread[NUMBER_TEXT] = "-", name[256] = "", value[NUMBER_TEXT] = "0", size[NUMBER_TEXT], how[96];
    const char *fields[] = {thread, swrt_explore_kind_word((enum swrt_explore_kind)e->kind), name, value, size, how};
    if (e->thread != SWRT_MODEL_NOBODY)
        snprintf(thread, sizeof thread, "%u", e->thread);
    snprintf(size, sizeof size, "%u", e->size);
    swrt_explore_how_text(e->order, e->scope, e->flags, how, sizeof how);
    if (e->thread == SWRT_MODEL_NOBODY)
        *how = 0;
    if (is_access(e)) {
        swrt_explore_name(launch, e->address, e->size, name, sizeof name);
        snprintf(value, sizeof value, "%lld", (long long)swrt_engine_value(wrote->value, e->size));
    }
    swrt_finding_line(f, "event", fields, 6);
    const struct swrt_site *site = e->site ? swrt_site_numbered((uint32_t)e->site) : NULL;
    if (site && e->thread != SWRT_MODEL_NOBODY)
        swrt_finding_at(f, "at", site);
}

static bool is_behind(const struct swrt_model_event *a, const struct swrt_model_event *b) {
    return a->thread == b->thread && a->index <= b->index;
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

static void tell_po(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned e = 0; e < w->count; e++) {
        unsigned before = e;
        while (before-- > 0 && w->events[before].thread != w->events[e].thread)
            ;
        if (w->events[e].thread != SWRT_MODEL_NOBODY && before < e)
            tell_edge(f, "edge", "po", before, e);
    }
}

static void tell_rf(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned e = 0; e < w->count; e++)
        if (w->source[e] >= 0)
            tell_edge(f, "edge", "rf", (unsigned)w->source[e], e);
}

static bool is_of_thread(const struct swrt_witness *w, unsigned a, unsigned b) {
    return w->events[a].thread == w->events[b].thread;
}

/* To the writes of a set that no other of them is before; but fr within a thread says no more than program order. */
static void tell_first(struct swrt_finding *f, const char *kind, const struct swrt_witness *w, unsigned from,
                       const struct swrt_set *writes) {
    for (unsigned to = swrt_set_next(writes, 0); to < w->count; to = swrt_set_next(writes, to + 1)) {
        bool is_first = strcmp(kind, "fr") || !is_of_thread(w, from, to);
        for (unsigned e = swrt_set_next(writes, 0); e < w->count; e = swrt_set_next(writes, e + 1))
            is_first &= e == to || !swrt_relation_has(&w->co, e, to);
        if (is_first)
            tell_edge(f, "edge", kind, from, to);
    }
}

static void tell_co_fr(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned e = 0; e < w->count; e++) {
        struct swrt_set writes = {0};
        if (w->events[e].kind == SWRT_EXPLORE_WRITE)
            tell_first(f, "co", w, e, &w->co.of[e]);
        if (w->events[e].kind == SWRT_EXPLORE_READ)
            swrt_witness_overlooked(w, e, &writes);
        tell_first(f, "fr", w, e, &writes);
    }
}

/* Whether another pair that synchronises lies between the two in their threads. */
static bool is_implied(const struct swrt_witness *w, unsigned from, unsigned to) {
    for (unsigned a = 0; a < w->count; a++)
        for (unsigned b = swrt_set_next(&w->sync.of[a], 0); b < w->count; b = swrt_set_next(&w->sync.of[a], b + 1))
            if ((a != from || b != to) && is_behind(&w->events[from], &w->events[a]) &&
                is_behind(&w->events[b], &w->events[to]))
                return true;
    return false;
}

static void tell_sync(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned a = 0; a < w->count; a++)
        for (unsigned b = swrt_set_next(&w->sync.of[a], 0); b < w->count; b = swrt_set_next(&w->sync.of[a], b + 1))
            if (!is_implied(w, a, b))
                tell_edge(f, "edge", "sync", a, b);
}

static bool meet(const struct swrt_witness *w, unsigned a, unsigned b) {
    return swrt_relation_has(&w->met, a, b) && swrt_relation_has(&w->met, b, a);
}

/* Those that meet are a chain; who only arrives synchronises with the others. */
static void tell_barriers(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned a = 0; a < w->count; a++)
        for (unsigned b = swrt_set_next(&w->met.of[a], 0); b < w->count; b = swrt_set_next(&w->met.of[a], b + 1)) {
            bool is_next = !meet(w, a, b) || a < b;
            for (unsigned e = a + 1; is_next && e < b; e++)
                is_next = !meet(w, a, e) || !meet(w, e, b);
            if (is_next)
                tell_edge(f, "edge", meet(w, a, b) ? "barrier" : "sync", a, b);
        }
}

static void tell_sc(struct swrt_finding *f, const struct swrt_witness *w) {
    for (unsigned a = 0; a < w->count; a++)
        for (unsigned b = swrt_set_next(&w->sc.of[a], 0); b < w->count; b = swrt_set_next(&w->sc.of[a], b + 1)) {
            bool is_next = !is_of_thread(w, a, b);
            for (unsigned e = 0; is_next && e < w->count; e++)
                is_next = !swrt_relation_has(&w->sc, a, e) || !swrt_relation_has(&w->sc, e, b);
            if (is_next)
                tell_edge(f, "edge", "sc", a, b);
        }
}

static void tell_order(struct swrt_finding *f, const struct swrt_witness *w) {
    uint8_t order[SWRT_MODEL_EVENTS];
    char text[SWRT_MODEL_EVENTS * 4 + 1];
    const char *field = text;
    size_t used = 0;
    if (!swrt_witness_interleave(w, order))
        return;
    *text = 0;
    for (unsigned i = 0; i < w->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", i ? " " : "", order[i]);
    swrt_finding_line(f, "order", &field, 1);
}

void swrt_tell_witness(struct swrt_finding *f, const struct swrt_launch_explored *launch, const struct swrt_witness *w,
                       bool is_interleaving) {
    for (unsigned e = 0; e < w->count; e++)
        tell_event(f, launch, w, e);
    tell_po(f, w);
    tell_rf(f, w);
    tell_co_fr(f, w);
    tell_sync(f, w);
    tell_barriers(f, w);
    tell_sc(f, w);
    if (is_interleaving)
        tell_order(f, w);
}

void swrt_tell_refutation(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                          const struct swrt_refutation *r) {
    char others[NUMBER_TEXT];
    const char *fields[] = {swrt_axiom_name(r->why.axiom), others};
    snprintf(others, sizeof others, "%llu", (unsigned long long)(r->others + r->why.has_others));
    swrt_finding_line(f, "refuted", fields, 2);
    swrt_tell_witness(f, launch, r->witness, false);
    for (unsigned i = 0; i < r->why.count; i++)
        tell_edge(f, "step", swrt_step_name((enum swrt_step)r->why.steps[i].step), r->why.steps[i].from,
                  r->why.steps[i].to);
}
