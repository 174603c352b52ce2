/* What stays of a state in the search by graphs: the past of a step (its prefix, by po, rf and what it waited
 * for), and a state cut down to some of its steps. */
#include <string.h>

#include "explore/engine/graphs.h"

static bool is_member(const struct swrt_graphs_meetings *m, unsigned thread, unsigned group) {
    for (unsigned b = m->barriers.first[thread]; b < m->barriers.first[thread + 1]; b++)
        if (m->meeting.group[b] == group)
            return true;
    return false;
}

static bool is_in_scope(const struct swrt_graphs *s, const struct swrt_explore_barrier *barrier, unsigned a,
                        unsigned b) {
    return barrier->scope && !(barrier->count && barrier->counts_warps)
               ? swrt_place_includes(&s->places[a], barrier->scope, &s->places[b])
               : s->places[a].warp == s->places[b].warp;
}

void swrt_graphs_find_past(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned of,
                           struct swrt_graphs_past *past) {
    struct swrt_graphs_meetings m;
    bool has_barriers = swrt_graphs_find_meetings(s, state, &m);
    unsigned count = has_barriers ? m.barriers.first[s->threads] : 0;
    memset(past, 0, sizeof *past);
    past->has[of] = true;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int i = (int)state->count - 1; i >= 0; i--) {
            if (!past->has[i])
                continue;
            const struct swrt_graphs_step *step = &state->steps[i];
            for (int k = 0; k < (int)state->count; k++) {
                bool is_before = (state->steps[k].thread == step->thread && state->steps[k].index < step->index) ||
                                 (swrt_graphs_is_read(s, step) && step->source == k);
                if (is_before && !past->has[k])
                    past->has[k] = goes_on = true;
            }
        }
        for (unsigned b = 0; b < count; b++) {
            if (!past->has[m.steps[b]] || m.barriers.list[b]->arrives)
                continue;
            for (unsigned a = 0; a < count; a++)
                if (m.meeting.group[a] == m.meeting.group[b] && !past->has[m.steps[a]])
                    past->has[m.steps[a]] = goes_on = true;
            if (m.barriers.list[b]->count && !m.barriers.list[b]->counts_warps)
                continue;
            for (unsigned t = 0; t < s->threads; t++) { /* who ended without coming was waited for, too */
                int last = swrt_graphs_last_step(state, t);
                if (last >= 0 && !past->has[last] && m.barriers.ends[t] && !is_member(&m, t, m.meeting.group[b]) &&
                    is_in_scope(s, m.barriers.list[b], state->steps[m.steps[b]].thread, t))
                    past->has[last] = goes_on = true;
            }
        }
    }
}

void swrt_graphs_restrict_to(struct swrt_graphs *s, const struct swrt_graphs_state *state, const bool *keeps,
                             struct swrt_graphs_state *to, int16_t *map) {
    to->count = 0;
    for (unsigned i = 0; i < state->count; i++) {
        map[i] = -1;
        if (!keeps[i])
            continue;
        map[i] = (int16_t)to->count;
        to->steps[to->count] = state->steps[i];
        to->count++;
    }
    for (unsigned i = 0; i < to->count; i++)
        if (to->steps[i].source != SWRT_GRAPHS_FIRST)
            to->steps[i].source = map[to->steps[i].source];
}

void swrt_graphs_find_next(struct swrt_graphs *s, struct swrt_graphs_state *state) {
    state->waits = 0;
    for (unsigned t = 0; t < s->threads; t++) {
        int last = swrt_graphs_last_step(state, t);
        if (last < 0) {
            state->next[t] = swrt_graphs_go_on(s, t, 0);
            continue;
        }
        const struct swrt_explore_event *event = swrt_graphs_event_of(s, &state->steps[last]);
        if (event->kind == SWRT_EXPLORE_BARRIER && !event->barrier.arrives) {
            state->waits |= 1ull << t;
            state->next[t] = state->steps[last].node;
        } else {
            state->next[t] = swrt_graphs_go_on(s, state->steps[last].node,
                                               swrt_graphs_answer(s, state, &state->steps[last]));
        }
    }
    swrt_graphs_release(s, state);
}
