/* Explanations: at each dead end of the search, the shortest cycle that breaks the axiom. */
#include "explore/model/explain.h"

struct edge {
    struct swrt_relation of; /* where the step leads */
    enum swrt_step step;
};

/* What a dead end knows, and the shortest explanation so far. */
struct search {
    const struct swrt_graph *graph;
    struct swrt_causality causality;
    struct swrt_relation cause;
    struct swrt_explanation *best;
    unsigned dead_ends;
};

static void add_step(struct swrt_explanation *e, unsigned from, unsigned to, enum swrt_step step) {
    e->steps[e->count].from = (uint8_t)from;
    e->steps[e->count].to = (uint8_t)to;
    e->steps[e->count++].step = (uint8_t)step;
}

/* The shortest way by edges from one event to another (at least one step), put behind the explanation's steps. */
static bool add_path(struct swrt_explanation *e, const struct swrt_graph *graph, const struct edge *edges,
                     unsigned kinds, unsigned from, unsigned to) {
    uint8_t before[SWRT_MODEL_EVENTS], step[SWRT_MODEL_EVENTS], queue[SWRT_MODEL_EVENTS];
    struct swrt_set seen = {0};
    unsigned head = 0, tail = 0;
    queue[tail++] = (uint8_t)from;
    while (head < tail && !swrt_set_has(&seen, to)) {
        unsigned at = queue[head++];
        for (unsigned k = 0; k < kinds; k++)
            for (unsigned next = swrt_set_next(&edges[k].of.of[at], 0); next < graph->count;
                 next = swrt_set_next(&edges[k].of.of[at], next + 1)) {
                if (swrt_set_has(&seen, next))
                    continue;
                swrt_set_add(&seen, next);
                before[next] = (uint8_t)at;
                step[next] = edges[k].step;
                if (tail < SWRT_MODEL_EVENTS)
                    queue[tail++] = (uint8_t)next;
            }
    }
    if (!swrt_set_has(&seen, to))
        return false;
    unsigned length = 0;
    uint8_t path[SWRT_MODEL_EVENTS];
    for (unsigned at = to; !length || at != from; at = before[at])
        path[length++] = (uint8_t)at;
    for (unsigned at = from; length--; at = path[length])
        add_step(e, at, path[length], (enum swrt_step)step[path[length]]);
    return true;
}

static void find_rf(const struct swrt_graph *graph, struct swrt_relation *rf) {
    swrt_relation_clear(rf, graph->count);
    for (unsigned read = 0; read < graph->count; read++)
        if (graph->source[read] >= 0)
            swrt_relation_add(rf, (unsigned)graph->source[read], read);
}

static void find_fr(const struct swrt_graph *graph, const struct swrt_relation *co, struct swrt_relation *fr) {
    swrt_relation_clear(fr, graph->count);
    for (unsigned read = 0; read < graph->count; read++)
        if (graph->source[read] >= 0)
            fr->of[read] = co->of[graph->source[read]];
}

/* A way of base causality. */
static bool add_base(struct swrt_explanation *e, const struct search *s, const struct swrt_relation *sc, unsigned from,
                     unsigned to) {
    struct edge edges[4] = {{.step = SWRT_STEP_PO}, {.step = SWRT_STEP_BARRIER}, {.step = SWRT_STEP_SYNC}};
    edges[0].of = s->graph->po;
    edges[1].of = s->graph->met;
    edges[2].of = s->causality.sync;
    for (unsigned e = 0; e < s->graph->count; e++)
        swrt_set_subtract(&edges[2].of.of[e], &s->graph->met.of[e]);
    edges[3].step = SWRT_STEP_SC;
    if (sc)
        edges[3].of = *sc;
    return add_path(e, s->graph, edges, sc ? 4 : 3, from, to);
}

/* A way of causality: base causality, or behind what is observed. */
static bool add_cause(struct swrt_explanation *e, const struct search *s, const struct swrt_relation *sc, unsigned from,
                      unsigned to) {
    struct swrt_explanation direct = *e;
    if (add_base(&direct, s, sc, from, to)) {
        *e = direct;
        return true;
    }
    const struct swrt_set *seen = &s->causality.obs.of[from];
    for (unsigned read = swrt_set_next(seen, 0); read < s->graph->count; read = swrt_set_next(seen, read + 1)) {
        struct swrt_explanation next = *e;
        add_step(&next, from, read, s->graph->source[read] == (int)from ? SWRT_STEP_RF : SWRT_STEP_OBS);
        if (add_base(&next, s, sc, read, to)) {
            *e = next;
            return true;
        }
    }
    return false;
}

static void keep_shorter(struct search *s, const struct swrt_explanation *e) {
    if (!s->best->axiom || e->count < s->best->count)
        *s->best = *e;
}

static void explain_causality(struct search *s, const struct swrt_relation *co, const struct swrt_relation *sc) {
    const struct swrt_graph *graph = s->graph;
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < graph->count;
         read = swrt_set_next(&graph->reads, read + 1)) {
        int source = graph->source[read];
        struct swrt_explanation e = {.axiom = SWRT_AXIOM_CAUSALITY};
        if (source < 0)
            continue;
        if (swrt_relation_has(&s->cause, read, (unsigned)source)) {
            add_step(&e, (unsigned)source, read, SWRT_STEP_RF);
            if (add_cause(&e, s, sc, read, (unsigned)source))
                keep_shorter(s, &e);
        }
        for (unsigned w = swrt_set_next(&co->of[source], 0); w < graph->count;
             w = swrt_set_next(&co->of[source], w + 1)) {
            if (!swrt_relation_has(&s->cause, w, read))
                continue;
            e = (struct swrt_explanation){.axiom = SWRT_AXIOM_CAUSALITY};
            add_step(&e, read, w, SWRT_STEP_FR);
            if (add_cause(&e, s, sc, w, read))
                keep_shorter(s, &e);
        }
    }
}

/* A write that causality puts before one which is before it in co. */
static void explain_coherence(struct search *s, const struct swrt_relation *co, const struct swrt_relation *sc) {
    const struct swrt_graph *graph = s->graph;
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < graph->count; w = swrt_set_next(&graph->writes, w + 1))
        for (unsigned x = swrt_set_next(&s->cause.of[w], 0); x < graph->count;
             x = swrt_set_next(&s->cause.of[w], x + 1)) {
            struct swrt_explanation e = {.axiom = SWRT_AXIOM_COHERENCE};
            bool is_against = x == w || swrt_relation_has(co, x, w) || swrt_set_has(&graph->last, w);
            if (!swrt_set_has(&graph->writes, x) || !is_against || !add_cause(&e, s, sc, w, x))
                continue;
            if (x != w)
                add_step(&e, x, w, SWRT_STEP_CO);
            keep_shorter(s, &e);
        }
}

static void explain_fences(struct search *s, const struct swrt_relation *sc) {
    const struct swrt_graph *graph = s->graph;
    for (unsigned a = swrt_set_next(&graph->sequential, 0); sc && a < graph->count;
         a = swrt_set_next(&graph->sequential, a + 1))
        for (unsigned b = swrt_set_next(&sc->of[a], 0); b < graph->count; b = swrt_set_next(&sc->of[a], b + 1)) {
            struct swrt_explanation e = {.axiom = SWRT_AXIOM_FENCE_SC};
            add_step(&e, a, b, SWRT_STEP_SC);
            if (add_base(&e, s, sc, b, a))
                keep_shorter(s, &e);
        }
}

static void explain_atomicity(struct search *s, const struct swrt_relation *co) {
    const struct swrt_graph *graph = s->graph;
    for (unsigned read = 0; read < graph->count; read++) {
        int half = graph->events[read].rmw, source = graph->source[read];
        if (half < 0 || source < 0)
            continue;
        struct swrt_set between = co->of[source];
        swrt_set_keep(&between, &graph->ms.of[read]);
        for (unsigned w = swrt_set_next(&between, 0); w < graph->count; w = swrt_set_next(&between, w + 1)) {
            struct swrt_explanation e = {.axiom = SWRT_AXIOM_ATOMICITY};
            if (!swrt_relation_has(co, w, (unsigned)half) || !swrt_relation_has(&graph->ms, w, (unsigned)half))
                continue;
            add_step(&e, read, w, SWRT_STEP_FR);
            add_step(&e, w, (unsigned)half, SWRT_STEP_CO);
            add_step(&e, (unsigned)half, read, SWRT_STEP_PO);
            keep_shorter(s, &e);
        }
    }
}

/* The shortest cycle of all of these. */
static void explain_cycle(struct search *s, enum swrt_axiom axiom, const struct edge *edges, unsigned kinds) {
    for (unsigned from = 0; from < s->graph->count; from++) {
        struct swrt_explanation e = {.axiom = axiom};
        if (add_path(&e, s->graph, edges, kinds, from, from))
            keep_shorter(s, &e);
    }
}

static void explain_place(struct search *s, const struct swrt_relation *co) {
    const struct swrt_graph *graph = s->graph;
    struct edge edges[4] = {
        {.step = SWRT_STEP_PO}, {.step = SWRT_STEP_RF}, {.step = SWRT_STEP_CO}, {.step = SWRT_STEP_FR}};
    edges[0].of = graph->po_place;
    find_rf(graph, &edges[1].of);
    edges[2].of = *co;
    find_fr(graph, co, &edges[3].of);
    for (unsigned k = 1; k < 4; k++)
        for (unsigned e = 0; e < graph->count; e++)
            swrt_set_keep(&edges[k].of.of[e], &graph->ms.of[e]);
    explain_cycle(s, SWRT_AXIOM_SC_PER_LOCATION, edges, 4);
}

static void explain_thin_air(struct search *s) {
    struct edge edges[2] = {{.step = SWRT_STEP_RF}, {.step = SWRT_STEP_NEEDS}};
    find_rf(s->graph, &edges[0].of);
    edges[1].of = s->graph->needs;
    explain_cycle(s, SWRT_AXIOM_NO_THIN_AIR, edges, 2);
}

static void found(void *self, enum swrt_axiom axiom, const struct swrt_relation *co, const struct swrt_relation *sc,
                  const struct swrt_relation *cb) {
    struct search *s = self;
    s->dead_ends++;
    if (cb)
        swrt_cause(s->graph, &s->causality.obs, cb, &s->cause);
    switch (axiom) {
    case SWRT_AXIOM_COHERENCE:
        explain_coherence(s, co, sc);
        break;
    case SWRT_AXIOM_FENCE_SC:
        explain_fences(s, sc);
        break;
    case SWRT_AXIOM_ATOMICITY:
        explain_atomicity(s, co);
        break;
    case SWRT_AXIOM_NO_THIN_AIR:
        explain_thin_air(s);
        break;
    case SWRT_AXIOM_SC_PER_LOCATION:
        explain_place(s, co);
        break;
    default:
        explain_causality(s, co, sc);
        break;
    }
}

bool swrt_explain(const struct swrt_graph *graph, struct swrt_explanation *explanation) {
    struct search s = {.graph = graph, .best = explanation};
    struct swrt_dead_end dead_end = {found, &s};
    *explanation = (struct swrt_explanation){0};
    swrt_causality(graph, &s.causality);
    if (swrt_ptx_search(graph, 0, &dead_end))
        return false;
    explanation->has_others = s.dead_ends > 1;
    return true;
}

const char *swrt_axiom_name(enum swrt_axiom axiom) {
    static const char *const names[] = {"none",        "coherence",       "fence-sc", "atomicity",
                                        "no-thin-air", "sc-per-location", "causality"};
    return names[axiom];
}

const char *swrt_step_name(enum swrt_step step) {
    static const char *const names[] = {"po", "rf", "obs", "co", "fr", "sync", "sc", "barrier", "needs"};
    return names[step];
}
