/* What is observed, who synchronises with whom, and what is before what by that: the relations that depend on rf. */
#include "explore/model/graph.h"

#include "softwarp/check_abi.h"

/* The reads that observe the write, directly or through read-modify-writes. */
static void observe(const struct swrt_graph *graph, const struct swrt_relation *readers, unsigned write,
                    struct swrt_set *seen) {
    struct swrt_set open = readers->of[write];
    while (!swrt_set_is_empty(&open)) {
        unsigned read = swrt_set_next(&open, 0);
        swrt_set_remove(&open, read);
        swrt_set_add(seen, read);
        if (graph->events[read].rmw < 0)
            continue;
        struct swrt_set more = readers->of[graph->events[read].rmw];
        swrt_set_subtract(&more, seen);
        swrt_set_unite(&open, &more);
    }
}

void swrt_observation(const struct swrt_graph *graph, struct swrt_relation *obs) {
    struct swrt_relation readers;
    swrt_relation_clear(&readers, graph->count);
    for (unsigned read = 0; read < graph->count; read++)
        if (graph->source[read] >= 0 && swrt_relation_has(&graph->ms, (unsigned)graph->source[read], read))
            swrt_relation_add(&readers, (unsigned)graph->source[read], read);
    for (unsigned write = 0; write < graph->count; write++) {
        obs->of[write] = (struct swrt_set){0};
        if (!swrt_set_is_empty(&readers.of[write]))
            observe(graph, &readers, write, &obs->of[write]);
    }
}

/* From the head of each release pattern to the tails of the acquire patterns that observe it. */
static void synchronise(const struct swrt_graph *graph, const struct swrt_relation *obs, struct swrt_relation *sync) {
    for (unsigned head = 0; head < graph->count; head++) {
        const struct swrt_set *ends = &graph->rel.of[head];
        sync->of[head] = (struct swrt_set){0};
        for (unsigned write = swrt_set_next(ends, 0); write < SWRT_MODEL_EVENTS; write = swrt_set_next(ends, write + 1))
            for (unsigned read = swrt_set_next(&obs->of[write], 0); read < SWRT_MODEL_EVENTS;
                 read = swrt_set_next(&obs->of[write], read + 1))
                swrt_set_unite(&sync->of[head], &graph->acq.of[read]);
        swrt_set_keep(&sync->of[head], &graph->ms.of[head]);
    }
}

void swrt_causality(const struct swrt_graph *graph, struct swrt_causality *causality) {
    swrt_observation(graph, &causality->obs);
    synchronise(graph, &causality->obs, &causality->sync);
    swrt_relation_unite(&causality->sync, &graph->met, graph->count);
    swrt_relation_copy(&causality->cb, &graph->po, graph->count);
    swrt_relation_unite(&causality->cb, &causality->sync, graph->count);
    swrt_relation_close(&causality->cb, graph->count);
}

bool swrt_has_no_thin_air(const struct swrt_graph *graph) {
    struct swrt_relation both;
    swrt_relation_copy(&both, &graph->needs, graph->count);
    for (unsigned read = 0; read < graph->count; read++)
        if (graph->source[read] >= 0)
            swrt_relation_add(&both, (unsigned)graph->source[read], read);
    return swrt_relation_is_acyclic(&both, graph->count);
}

/* --- proxies (PTX 7.5): causality that goes through the proxies' fences ------------------------------------------- */

/* A fence of the access's proxy, in its block, does for it what the generic way does by itself. */
static bool is_fence_of(const struct swrt_graph *graph, const struct swrt_model_event *fence,
                        const struct swrt_model_event *access) {
    return fence->kind == SWRT_EXPLORE_FENCE && fence->proxy == access->proxy && access->thread != SWRT_MODEL_NOBODY &&
           access->proxy != SWRT_EXPLORE_GENERIC &&
           swrt_place_includes(&graph->places[fence->thread], SWRT_SCOPE_BLOCK, &graph->places[access->thread]);
}

/* What the order has behind any of the set. */
static struct swrt_set beside(const struct swrt_relation *order, const struct swrt_set *set) {
    struct swrt_set all = {0};
    for (unsigned e = swrt_set_next(set, 0); e < SWRT_MODEL_EVENTS; e = swrt_set_next(set, e + 1))
        swrt_set_unite(&all, &order->of[e]);
    return all;
}

struct proxies {
    const struct swrt_graph *graph;
    const struct swrt_relation *cb;
    struct swrt_relation back; /* cb turned round */
    struct swrt_set aliases;   /* alias fences */
};

/* The fences of its proxy that lie behind (before) the access; of a generic one itself. */
static struct swrt_set gates(const struct proxies *p, unsigned access, bool is_before) {
    const struct swrt_graph *graph = p->graph;
    struct swrt_set all = {0};
    if (graph->events[access].proxy == SWRT_EXPLORE_GENERIC) {
        swrt_set_add(&all, access);
        return all;
    }
    const struct swrt_set *near = is_before ? &p->back.of[access] : &p->cb->of[access];
    for (unsigned e = swrt_set_next(near, 0); e < SWRT_MODEL_EVENTS; e = swrt_set_next(near, e + 1))
        if (is_fence_of(graph, &graph->events[e], &graph->events[access]))
            swrt_set_add(&all, e);
    return all;
}

/* Whether base causality from x to y is one that proxies preserve. */
static bool is_preserved(const struct proxies *p, unsigned x, unsigned y) {
    const struct swrt_graph *graph = p->graph;
    const struct swrt_model_event *a = &graph->events[x], *b = &graph->events[y];
    bool is_generic = !a->proxy && !b->proxy, has_one_name = a->name == b->name;
    if (has_one_name && swrt_relation_has(p->cb, x, y)) {
        if (is_generic)
            return true;
        if (a->proxy == b->proxy && a->thread != SWRT_MODEL_NOBODY && b->thread != SWRT_MODEL_NOBODY &&
            swrt_place_includes(&graph->places[a->thread], SWRT_SCOPE_BLOCK, &graph->places[b->thread]))
            return true;
    }
    struct swrt_set from = gates(p, x, false), to = gates(p, y, true);
    struct swrt_set behind = beside(p->cb, &from);
    if (has_one_name && !is_generic && swrt_set_meets(&behind, &to))
        return true;
    swrt_set_keep(&behind, &p->aliases);
    struct swrt_set before = beside(&p->back, &to);
    return swrt_set_meets(&behind, &before);
}

static void preserve(const struct swrt_graph *graph, const struct swrt_relation *cb, struct swrt_relation *kept) {
    struct proxies p = {.graph = graph, .cb = cb};
    swrt_relation_clear(&p.back, graph->count);
    for (unsigned e = 0; e < graph->count; e++) {
        for (unsigned to = swrt_set_next(&cb->of[e], 0); to < SWRT_MODEL_EVENTS; to = swrt_set_next(&cb->of[e], to + 1))
            swrt_relation_add(&p.back, to, e);
        if (graph->events[e].kind == SWRT_EXPLORE_FENCE && graph->events[e].proxy == SWRT_EXPLORE_ALIAS)
            swrt_set_add(&p.aliases, e);
    }
    swrt_relation_clear(kept, graph->count);
    for (unsigned x = swrt_set_next(&graph->memory, 0); x < SWRT_MODEL_EVENTS; x = swrt_set_next(&graph->memory, x + 1))
        for (unsigned y = swrt_set_next(&graph->of_place.of[x], 0); y < SWRT_MODEL_EVENTS;
             y = swrt_set_next(&graph->of_place.of[x], y + 1))
            if (is_preserved(&p, x, y))
                swrt_relation_add(kept, x, y);
}

/* --- causality order ---------------------------------------------------------------------------------------------- */

void swrt_cause(const struct swrt_graph *graph, const struct swrt_relation *obs, const struct swrt_relation *cb,
                struct swrt_relation *cause) {
    struct swrt_relation kept;
    bool has_proxies = graph->has_proxies && graph->model == SWRT_MODEL_PTX75;
    if (has_proxies)
        preserve(graph, cb, &kept);
    const struct swrt_relation *base = has_proxies ? &kept : cb;
    for (unsigned e = 0; e < graph->count; e++) {
        cause->of[e] = (struct swrt_set){0};
        if (!swrt_set_has(&graph->memory, e))
            continue;
        cause->of[e] = base->of[e];
        for (unsigned read = swrt_set_next(&obs->of[e], 0); read < SWRT_MODEL_EVENTS;
             read = swrt_set_next(&obs->of[e], read + 1))
            swrt_set_unite(&cause->of[e], &base->of[read]);
        swrt_set_keep(&cause->of[e], &graph->of_place.of[e]);
    }
}
