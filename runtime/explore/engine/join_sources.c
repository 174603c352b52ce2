/* Sources of reads: all choices of rf for a graph whose reads have values. Each goes to swrt_judge. */
#include "explore/engine/join.h"

enum { TICK = 1024 };

struct sources {
    unsigned reads[SWRT_MODEL_EVENTS], count;
    struct swrt_set candidates[SWRT_MODEL_EVENTS]; /* by read's number among reads */
};

/* Whether the read of its own thread's write, or of the first value, passes over another write of its thread. */
static bool passes_over(const struct swrt_graph *graph, unsigned write, unsigned read) {
    const struct swrt_set *own = &graph->po_place.of[write];
    bool is_first = graph->events[write].thread == SWRT_MODEL_NOBODY;
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(&graph->writes, w + 1))
        if (swrt_relation_has(&graph->po_place, w, read) && swrt_relation_has(&graph->ms, w, read) &&
            (is_first || swrt_set_has(own, w)))
            return true;
    return false;
}

static void find_candidates(const struct swrt_graph *graph, unsigned read, struct swrt_set *candidates) {
    const struct swrt_model_event *event = &graph->events[read];
    *candidates = graph->of_place.of[read];
    swrt_set_keep(candidates, &graph->writes);
    for (unsigned w = swrt_set_next(candidates, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(candidates, w + 1))
        if (graph->events[w].value != event->value || swrt_relation_has(&graph->po, read, w) ||
            passes_over(graph, w, read))
            swrt_set_remove(candidates, w);
}

static bool is_before(const struct swrt_graph *graph, unsigned write, int later) {
    return graph->events[write].thread == SWRT_MODEL_NOBODY || swrt_relation_has(&graph->ms, write, (unsigned)later);
}

/* Whether another read-modify-write has taken the same write, and one of them would come between the other's halves. */
static bool is_taken(const struct swrt_graph *graph, unsigned read, unsigned write) {
    int half = graph->events[read].rmw;
    if (half < 0 || !is_before(graph, write, half))
        return false;
    for (unsigned r = 0; r < graph->count; r++) {
        int other = graph->events[r].rmw;
        if (r != read && graph->source[r] == (int)write && graph->events[r].kind == SWRT_EXPLORE_READ && other >= 0 &&
            swrt_relation_has(&graph->ms, (unsigned)half, (unsigned)other) && is_before(graph, write, other))
            return true;
    }
    return false;
}

void swrt_join_look_round(struct swrt_join *join) {
    const struct swrt_explore_progress *progress = &join->options->progress;
    struct swrt_outcomes *outcomes = join->outcomes;
    if (++join->ticks % TICK == 0 && progress->goes_on &&
        !progress->goes_on(progress->self, outcomes->graphs, outcomes->count)) {
        outcomes->bound = SWRT_EXPLORE_BOUND_STOPPED;
        join->is_over = true;
    } else if (join->ticks >= join->most * 8 || outcomes->candidates >= join->most) {
        outcomes->bound = SWRT_EXPLORE_BOUND_GRAPHS;
        join->is_over = true;
    }
    if (join->is_over)
        outcomes->is_complete = false;
}

/* order: closed; dependencies, and from sources to reads. */
static void choose_sources(struct swrt_join *join, const struct sources *sources, unsigned at,
                           const struct swrt_relation *order) {
    struct swrt_graph *graph = &join->graph;
    if (at == sources->count) {
        join->outcomes->candidates++;
        swrt_join_look_round(join);
        if (!join->is_over)
            swrt_judge(join->outcomes, join->tree, join->options, graph, &join->ends);
        join->is_over |= join->outcomes->refused || join->outcomes->is_mixed;
        return;
    }
    unsigned read = sources->reads[at];
    const struct swrt_set *candidates = &sources->candidates[at];
    for (unsigned w = swrt_set_next(candidates, 0); w < SWRT_MODEL_EVENTS && !join->is_over;
         w = swrt_set_next(candidates, w + 1)) {
        struct swrt_relation next;
        if (is_taken(graph, read, w) || swrt_relation_has(order, read, w))
            continue;
        swrt_relation_copy(&next, order, graph->count);
        if (!swrt_relation_add_closed(&next, graph->count, w, read))
            continue;
        graph->source[read] = (int16_t)w;
        choose_sources(join, sources, at + 1, &next);
        graph->source[read] = -1;
    }
}

/* Program order, and what barriers put before what comes behind them. */
static void add_order(const struct swrt_graph *graph, struct swrt_relation *order) {
    swrt_relation_unite(order, &graph->po, graph->count);
    for (unsigned a = 0; a < graph->count; a++)
        for (unsigned b = swrt_set_next(&graph->met.of[a], 0); b < graph->count;
             b = swrt_set_next(&graph->met.of[a], b + 1))
            swrt_set_unite(&order->of[a], &graph->po.of[b]);
}

void swrt_join_find_sources(struct swrt_join *join) {
    struct swrt_graph *graph = &join->graph;
    struct sources sources;
    struct swrt_relation order;
    sources.count = 0;
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < SWRT_MODEL_EVENTS;
         read = swrt_set_next(&graph->reads, read + 1)) {
        find_candidates(graph, read, &sources.candidates[sources.count]);
        if (swrt_set_is_empty(&sources.candidates[sources.count]))
            return;
        sources.reads[sources.count++] = read;
    }
    swrt_relation_copy(&order, &graph->needs, graph->count);
    if (join->options->keeps_order)
        add_order(graph, &order);
    swrt_relation_close(&order, graph->count);
    choose_sources(join, &sources, 0, &order);
}
