/* States of the search by graphs: where their threads stand, and what is added to them. */
#include "explore/engine/graphs.h"

enum { TURNS = 16 };

void swrt_graphs_stop(struct swrt_graphs *s, enum swrt_explore_bound bound) {
    s->outcomes->is_complete = false;
    if (!s->is_over)
        s->outcomes->bound = bound;
    s->is_over |= bound == SWRT_EXPLORE_BOUND_GRAPHS || bound == SWRT_EXPLORE_BOUND_STOPPED;
}

void swrt_graphs_refuse(struct swrt_graphs *s, const char *why, uint64_t site) {
    s->outcomes->refused = why;
    s->outcomes->refused_site = site;
    s->is_over = true;
}

uint64_t swrt_graphs_answer(const struct swrt_graphs *s, const struct swrt_graphs_state *state,
                            const struct swrt_graphs_step *step) {
    const struct swrt_explore_event *event = swrt_graphs_event_of(s, step);
    const struct swrt_explore_program *program = s->tree.program;
    if (event->kind != SWRT_EXPLORE_READ)
        return 0;
    if (step->source == SWRT_GRAPHS_FIRST)
        return swrt_low_bytes(program->initial(program->self, event->address, event->size), event->size);
    return swrt_graphs_event_of(s, &state->steps[step->source])->value;
}

static uint32_t next_node(struct swrt_graphs *s, uint32_t node, uint64_t answer) {
    node = swrt_tree_next(&s->tree, node, answer);
    if (s->is_forward)
        swrt_graphs_know(s, node);
    return node;
}

uint32_t swrt_graphs_go_on(struct swrt_graphs *s, uint32_t node, uint64_t answer) {
    node = next_node(s, node, answer);
    while (s->tree.nodes[node].event.kind == SWRT_EXPLORE_TURN && !s->tree.nodes[node].is_cut &&
           s->tree.nodes[node].turns <= (s->options->turns ? s->options->turns : TURNS))
        node = next_node(s, node, 0);
    return node;
}

int swrt_graphs_last_step(const struct swrt_graphs_state *state, unsigned thread) {
    for (int i = (int)state->count - 1; i >= 0; i--)
        if (state->steps[i].thread == thread)
            return i;
    return -1;
}

bool swrt_graphs_add(struct swrt_graphs *s, struct swrt_graphs_state *state, unsigned thread, int source) {
    int last = swrt_graphs_last_step(state, thread);
    if (state->count == SWRT_GRAPHS_STEPS || (last >= 0 && state->steps[last].index == 255)) {
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_EVENTS);
        return false;
    }
    struct swrt_graphs_step *step = &state->steps[state->count++];
    *step = (struct swrt_graphs_step){.node = state->next[thread],
                                      .source = (int16_t)source,
                                      .thread = (uint8_t)thread,
                                      .index = (uint8_t)(last < 0 ? 0 : state->steps[last].index + 1)};
    const struct swrt_explore_event *event = swrt_graphs_event_of(s, step);
    if (event->kind == SWRT_EXPLORE_BARRIER && !event->barrier.arrives)
        state->waits |= 1ull << thread;
    else
        state->next[thread] = swrt_graphs_go_on(s, step->node, swrt_graphs_answer(s, state, step));
    return true;
}

bool swrt_graphs_comes_to_second_half(const struct swrt_graphs *s, const struct swrt_graphs_state *state,
                                      unsigned thread) {
    const struct swrt_explore_event *event = &s->tree.nodes[state->next[thread]].event;
    int last = swrt_graphs_last_step(state, thread);
    return last >= 0 && swrt_graphs_is_read(s, &state->steps[last]) && event->kind == SWRT_EXPLORE_WRITE &&
           event->flags & SWRT_EXPLORE_RMW;
}
