/* Whether an execution is consistent by PTX: looks for an order of writes (co) and of sequential fences (sc).
 *
 * co is partial: it relates the writes of a place that are morally strong, or that causality orders, and what follows
 * from these by transitivity; fewer edges allow more, so that no others are tried. Only the order of pairs of morally
 * strong writes has to be guessed, then that of pairs of sequential fences which causality leaves open. Any order of
 * fences will do, unless it decides between writes of which either could be last: then all are visited.
 *
 * Axioms (PTX ISA 8.10): coherence, fence-sc, atomicity, sc-per-location, causality. No-thin-air depends on neither order
 * and is tested first.
 */
#include "explore/model/explain.h"

struct search {
    const struct swrt_graph *graph;
    const struct swrt_causality *causality;
    const struct swrt_solution_visit *visit;
    const struct swrt_dead_end *dead_end;
    unsigned found;
    bool wants_all, is_over, has_solution;
};

/* Tells of an axiom that breaks. Whether it is none. */
static bool keeps(const struct search *s, enum swrt_axiom axiom, const struct swrt_relation *co,
                  const struct swrt_relation *sc, const struct swrt_relation *cb) {
    if (axiom && s->dead_end)
        s->dead_end->found(s->dead_end->self, axiom, co, sc, cb);
    return !axiom;
}

/* --- axioms ------------------------------------------------------------------------------------------------------- */

static void other_writes(const struct swrt_graph *graph, unsigned write, struct swrt_set *set) {
    *set = graph->of_place.of[write];
    swrt_set_keep(set, &graph->writes);
    swrt_set_remove(set, write);
}

/* Puts causality between writes of one place into co. */
static bool keep_coherence(const struct swrt_graph *graph, const struct swrt_relation *cause,
                           struct swrt_relation *co) {
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS;
         w = swrt_set_next(&graph->writes, w + 1)) {
        struct swrt_set later = cause->of[w];
        swrt_set_keep(&later, &graph->writes);
        for (unsigned x = swrt_set_next(&later, 0); x < SWRT_MODEL_EVENTS; x = swrt_set_next(&later, x + 1))
            if (!swrt_relation_add_closed(co, graph->count, w, x) || swrt_set_has(&graph->last, w))
                return false;
    }
    return true;
}

/* No read reads from what it is before, nor from what is overwritten in its past. */
static bool keeps_causality(const struct swrt_graph *graph, const struct swrt_relation *cause,
                            const struct swrt_relation *co) {
    for (unsigned e = swrt_set_next(&graph->memory, 0); e < SWRT_MODEL_EVENTS;
         e = swrt_set_next(&graph->memory, e + 1)) {
        int source = graph->source[e];
        if (source >= 0 && swrt_relation_has(cause, e, (unsigned)source))
            return false;
        if (graph->events[e].kind != SWRT_EXPLORE_WRITE)
            continue;
        struct swrt_set later = cause->of[e];
        swrt_set_keep(&later, &graph->reads);
        for (unsigned read = swrt_set_next(&later, 0); read < SWRT_MODEL_EVENTS; read = swrt_set_next(&later, read + 1))
            if (graph->source[read] >= 0 && swrt_relation_has(co, (unsigned)graph->source[read], e))
                return false;
    }
    return true;
}

/* Between the halves of a read-modify-write comes no write that is morally strong with both. */
static bool keeps_atomicity(const struct swrt_graph *graph, const struct swrt_relation *co) {
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < SWRT_MODEL_EVENTS;
         read = swrt_set_next(&graph->reads, read + 1)) {
        int write = graph->events[read].rmw;
        if (write < 0 || graph->source[read] < 0)
            continue;
        struct swrt_set between = co->of[graph->source[read]];
        swrt_set_keep(&between, &graph->ms.of[read]);
        swrt_set_keep(&between, &graph->ms.of[write]);
        for (unsigned w = swrt_set_next(&between, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(&between, w + 1))
            if (swrt_relation_has(co, w, (unsigned)write))
                return false;
    }
    return true;
}

/* Program order of a place and what is morally strong of rf, co and fr make no cycle. */
static bool keeps_sc_per_place(const struct swrt_graph *graph, const struct swrt_relation *co) {
    struct swrt_relation all;
    swrt_relation_copy(&all, &graph->po_place, graph->count);
    for (unsigned e = 0; e < graph->count; e++) {
        if (!swrt_set_has(&graph->memory, e))
            continue;
        int source = graph->source[e];
        struct swrt_set later = {0};
        if (graph->events[e].kind == SWRT_EXPLORE_WRITE)
            later = co->of[e];
        else if (source >= 0)
            later = co->of[source];
        if (source >= 0 && swrt_relation_has(&graph->ms, (unsigned)source, e))
            swrt_relation_add(&all, (unsigned)source, e);
        swrt_set_keep(&later, &graph->ms.of[e]);
        swrt_set_unite(&all.of[e], &later);
    }
    return swrt_relation_is_acyclic(&all, graph->count);
}

/* --- the order of fences ------------------------------------------------------------------------------------------ */

struct fences {
    struct swrt_relation sc, cb, co; /* co with what causality adds */
};

static bool keeps_fences(const struct swrt_graph *graph, const struct fences *f) {
    for (unsigned a = swrt_set_next(&graph->sequential, 0); a < SWRT_MODEL_EVENTS;
         a = swrt_set_next(&graph->sequential, a + 1))
        for (unsigned b = swrt_set_next(&f->sc.of[a], 0); b < SWRT_MODEL_EVENTS; b = swrt_set_next(&f->sc.of[a], b + 1))
            if (swrt_relation_has(&f->cb, b, a))
                return false;
    return true;
}

/* Works out what cb says now; the axiom that breaks. */
static enum swrt_axiom broken_by_fences(const struct search *s, struct fences *f) {
    const struct swrt_graph *graph = s->graph;
    struct swrt_relation cause;
    swrt_cause(graph, &s->causality->obs, &f->cb, &cause);
    if (!keeps_fences(graph, f))
        return SWRT_AXIOM_FENCE_SC;
    if (!keep_coherence(graph, &cause, &f->co))
        return SWRT_AXIOM_COHERENCE;
    if (!keeps_causality(graph, &cause, &f->co))
        return SWRT_AXIOM_CAUSALITY;
    return keeps_atomicity(graph, &f->co) ? SWRT_AXIOM_NONE : SWRT_AXIOM_ATOMICITY;
}

/* Whether fence a before fence b puts accesses of one place before each other. */
static bool orders_accesses(const struct swrt_graph *graph, const struct swrt_relation *cb, unsigned a, unsigned b) {
    struct swrt_set behind = cb->of[b];
    swrt_set_keep(&behind, &graph->memory);
    if (swrt_set_is_empty(&behind))
        return false;
    for (unsigned e = swrt_set_next(&graph->memory, 0); e < SWRT_MODEL_EVENTS; e = swrt_set_next(&graph->memory, e + 1))
        if (swrt_relation_has(cb, e, a) && swrt_set_meets(&graph->of_place.of[e], &behind))
            return true;
    return false;
}

static bool put_before(const struct search *s, struct fences *f, unsigned a, unsigned b) {
    bool is_more = orders_accesses(s->graph, &f->cb, a, b) || s->graph->has_proxies;
    swrt_relation_add(&f->sc, a, b);
    swrt_relation_add_closed(&f->cb, s->graph->count, a, b);
    enum swrt_axiom axiom = is_more                     ? broken_by_fences(s, f)
                            : keeps_fences(s->graph, f) ? SWRT_AXIOM_NONE
                                                        : SWRT_AXIOM_FENCE_SC;
    return keeps(s, axiom, &f->co, &f->sc, &f->cb);
}

/* A pair of morally strong fences that nothing has ordered yet. What causality orders is put into sc. */
static bool next_pair(const struct search *s, struct fences *f, unsigned *a, unsigned *b) {
    const struct swrt_set *all = &s->graph->sequential;
    for (*a = swrt_set_next(all, 0); *a < SWRT_MODEL_EVENTS; *a = swrt_set_next(all, *a + 1))
        for (*b = swrt_set_next(all, *a + 1); *b < SWRT_MODEL_EVENTS; *b = swrt_set_next(all, *b + 1)) {
            if (!swrt_relation_has(&s->graph->ms, *a, *b) || swrt_relation_has(&f->sc, *a, *b) ||
                swrt_relation_has(&f->sc, *b, *a))
                continue;
            if (swrt_relation_has(&f->cb, *a, *b))
                swrt_relation_add(&f->sc, *a, *b);
            else if (swrt_relation_has(&f->cb, *b, *a))
                swrt_relation_add(&f->sc, *b, *a);
            else
                return true;
        }
    return false;
}

static void visit(struct search *s, const struct fences *f) {
    struct swrt_solution solution = {s->graph, s->causality, &f->co, &f->sc};
    s->has_solution = true;
    if (s->visit && !s->visit->visit(s->visit->self, &solution))
        s->is_over = true;
}

/* What is left to test when all is ordered. That causality implies sc-per-location, since it has program order in it, is no
 * reason to leave it out. */
static enum swrt_axiom broken_at_end(const struct swrt_graph *graph, const struct fences *f) {
    bool has_sc_per_place = !(graph->has_proxies && graph->model == SWRT_MODEL_PTX75);
    if (!keeps_fences(graph, f))
        return SWRT_AXIOM_FENCE_SC;
    return has_sc_per_place && !keeps_sc_per_place(graph, &f->co) ? SWRT_AXIOM_SC_PER_LOCATION : SWRT_AXIOM_NONE;
}

static void order_fences(struct search *s, struct fences *f) {
    unsigned a, b;
    if (!next_pair(s, f, &a, &b)) {
        if (keeps(s, broken_at_end(s->graph, f), &f->co, &f->sc, &f->cb))
            visit(s, f);
        return;
    }
    struct fences next;
    swrt_relation_copy(&next.sc, &f->sc, s->graph->count);
    swrt_relation_copy(&next.cb, &f->cb, s->graph->count);
    swrt_relation_copy(&next.co, &f->co, s->graph->count);
    if (put_before(s, &next, a, b))
        order_fences(s, &next);
    if (s->is_over || (s->has_solution && !s->wants_all))
        return;
    if (put_before(s, f, b, a))
        order_fences(s, f);
}

/* --- the order of writes ------------------------------------------------------------------------------------------ */

static bool has_rival_writes(const struct swrt_graph *graph, const struct swrt_relation *co) {
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS;
         w = swrt_set_next(&graph->writes, w + 1)) {
        struct swrt_set others;
        other_writes(graph, w, &others);
        for (unsigned x = swrt_set_next(&others, w + 1); x < SWRT_MODEL_EVENTS; x = swrt_set_next(&others, x + 1))
            if (!swrt_relation_has(co, w, x) && !swrt_relation_has(co, x, w))
                return true;
    }
    return false;
}

static void begin_fences(struct search *s, const struct swrt_relation *co) {
    struct fences f;
    unsigned count = s->graph->count;
    swrt_relation_clear(&f.sc, count);
    swrt_relation_copy(&f.cb, &s->causality->cb, count);
    swrt_relation_copy(&f.co, co, count);
    s->wants_all = has_rival_writes(s->graph, co);
    s->has_solution = false;
    order_fences(s, &f);
    s->found += s->has_solution;
}

static bool next_writes(const struct swrt_graph *graph, const struct swrt_relation *co, unsigned *a, unsigned *b) {
    for (*a = swrt_set_next(&graph->writes, 0); *a < SWRT_MODEL_EVENTS; *a = swrt_set_next(&graph->writes, *a + 1)) {
        struct swrt_set others;
        other_writes(graph, *a, &others);
        swrt_set_keep(&others, &graph->ms.of[*a]);
        for (*b = swrt_set_next(&others, *a + 1); *b < SWRT_MODEL_EVENTS; *b = swrt_set_next(&others, *b + 1))
            if (!swrt_relation_has(co, *a, *b) && !swrt_relation_has(co, *b, *a))
                return true;
    }
    return false;
}

static void order_writes(struct search *s, const struct swrt_relation *cause, const struct swrt_relation *co) {
    unsigned a, b, count = s->graph->count;
    enum swrt_axiom axiom = !keeps_causality(s->graph, cause, co) ? SWRT_AXIOM_CAUSALITY
                            : !keeps_atomicity(s->graph, co)      ? SWRT_AXIOM_ATOMICITY
                                                                  : SWRT_AXIOM_NONE;
    if (!keeps(s, axiom, co, 0, &s->causality->cb))
        return;
    if (!next_writes(s->graph, co, &a, &b)) {
        begin_fences(s, co);
        return;
    }
    struct swrt_relation next;
    for (unsigned i = 0; i < 2 && !s->is_over; i++) {
        swrt_relation_copy(&next, co, count);
        if (swrt_relation_add_closed(&next, count, i ? b : a, i ? a : b))
            order_writes(s, cause, &next);
    }
}

/* Initial writes come first, a thread's in its order. */
static void begin_writes(const struct swrt_graph *graph, struct swrt_relation *co) {
    swrt_relation_clear(co, graph->count);
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS;
         w = swrt_set_next(&graph->writes, w + 1)) {
        struct swrt_set later;
        other_writes(graph, w, &later);
        if (graph->events[w].thread != SWRT_MODEL_NOBODY) {
            swrt_set_keep(&later, &graph->po_place.of[w]);
            swrt_set_keep(&later, &graph->ms.of[w]);
        }
        co->of[w] = later;
    }
    for (unsigned w = swrt_set_next(&graph->last, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(&graph->last, w + 1)) {
        struct swrt_set before;
        other_writes(graph, w, &before);
        swrt_set_keep(&before, &graph->ms.of[w]);
        for (unsigned x = swrt_set_next(&before, 0); x < SWRT_MODEL_EVENTS; x = swrt_set_next(&before, x + 1))
            swrt_relation_add_closed(co, graph->count, x, w);
    }
}

unsigned swrt_ptx_search(const struct swrt_graph *graph, const struct swrt_solution_visit *visit,
                         const struct swrt_dead_end *dead_end) {
    struct swrt_causality causality;
    struct swrt_relation cause, co;
    struct search s = {.graph = graph, .causality = &causality, .visit = visit, .dead_end = dead_end};
    begin_writes(graph, &co);
    if (!keeps(&s, swrt_has_no_thin_air(graph) ? SWRT_AXIOM_NONE : SWRT_AXIOM_NO_THIN_AIR, &co, 0, 0))
        return 0;
    swrt_causality(graph, &causality);
    swrt_cause(graph, &causality.obs, &causality.cb, &cause);
    if (!keeps(&s, keeps_causality(graph, &cause, &co) ? SWRT_AXIOM_NONE : SWRT_AXIOM_CAUSALITY, &co, 0, &causality.cb))
        return 0;
    if (!keeps(&s, keep_coherence(graph, &cause, &co) ? SWRT_AXIOM_NONE : SWRT_AXIOM_COHERENCE, &co, 0, &causality.cb))
        return 0;
    order_writes(&s, &cause, &co);
    return s.found;
}

unsigned swrt_ptx_solve(const struct swrt_graph *graph, const struct swrt_solution_visit *visit) {
    return swrt_ptx_search(graph, visit, 0);
}
