/* The relations that events make by themselves: program order, moral strength, release and acquire patterns, dependencies.
 *
 * (PTX ISA 8.6 to 8.8; memory proxies: 8.7 "morally strong" wants the same proxy and, of memory operations, the same
 * virtual address.) */
#include "explore/model/graph.h"

#include "softwarp/check_abi.h"

bool swrt_place_includes(const struct swrt_explore_place *a, unsigned scope, const struct swrt_explore_place *b) {
    switch (scope) {
    case SWRT_SCOPE_THREAD:
        return a == b;
    case SWRT_SCOPE_BLOCK:
        return a->block == b->block && a->device == b->device;
    case SWRT_SCOPE_CLUSTER:
        return a->cluster == b->cluster && a->device == b->device;
    case SWRT_SCOPE_DEVICE:
        return a->device == b->device;
    default:
        return true;
    }
}

static bool is_access(const struct swrt_model_event *event) {
    return event->kind == SWRT_EXPLORE_READ || event->kind == SWRT_EXPLORE_WRITE;
}

static bool is_same_thread(const struct swrt_model_event *a, const struct swrt_model_event *b) {
    return a->thread == b->thread && a->thread != SWRT_MODEL_NOBODY;
}

static bool reaches(const struct swrt_graph *graph, const struct swrt_model_event *from,
                    const struct swrt_model_event *to) {
    if (from->thread == SWRT_MODEL_NOBODY || to->thread == SWRT_MODEL_NOBODY)
        return true;
    return swrt_place_includes(&graph->places[from->thread], from->scope, &graph->places[to->thread]);
}

static bool is_morally_strong(const struct swrt_graph *graph, const struct swrt_model_event *a,
                              const struct swrt_model_event *b) {
    if (a->kind == SWRT_EXPLORE_BARRIER || b->kind == SWRT_EXPLORE_BARRIER)
        return false;
    if (is_access(a) && is_access(b) && (a->place != b->place || (graph->has_proxies && a->name != b->name)))
        return false;
    if (a->proxy != b->proxy && a->thread != SWRT_MODEL_NOBODY && b->thread != SWRT_MODEL_NOBODY)
        return false;
    if (is_same_thread(a, b))
        return true;
    return swrt_model_is_strong(a) && swrt_model_is_strong(b) && reaches(graph, a, b) && reaches(graph, b, a);
}

static bool releases(const struct swrt_model_event *event) {
    return event->order == SWRT_ORDER_RELEASE || event->order == SWRT_ORDER_BOTH ||
           event->order == SWRT_ORDER_SEQUENTIAL;
}

static bool acquires(const struct swrt_model_event *event) {
    return event->order == SWRT_ORDER_ACQUIRE || event->order == SWRT_ORDER_BOTH ||
           event->order == SWRT_ORDER_SEQUENTIAL;
}

/* Patterns of events a and b of one thread, a before b or a = b. */
static void find_patterns(struct swrt_graph *graph, unsigned a, unsigned b) {
    const struct swrt_model_event *first = &graph->events[a], *last = &graph->events[b];
    bool is_about_one = a == b || swrt_relation_has(&graph->po_place, a, b);
    if (last->kind == SWRT_EXPLORE_WRITE && last->order &&
        (first->kind == SWRT_EXPLORE_FENCE ? !first->proxy : first->kind == SWRT_EXPLORE_WRITE && is_about_one) &&
        releases(first))
        swrt_relation_add(&graph->rel, a, b);
    if (first->kind == SWRT_EXPLORE_READ && first->order && !(first->flags & SWRT_EXPLORE_REDUCE) &&
        (last->kind == SWRT_EXPLORE_FENCE ? !last->proxy : last->kind == SWRT_EXPLORE_READ && is_about_one) &&
        acquires(last))
        swrt_relation_add(&graph->acq, a, b);
}

static void clear(struct swrt_graph *graph) {
    struct swrt_relation *all[] = {&graph->po,  &graph->po_place, &graph->of_place, &graph->ms,
                                   &graph->rel, &graph->acq,      &graph->needs,    &graph->met};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        swrt_relation_clear(all[i], graph->count);
    graph->reads = graph->writes = graph->memory = graph->sequential = graph->last = (struct swrt_set){0};
}

static void sort_into_sets(struct swrt_graph *graph, unsigned e) {
    const struct swrt_model_event *event = &graph->events[e];
    if (event->kind == SWRT_EXPLORE_READ)
        swrt_set_add(&graph->reads, e);
    if (event->kind == SWRT_EXPLORE_WRITE)
        swrt_set_add(&graph->writes, e);
    if (is_access(event))
        swrt_set_add(&graph->memory, e);
    if (event->kind == SWRT_EXPLORE_FENCE && event->order == SWRT_ORDER_SEQUENTIAL && !event->proxy)
        swrt_set_add(&graph->sequential, e);
}

void swrt_graph_prepare(struct swrt_graph *graph) {
    clear(graph);
    for (unsigned b = 0; b < graph->count; b++) {
        const struct swrt_model_event *y = &graph->events[b];
        sort_into_sets(graph, b);
        for (unsigned a = 0; a <= b; a++) {
            const struct swrt_model_event *x = &graph->events[a];
            bool is_one_place = is_access(x) && is_access(y) && x->place == y->place;
            if (is_one_place) {
                swrt_relation_add(&graph->of_place, a, b);
                swrt_relation_add(&graph->of_place, b, a);
            }
            if (a != b && is_morally_strong(graph, x, y)) {
                swrt_relation_add(&graph->ms, a, b);
                swrt_relation_add(&graph->ms, b, a);
            }
            if (!is_same_thread(x, y))
                continue;
            if (a != b)
                swrt_relation_add(&graph->po, a, b);
            if (a != b && is_one_place && (!graph->has_proxies || x->name == y->name))
                swrt_relation_add(&graph->po_place, a, b);
            if (x->kind == SWRT_EXPLORE_READ && a != b && y->needs >> (x->read & 63) & 1)
                swrt_relation_add(&graph->needs, a, b);
            find_patterns(graph, a, b);
        }
    }
}
