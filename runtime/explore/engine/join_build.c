/* From one run of each thread to the model's graph, for each way in which their barriers meet. */
#include "explore/engine/join.h"

static bool add_first_writes(struct swrt_join *join, unsigned thread) {
    const struct swrt_explore_program *program = join->tree->program;
    struct swrt_graph *graph = &join->graph;
    for (unsigned i = 0; i < join->chosen[thread]->count; i++) {
        struct swrt_explore_event event = *swrt_join_event_of(join, join->chosen[thread], i);
        if (event.kind != SWRT_EXPLORE_READ && event.kind != SWRT_EXPLORE_WRITE)
            continue;
        bool is_there = false;
        for (unsigned e = 0; e < graph->count; e++)
            is_there |= graph->events[e].address == event.address && graph->events[e].size == event.size;
        if (is_there)
            continue;
        struct swrt_explore_event first = {.kind = SWRT_EXPLORE_WRITE, .address = event.address, .size = event.size};
        first.value = swrt_low_bytes(program->initial(program->self, event.address, event.size), event.size);
        if (swrt_graph_add_event(graph, SWRT_MODEL_NOBODY, &first) < 0)
            return false;
    }
    return true;
}

static bool has_only_barriers(const struct swrt_join *join, const struct swrt_join_run *run) {
    for (unsigned i = 0; i < run->count; i++)
        if (swrt_join_event_of(join, run, i)->kind != SWRT_EXPLORE_BARRIER)
            return false;
    return true;
}

/* Adds the thread's events, up to the barrier at which it is stuck. A thread that only comes to barriers is left out. */
static bool add_events(struct swrt_join *join, unsigned thread, const struct swrt_gathering *meeting) {
    const struct swrt_join_run *run = join->chosen[thread];
    unsigned barrier = join->barriers.first[thread];
    join->ends.node[thread] = run->node;
    join->ends.is_stuck[thread] = false;
    bool is_idle = has_only_barriers(join, run);
    for (unsigned i = 0; i < run->count; i++) {
        const struct swrt_tree_node *node = &join->tree->nodes[run->nodes[i]];
        if (node->event.kind == SWRT_EXPLORE_BARRIER && meeting->stuck[thread] == (int)barrier) {
            join->ends.node[thread] = run->nodes[i];
            join->ends.is_stuck[thread] = true;
            return true;
        }
        if (is_idle) {
            barrier++;
            continue;
        }
        int e = swrt_graph_add_event(&join->graph, thread, &node->event);
        if (e < 0)
            return false;
        join->graph.events[e].node = run->nodes[i];
        if (node->event.kind == SWRT_EXPLORE_READ)
            join->graph.events[e].value = swrt_join_answer(join->tree, run->nodes[i], run->node);
        if (node->event.kind == SWRT_EXPLORE_BARRIER)
            join->number[barrier++] = e;
    }
    return true;
}

static bool build(void *self, const struct swrt_gathering *meeting) {
    struct swrt_join *join = self;
    swrt_graph_clear(&join->graph, join->options->model, join->places);
    for (unsigned i = 0; i < SWRT_MEETINGS; i++)
        join->number[i] = -1;
    bool has_room = true;
    for (unsigned t = 0; t < join->threads && has_room; t++)
        has_room = add_first_writes(join, t);
    for (unsigned t = 0; t < join->threads && has_room; t++)
        has_room = add_events(join, t, meeting);
    if (!has_room) {
        join->outcomes->is_complete = false;
        join->outcomes->bound = SWRT_EXPLORE_BOUND_EVENTS;
        return false;
    }
    swrt_graph_prepare(&join->graph);
    swrt_meetings_relate(&join->barriers, meeting, join->number, &join->graph.met);
    if (join->graph.count > join->outcomes->events)
        join->outcomes->events = join->graph.count;
    swrt_join_find_sources(join);
    return !join->is_over;
}

void swrt_join_meet(struct swrt_join *join) {
    struct swrt_barriers *barriers = &join->barriers;
    unsigned count = 0;
    for (unsigned t = 0; t < join->threads; t++) {
        const struct swrt_join_run *run = join->chosen[t];
        barriers->first[t] = count;
        barriers->ends[t] = run->ends;
        for (unsigned i = 0; i < run->count; i++) {
            const struct swrt_explore_event *event = swrt_join_event_of(join, run, i);
            if (event->kind != SWRT_EXPLORE_BARRIER)
                continue;
            if (count == SWRT_MEETINGS) {
                join->outcomes->is_complete = false;
                join->outcomes->bound = SWRT_EXPLORE_BOUND_EVENTS;
                return;
            }
            barriers->list[count++] = &event->barrier;
        }
    }
    barriers->first[join->threads] = count;
    barriers->threads = join->threads;
    barriers->places = join->places;
    swrt_meetings(barriers, build, join);
}
