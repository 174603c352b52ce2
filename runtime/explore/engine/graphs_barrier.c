/* Barriers in the search by graphs: which of a state's threads meet, and who goes on behind that. */
#include "explore/engine/graphs.h"

static bool note_meeting(void *self, const struct swrt_gathering *meeting) {
    struct swrt_graphs_meetings *m = self;
    m->meeting = *meeting;
    return ++m->ways < 2;
}

bool swrt_graphs_find_meetings(struct swrt_graphs *s, const struct swrt_graphs_state *state,
                               struct swrt_graphs_meetings *m) {
    unsigned count = 0;
    m->ways = 0;
    for (unsigned t = 0; t < s->threads; t++) {
        m->barriers.first[t] = count;
        m->barriers.ends[t] = s->tree.nodes[state->next[t]].event.kind == SWRT_EXPLORE_END && !(state->waits >> t & 1);
        for (unsigned i = 0; i < state->count; i++)
            if (state->steps[i].thread == t &&
                swrt_graphs_event_of(s, &state->steps[i])->kind == SWRT_EXPLORE_BARRIER && count < SWRT_MEETINGS) {
                m->steps[count] = i;
                m->barriers.list[count++] = &swrt_graphs_event_of(s, &state->steps[i])->barrier;
            }
    }
    if (!count)
        return false;
    m->barriers.first[s->threads] = count;
    m->barriers.threads = s->threads;
    m->barriers.places = s->places;
    swrt_meetings(&m->barriers, note_meeting, m);
    return true;
}

/* Brings the members of a barrier that exchanges behind it. */
static void exchange(struct swrt_graphs *s, struct swrt_graphs_state *state, const struct swrt_graphs_meetings *m,
                     unsigned barrier) {
    uint32_t nodes[SWRT_EXPLORE_THREADS];
    unsigned threads[SWRT_EXPLORE_THREADS], count = 0;
    for (unsigned b = 0; b < m->barriers.first[s->threads]; b++)
        if (m->meeting.group[b] == m->meeting.group[barrier] && count < SWRT_EXPLORE_THREADS) {
            nodes[count] = state->steps[m->steps[b]].node;
            threads[count++] = state->steps[m->steps[b]].thread;
        }
    for (unsigned i = 0; i < count; i++) {
        uint32_t next = swrt_tree_meet(&s->tree, nodes[i], nodes, count);
        if (s->tree.nodes[next].event.kind == SWRT_EXPLORE_TURN && !s->tree.nodes[next].is_cut)
            next = swrt_graphs_go_on(s, next, 0);
        state->next[threads[i]] = next;
        state->waits &= ~(1ull << threads[i]);
    }
}

void swrt_graphs_release(struct swrt_graphs *s, struct swrt_graphs_state *state) {
    struct swrt_graphs_meetings m;
    if (!state->waits || !swrt_graphs_find_meetings(s, state, &m))
        return;
    if (m.ways > 1) {
        swrt_graphs_refuse(s, "more threads come to a barrier than it waits for", 0);
        return;
    }
    for (unsigned t = 0; t < s->threads; t++) {
        int last = swrt_graphs_last_step(state, t);
        if (!(state->waits >> t & 1) || m.meeting.stuck[t] >= 0)
            continue;
        unsigned barrier = m.barriers.first[t + 1] - 1;
        if (swrt_graphs_event_of(s, &state->steps[last])->barrier.exchanges) {
            exchange(s, state, &m, barrier);
        } else {
            state->waits &= ~(1ull << t);
            state->next[t] = swrt_graphs_go_on(s, state->steps[last].node, 0);
        }
    }
}
