/* Which revisits the search by graphs makes: only those that take away nothing but what would come again by itself, each
 * read of it reading what it prefers (TruSt's maximal extensions). So no graph comes twice. */
#include "explore/engine/graphs.h"

/* Whether a read would rather read a than b: the later thread's, the later one of a thread, the first value last. */
static bool is_preferred(const struct swrt_graphs_state *state, int a, int b) {
    if (a == SWRT_GRAPHS_FIRST || b == SWRT_GRAPHS_FIRST)
        return b == SWRT_GRAPHS_FIRST && a != SWRT_GRAPHS_FIRST;
    const struct swrt_graphs_step *x = &state->steps[a], *y = &state->steps[b];
    return x->thread != y->thread ? x->thread > y->thread : x->index > y->index;
}

/* Whether the read at a step, with nothing in the graph but what `keeps` says, reads what it prefers. */
static bool reads_preferred(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned read,
                            const bool *keeps) {
    int source = state->steps[read].source;
    int16_t map[SWRT_GRAPHS_STEPS];
    struct swrt_graphs_state rest, trial;
    if (source != SWRT_GRAPHS_FIRST && !keeps[source])
        return false;
    swrt_graphs_restrict_to(s, state, keeps, &rest, map);
    swrt_graphs_find_next(s, &rest);
    for (unsigned w = 0; w < state->count; w++) {
        if (!keeps[w] || !swrt_graphs_is_write(s, &state->steps[w]) ||
            !swrt_graphs_is_of_one_place(s, &state->steps[w], &state->steps[read]) ||
            !is_preferred(state, (int)w, source))
            continue;
        trial = rest;
        unsigned thread = state->steps[read].thread;
        if (swrt_graphs_add(s, &trial, thread, map[w]) &&
            (!swrt_graphs_comes_to_second_half(s, &trial, thread) ||
             swrt_graphs_add(s, &trial, thread, SWRT_GRAPHS_FIRST)) &&
            swrt_graphs_is_consistent(s, &trial))
            return false;
    }
    return true;
}

static bool is_read_within(const struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned write,
                           const bool *within) {
    for (unsigned i = 0; i < state->count; i++)
        if (within[i] && swrt_graphs_is_read(s, &state->steps[i]) && state->steps[i].source == (int)write)
            return true;
    return false;
}

/* What stays of a revisit when the step comes again: all before it, and the past of the write that revisits. */
static void keep_before(const struct swrt_graphs_state *state, unsigned step, const struct swrt_graphs_past *past,
                        bool *keeps) {
    for (unsigned i = 0; i + 1 < state->count; i++)
        keeps[i] = i < step || past->has[i];
    keeps[state->count - 1] = false;
}

bool swrt_graphs_comes_again(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned read,
                             const struct swrt_graphs_past *past) {
    bool keeps[SWRT_GRAPHS_STEPS];
    for (unsigned e = read; e < state->count; e++) {
        keep_before(state, e, past, keeps);
        if (!past->has[e] && swrt_graphs_is_write(s, &state->steps[e]) && is_read_within(s, state, e, keeps))
            return false;
    }
    for (unsigned e = read; e < state->count; e++) {
        keep_before(state, e, past, keeps);
        if (!past->has[e] && swrt_graphs_is_read(s, &state->steps[e]) && !reads_preferred(s, state, e, keeps))
            return false;
    }
    return true;
}
