/* Graphs: adding events, and numbering the places that they are about. */
#include "explore/model/graph.h"

#include "softwarp/check_abi.h"

void swrt_graph_clear(struct swrt_graph *graph, enum swrt_model model, const struct swrt_explore_place *places) {
    graph->model = model;
    graph->places = places;
    graph->count = graph->num_places = graph->num_threads = 0;
    graph->has_proxies = false;
}

static bool is_access(const struct swrt_model_event *event) {
    return event->kind == SWRT_EXPLORE_READ || event->kind == SWRT_EXPLORE_WRITE;
}

static bool is_program_access(const struct swrt_model_event *event) {
    return is_access(event) && event->thread != SWRT_MODEL_NOBODY;
}

/* Gives it the numbers of the first event about the same. */
static void number_place(struct swrt_graph *graph, struct swrt_model_event *event, uint64_t alias) {
    event->place = (uint16_t)graph->num_places;
    event->name = (uint16_t)graph->count;
    bool is_new = true, has_name = false;
    for (unsigned e = 0; e < graph->count && (is_new || !has_name); e++) {
        const struct swrt_model_event *other = &graph->events[e];
        if (!is_access(other) || other->address != event->address || other->size != event->size)
            continue;
        event->place = other->place;
        is_new = false;
        if (graph->alias[e] == alias) {
            event->name = other->name;
            has_name = true;
        }
    }
    graph->num_places += is_new;
}

/* Joins the write at e with the read before it. */
static void join_halves(struct swrt_graph *graph, unsigned e) {
    struct swrt_model_event *write = &graph->events[e];
    if (write->kind != SWRT_EXPLORE_WRITE || !(write->flags & SWRT_EXPLORE_RMW) || !e)
        return;
    struct swrt_model_event *read = &graph->events[e - 1];
    if (read->kind != SWRT_EXPLORE_READ || read->thread != write->thread || read->place != write->place)
        return;
    write->rmw = (int16_t)(e - 1);
    read->rmw = (int16_t)e;
}

int swrt_graph_add_event(struct swrt_graph *graph, unsigned thread, const struct swrt_explore_event *said) {
    if (graph->count == SWRT_MODEL_EVENTS)
        return -1;
    unsigned e = graph->count;
    struct swrt_model_event *event = &graph->events[e];
    *event = (struct swrt_model_event){.kind = (uint8_t)said->kind,
                                       .order = (uint8_t)said->order,
                                       .scope = (uint8_t)said->scope,
                                       .flags = (uint8_t)said->flags,
                                       .size = (uint8_t)said->size,
                                       .proxy = (uint8_t)said->proxy,
                                       .thread = (uint8_t)thread,
                                       .rmw = -1,
                                       .address = said->address,
                                       .value = said->value,
                                       .site = said->site,
                                       .needs = said->address_reads | said->value_reads | said->control_reads};
    if (thread == SWRT_MODEL_NOBODY) {
        event->order = SWRT_ORDER_RELAXED;
        event->scope = SWRT_SCOPE_SYSTEM;
    } else if (thread >= graph->num_threads) {
        graph->num_threads = thread + 1;
    }
    unsigned before = e;
    while (before && graph->events[before - 1].thread != thread)
        before--;
    if (before) {
        const struct swrt_model_event *last = &graph->events[before - 1];
        event->index = last->index + 1;
        event->read = last->read + (last->kind == SWRT_EXPLORE_READ);
    }
    graph->alias[e] = said->alias;
    graph->has_proxies |= said->proxy || said->alias;
    if (is_access(event))
        number_place(graph, event, said->alias);
    graph->source[e] = -1;
    graph->count++;
    join_halves(graph, e);
    return (int)e;
}

static bool overlap(const struct swrt_model_event *a, const struct swrt_model_event *b) {
    return a->place != b->place && a->address < b->address + b->size && b->address < a->address + a->size;
}

/* Whether initial writes overlap: each place that is used has one. */
static bool has_overlap(const struct swrt_graph *graph) {
    for (unsigned a = 0; a < graph->count && graph->events[a].thread == SWRT_MODEL_NOBODY; a++)
        for (unsigned b = 0; b < a; b++)
            if (overlap(&graph->events[a], &graph->events[b]))
                return true;
    return false;
}

bool swrt_graph_is_mixed(const struct swrt_graph *graph, unsigned *a, unsigned *b) {
    if (!has_overlap(graph))
        return false;
    for (*a = 0; *a < graph->count; ++*a)
        for (*b = 0; *b < *a; ++*b) {
            const struct swrt_model_event *x = &graph->events[*a], *y = &graph->events[*b];
            if (is_program_access(x) && is_program_access(y) && overlap(x, y))
                return true;
        }
    return false;
}
