/* From a state of the search by graphs to the model's graph, and whether the model allows that. */
#include "explore/engine/graphs.h"

static bool add_first_writes(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    const struct swrt_explore_program *program = s->tree.program;
    for (unsigned i = 0; i < state->count; i++) {
        const struct swrt_explore_event *event = swrt_graphs_event_of(s, &state->steps[i]);
        bool is_there = event->kind > SWRT_EXPLORE_WRITE;
        for (unsigned e = 0; e < s->graph.count && !is_there; e++)
            is_there = s->graph.events[e].address == event->address && s->graph.events[e].size == event->size;
        if (is_there)
            continue;
        struct swrt_explore_event first = {.kind = SWRT_EXPLORE_WRITE, .address = event->address, .size = event->size};
        first.value = swrt_low_bytes(program->initial(program->self, event->address, event->size), event->size);
        if (swrt_graph_add_event(&s->graph, SWRT_MODEL_NOBODY, &first) < 0)
            return false;
    }
    return true;
}

static int16_t first_of(const struct swrt_graphs *s, const struct swrt_explore_event *event) {
    int16_t e = 0;
    while (s->graph.events[e].address != event->address || s->graph.events[e].size != event->size)
        e++;
    return e;
}

static void add_met(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    struct swrt_graphs_meetings m;
    int number[SWRT_MEETINGS];
    if (!swrt_graphs_find_meetings(s, state, &m))
        return;
    for (unsigned b = 0; b < m.barriers.first[s->threads]; b++)
        number[b] = s->number[m.steps[b]];
    swrt_meetings_relate(&m.barriers, &m.meeting, number, &s->graph.met);
}

static bool has_only_barriers(const struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    for (unsigned i = 0; i < state->count; i++)
        if (state->steps[i].thread == thread && swrt_graphs_event_of(s, &state->steps[i])->kind != SWRT_EXPLORE_BARRIER)
            return false;
    return true;
}

bool swrt_graphs_build(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    swrt_graph_clear(&s->graph, s->options->model, s->places);
    if (!add_first_writes(s, state))
        return false;
    for (unsigned t = 0; t < s->threads; t++) {
        bool is_idle = has_only_barriers(s, state, t);
        for (unsigned i = 0; i < state->count; i++) {
            if (state->steps[i].thread != t)
                continue;
            s->number[i] = -1;
            if (is_idle)
                continue;
            int e = swrt_graph_add_event(&s->graph, t, swrt_graphs_event_of(s, &state->steps[i]));
            if (e < 0)
                return false;
            s->number[i] = (int16_t)e;
            s->graph.events[e].node = state->steps[i].node;
        }
    }
    for (unsigned i = 0; i < state->count; i++) {
        const struct swrt_graphs_step *step = &state->steps[i];
        if (!swrt_graphs_is_read(s, step))
            continue;
        s->graph.source[s->number[i]] = step->source == SWRT_GRAPHS_FIRST ? first_of(s, swrt_graphs_event_of(s, step))
                                                                          : s->number[step->source];
        s->graph.events[s->number[i]].value = swrt_graphs_answer(s, state, step);
    }
    swrt_graph_prepare(&s->graph);
    add_met(s, state);
    return true;
}

/* A solution that is looked for: one in which waiting threads may wait for ever. */
struct wanted {
    struct swrt_last_turns turns;
    bool is_found;
};

static bool look_for(void *self, const struct swrt_solution *solution) {
    struct wanted *wanted = self;
    wanted->is_found = swrt_last_turns_stay(&wanted->turns, solution->graph, solution->co);
    return !wanted->is_found;
}

bool swrt_graphs_is_consistent(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    struct wanted wanted = {0};
    struct swrt_solution_visit visit = {look_for, &wanted};
    if (++s->checks == s->options->checks)
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_GRAPHS);
    if (!swrt_graphs_build(s, state)) {
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_EVENTS);
        return false;
    }
    if (s->is_forward && s->drops_waits)
        swrt_last_turns_find(&s->tree, &s->graph, state->next, &wanted.turns);
    swrt_solve(&s->graph, &visit);
    return wanted.is_found;
}
