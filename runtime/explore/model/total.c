/* Sequential consistency and x86-TSO: the writes of each place in one order, and no cycle through it.
 *
 *     SC    acyclic(po | rf | co | fr)
 *     x86   acyclic(po of a place | rf | co | fr), and acyclic(po without write -> read, fences, read-modify-writes |
 *           rf between threads | co | fr)
 *
 * A read-modify-write is one step: what comes behind its read comes behind its write too. Barriers order everything
 * before them with everything behind.
 */
#include "explore/model/graph.h"

#include "softwarp/check_abi.h"

struct search {
    const struct swrt_graph *graph;
    bool is_x86;
    const struct swrt_solution_visit *visit;
    unsigned found;
    bool is_over;
};

/* order: closed; one: of accesses of one place, closed (x86 only). */
struct state {
    struct swrt_relation order, one, co;
};

static bool add(const struct search *s, struct state *state, unsigned a, unsigned b) {
    unsigned count = s->graph->count;
    return swrt_relation_add_closed(&state->order, count, a, b) &&
           (!s->is_x86 || swrt_relation_add_closed(&state->one, count, a, b));
}

/* Write a before write b; who has read a, or one before it, did so before b. */
static bool put_before(const struct search *s, struct state *state, unsigned a, unsigned b) {
    const struct swrt_graph *graph = s->graph;
    if (!swrt_relation_add_closed(&state->co, graph->count, a, b) || !add(s, state, a, b))
        return false;
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < SWRT_MODEL_EVENTS;
         read = swrt_set_next(&graph->reads, read + 1)) {
        int half = graph->events[read].rmw;
        if (graph->source[read] != (int)a || half == (int)b)
            continue;
        if (!add(s, state, read, b) || (half >= 0 && !put_before(s, state, (unsigned)half, b)))
            return false;
    }
    return true;
}

static bool next_pair(const struct search *s, struct state *state, unsigned *a, unsigned *b) {
    const struct swrt_graph *graph = s->graph;
    for (*a = swrt_set_next(&graph->writes, 0); *a < SWRT_MODEL_EVENTS; *a = swrt_set_next(&graph->writes, *a + 1)) {
        struct swrt_set others = graph->of_place.of[*a];
        swrt_set_keep(&others, &graph->writes);
        for (*b = swrt_set_next(&others, *a + 1); *b < SWRT_MODEL_EVENTS; *b = swrt_set_next(&others, *b + 1))
            if (!swrt_relation_has(&state->co, *a, *b) && !swrt_relation_has(&state->co, *b, *a))
                return true;
    }
    return false;
}

/* Between a read-modify-write's source and its write lies no other. */
static bool is_atomic(const struct swrt_graph *graph, const struct swrt_relation *co) {
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < SWRT_MODEL_EVENTS;
         read = swrt_set_next(&graph->reads, read + 1)) {
        int half = graph->events[read].rmw;
        if (half < 0)
            continue;
        for (unsigned w = swrt_set_next(&co->of[graph->source[read]], 0); w < SWRT_MODEL_EVENTS;
             w = swrt_set_next(&co->of[graph->source[read]], w + 1))
            if (swrt_relation_has(co, w, (unsigned)half))
                return false;
    }
    return true;
}

static void order_writes(struct search *s, struct state *state) {
    unsigned a, b;
    if (!next_pair(s, state, &a, &b)) {
        if (!is_atomic(s->graph, &state->co))
            return;
        struct swrt_solution solution = {s->graph, 0, &state->co, 0};
        s->found++;
        s->is_over = s->visit && !s->visit->visit(s->visit->self, &solution);
        return;
    }
    struct state next = *state;
    if (put_before(s, &next, a, b))
        order_writes(s, &next);
    if (!s->is_over && put_before(s, state, b, a))
        order_writes(s, state);
}

/* --- what is given ------------------------------------------------------------------------------------------------ */

static bool is_locked(const struct swrt_model_event *event) {
    return event->rmw >= 0 || (event->flags & (SWRT_EXPLORE_RMW | SWRT_EXPLORE_CAS));
}

static bool is_full_fence(const struct swrt_model_event *event) {
    return event->kind == SWRT_EXPLORE_BARRIER || is_locked(event) ||
           (event->kind == SWRT_EXPLORE_FENCE && event->order == SWRT_ORDER_SEQUENTIAL && !event->proxy);
}

/* Whether x86 keeps a thread's accesses a and b, in this order, in order. */
static bool is_kept(const struct swrt_graph *graph, unsigned a, unsigned b) {
    if (graph->events[a].kind != SWRT_EXPLORE_WRITE || graph->events[b].kind != SWRT_EXPLORE_READ ||
        is_locked(&graph->events[a]) || is_locked(&graph->events[b]))
        return true;
    for (unsigned e = swrt_set_next(&graph->po.of[a], 0); e < SWRT_MODEL_EVENTS;
         e = swrt_set_next(&graph->po.of[a], e + 1))
        if (swrt_relation_has(&graph->po, e, b) && is_full_fence(&graph->events[e]))
            return true;
    return false;
}

/* What lies before a barrier comes before what lies behind one that it meets. */
static void add_barriers(const struct swrt_graph *graph, struct swrt_relation *order) {
    for (unsigned a = 0; a < graph->count; a++)
        for (unsigned b = swrt_set_next(&graph->met.of[a], 0); b < SWRT_MODEL_EVENTS;
             b = swrt_set_next(&graph->met.of[a], b + 1)) {
            struct swrt_set behind = graph->po.of[b];
            swrt_set_keep(&behind, &graph->memory);
            for (unsigned e = 0; e < graph->count; e++)
                if (swrt_relation_has(&graph->po, e, a) && swrt_set_has(&graph->memory, e))
                    swrt_set_unite(&order->of[e], &behind);
        }
}

static void begin(const struct search *s, struct state *state) {
    const struct swrt_graph *graph = s->graph;
    swrt_relation_clear(&state->order, graph->count);
    swrt_relation_clear(&state->co, graph->count);
    swrt_relation_copy(&state->one, &graph->po_place, graph->count);
    for (unsigned a = swrt_set_next(&graph->memory, 0); a < SWRT_MODEL_EVENTS;
         a = swrt_set_next(&graph->memory, a + 1)) {
        struct swrt_set later = graph->po.of[a];
        swrt_set_keep(&later, &graph->memory);
        for (unsigned b = swrt_set_next(&later, 0); b < SWRT_MODEL_EVENTS; b = swrt_set_next(&later, b + 1))
            if (!s->is_x86 || is_kept(graph, a, b))
                swrt_relation_add(&state->order, a, b);
        int source = graph->source[a];
        if (source < 0)
            continue;
        swrt_relation_add(&state->one, (unsigned)source, a);
        if (!s->is_x86 || graph->events[source].thread != graph->events[a].thread)
            swrt_relation_add(&state->order, (unsigned)source, a);
    }
    add_barriers(graph, &state->order);
    swrt_relation_close(&state->order, graph->count);
    swrt_relation_close(&state->one, graph->count);
}

/* Initial writes come first, and a thread's in its order. */
static bool order_given(const struct search *s, struct state *state) {
    const struct swrt_graph *graph = s->graph;
    for (unsigned a = swrt_set_next(&graph->writes, 0); a < SWRT_MODEL_EVENTS;
         a = swrt_set_next(&graph->writes, a + 1)) {
        struct swrt_set later = graph->of_place.of[a];
        swrt_set_keep(&later, &graph->writes);
        swrt_set_remove(&later, a);
        for (unsigned b = swrt_set_next(&later, 0); b < SWRT_MODEL_EVENTS; b = swrt_set_next(&later, b + 1))
            if ((graph->events[a].thread == SWRT_MODEL_NOBODY || swrt_relation_has(&graph->po, a, b)) &&
                !put_before(s, state, a, b))
                return false;
    }
    return true;
}

unsigned swrt_total_solve(const struct swrt_graph *graph, enum swrt_model model,
                          const struct swrt_solution_visit *visit) {
    struct search s = {.graph = graph, .is_x86 = model == SWRT_MODEL_X86, .visit = visit};
    struct state state;
    begin(&s, &state);
    if (swrt_relation_is_reflexive(&state.order, graph->count) ||
        swrt_relation_is_reflexive(&state.one, graph->count) || !order_given(&s, &state))
        return 0;
    order_writes(&s, &state);
    return s.found;
}

unsigned swrt_solve(const struct swrt_graph *graph, const struct swrt_solution_visit *visit) {
    bool is_ptx = graph->model == SWRT_MODEL_PTX60 || graph->model == SWRT_MODEL_PTX75;
    return is_ptx ? swrt_ptx_solve(graph, visit) : swrt_total_solve(graph, graph->model, visit);
}
