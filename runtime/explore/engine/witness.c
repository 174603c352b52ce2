/* Executions that show an outcome: copies of graphs, and what one wants to know of them to show them. */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

void swrt_witness_drop(struct swrt_witness *witness) {
    if (!witness)
        return;
    free(witness->events);
    free(witness->source);
    free(witness);
}

struct swrt_witness *swrt_witness_make(const struct swrt_solution *solution) {
    const struct swrt_graph *graph = solution->graph;
    struct swrt_witness *witness = swrt_explore_alloc(sizeof *witness);
    witness->count = graph->count;
    witness->num_threads = graph->num_threads;
    witness->events = swrt_explore_alloc(graph->count * sizeof *witness->events);
    witness->source = swrt_explore_alloc(graph->count * sizeof *witness->source);
    memcpy(witness->events, graph->events, graph->count * sizeof *witness->events);
    memcpy(witness->source, graph->source, graph->count * sizeof *witness->source);
    if (solution->co)
        swrt_relation_copy(&witness->co, solution->co, graph->count);
    if (solution->sc)
        swrt_relation_copy(&witness->sc, solution->sc, graph->count);
    struct swrt_causality causality; /* SC and x86 do without */
    if (!solution->causality)
        swrt_causality(graph, &causality);
    swrt_relation_copy(&witness->sync, solution->causality ? &solution->causality->sync : &causality.sync,
                       graph->count);
    swrt_relation_copy(&witness->met, &graph->met, graph->count);
    for (unsigned e = 0; e < graph->count; e++)
        swrt_set_subtract(&witness->sync.of[e], &graph->met.of[e]);
    return witness;
}

void swrt_witness_overlooked(const struct swrt_witness *witness, unsigned read, struct swrt_set *writes) {
    *writes = (struct swrt_set){0};
    if (witness->source[read] >= 0)
        *writes = witness->co.of[witness->source[read]];
    if (witness->events[read].rmw >= 0)
        swrt_set_remove(writes, (unsigned)witness->events[read].rmw);
}

static bool is_before_in_thread(const struct swrt_model_event *a, const struct swrt_model_event *b) {
    return a->thread == b->thread && (a->thread == SWRT_MODEL_NOBODY ? a < b : a->index < b->index);
}

/* Whether b has to wait for a: in its thread, by rf, co or fr; at a barrier, for what is before the others' barriers. */
static bool waits_for(const struct swrt_witness *witness, unsigned b, unsigned a) {
    const struct swrt_model_event *x = &witness->events[a], *y = &witness->events[b];
    if ((x->thread == SWRT_MODEL_NOBODY && y->thread != SWRT_MODEL_NOBODY) || is_before_in_thread(x, y) ||
        witness->source[b] == (int)a || swrt_relation_has(&witness->co, a, b))
        return true;
    if (x->kind == SWRT_EXPLORE_READ && y->kind == SWRT_EXPLORE_WRITE) {
        struct swrt_set overlooked;
        swrt_witness_overlooked(witness, a, &overlooked);
        return swrt_set_has(&overlooked, b);
    }
    for (unsigned other = 0; y->kind == SWRT_EXPLORE_BARRIER && other < witness->count; other++)
        if (swrt_relation_has(&witness->met, other, b) && is_before_in_thread(x, &witness->events[other]))
            return true;
    return false;
}

/* A read-modify-write begins when all of it can be done. */
static bool is_ready(const struct swrt_witness *witness, const struct swrt_set *done, unsigned e) {
    int half = witness->events[e].kind == SWRT_EXPLORE_READ ? witness->events[e].rmw : -1;
    for (unsigned a = 0; a < witness->count; a++)
        if (a != e && (int)a != half && !swrt_set_has(done, a) &&
            (waits_for(witness, e, a) || (half >= 0 && waits_for(witness, (unsigned)half, a))))
            return false;
    return true;
}

/* The next event of the thread that went last, if it can go on, else of the first that can. */
static unsigned next_ready(const struct swrt_witness *witness, const struct swrt_set *done, unsigned thread) {
    unsigned found = witness->count;
    for (unsigned e = 0; e < witness->count; e++) {
        if (swrt_set_has(done, e) || !is_ready(witness, done, e))
            continue;
        if (witness->events[e].thread == thread)
            return e;
        found = found == witness->count ? e : found;
    }
    return found;
}

bool swrt_witness_interleave(const struct swrt_witness *witness, uint8_t *order) {
    struct swrt_set done = {0};
    unsigned thread = SWRT_MODEL_NOBODY;
    for (unsigned i = 0; i < witness->count; i++) {
        unsigned e = next_ready(witness, &done, thread);
        if (e == witness->count)
            return false;
        order[i] = (uint8_t)e;
        swrt_set_add(&done, e);
        thread = witness->events[e].thread;
    }
    return true;
}
