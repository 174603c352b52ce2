/* E2: one execution graph after the other, each once; executions in which po | rf has no cycle.
 *
 * The search is that of stateless model checkers of the family of TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis,
 * POPL 2022): events are added one at a time, always of the first thread that can go on. A read tries all writes that are
 * there. A write is added, and then tries to be read by reads that came before it (they are revisited): what has been added
 * since such a read, and is not in the write's past, is taken away. So that no graph comes twice, that is only done when
 * what is taken away would come again by itself: each read in it reads what it prefers.
 *
 * Rules that whoever changes this must keep:
 * 1. Which thread is next, and what a read prefers, depend on the graph alone, not on how it came about.
 * 2. What a read prefers is consistent; there always is one, since a read that nothing follows can read a write that no
 *    other follows in co. A graph only says who reads from whom: orders of writes and of fences are looked for anew.
 * 3. A read-modify-write is one step. Its write revisits even where it is not consistent, since it may be so with what a
 *    revisit leaves.
 * 4. A thread behind a barrier depends on all that it waited for.
 *
 * Threads are not run again for each graph: they are nodes of a tree (tree.h).
 */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

enum { STEPS = 2 * SWRT_MODEL_EVENTS, EVENTS = 100, TURNS = 16, TICK = 64, FIRST = -1 };

/* An event, in the order in which they were added. source: of a read, the step that it reads from, or FIRST. index: of its
 * thread. */
struct step {
    uint32_t node;
    int16_t source;
    uint8_t thread, index;
};

/* A graph as the search has it. next: the node that each thread comes to; waits: it stands at a barrier, its last event. */
struct state {
    unsigned count;
    struct step steps[STEPS];
    uint32_t next[SWRT_EXPLORE_THREADS];
    uint64_t waits;
};

struct search {
    struct swrt_tree tree;
    const struct swrt_explore_options *options;
    struct swrt_outcomes *outcomes;
    unsigned threads;
    uint64_t most_graphs;
    struct swrt_explore_place places[SWRT_EXPLORE_THREADS];
    struct swrt_graph graph; /* of the state that is looked at */
    int16_t number[STEPS];   /* of its steps in it */
    uint64_t checks;
    bool is_over;
};

static const struct swrt_explore_event *event_of(const struct search *s, const struct step *step) {
    return &s->tree.nodes[step->node].event;
}

static bool is_read(const struct search *s, const struct step *step) {
    return event_of(s, step)->kind == SWRT_EXPLORE_READ;
}

static bool is_write(const struct search *s, const struct step *step) {
    return event_of(s, step)->kind == SWRT_EXPLORE_WRITE;
}

static bool is_of_one_place(const struct search *s, const struct step *a, const struct step *b) {
    const struct swrt_explore_event *x = event_of(s, a), *y = event_of(s, b);
    return x->address == y->address && x->size == y->size;
}

static void stop(struct search *s, enum swrt_explore_bound bound) {
    s->outcomes->is_complete = false;
    s->outcomes->bound = bound;
    s->is_over |= bound == SWRT_EXPLORE_BOUND_GRAPHS || bound == SWRT_EXPLORE_BOUND_STOPPED;
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

/* What a read at a step gets. */
static uint64_t answer_to(const struct search *s, const struct state *state, const struct step *step) {
    const struct swrt_explore_event *event = event_of(s, step);
    const struct swrt_explore_program *program = s->tree.program;
    if (event->kind != SWRT_EXPLORE_READ)
        return 0;
    if (step->source == FIRST)
        return swrt_low_bytes(program->initial(program->self, event->address, event->size), event->size);
    return event_of(s, &state->steps[step->source])->value;
}

/* Goes on from a node, over turns that are not cut. */
static uint32_t go_on(struct search *s, uint32_t node, uint64_t answer) {
    node = swrt_tree_next(&s->tree, node, answer);
    while (s->tree.nodes[node].event.kind == SWRT_EXPLORE_TURN && !s->tree.nodes[node].is_cut &&
           s->tree.nodes[node].turns <= (s->options->turns ? s->options->turns : TURNS))
        node = swrt_tree_next(&s->tree, node, 0);
    return node;
}

static int last_step(const struct state *state, unsigned thread) {
    for (int i = (int)state->count - 1; i >= 0; i--)
        if (state->steps[i].thread == thread)
            return i;
    return -1;
}

static bool has_ended(const struct search *s, const struct state *state, unsigned thread) {
    const struct swrt_tree_node *node = &s->tree.nodes[state->next[thread]];
    return node->is_cut || node->event.kind > SWRT_EXPLORE_BARRIER;
}

/* --- barriers ----------------------------------------------------------------------------------------------------- */

/* What meets in a state. step: of each barrier of `barriers`. */
struct meetings {
    struct swrt_barriers barriers;
    struct swrt_gathering meeting;
    unsigned ways, steps[SWRT_MEETINGS];
};

static bool note_meeting(void *self, const struct swrt_gathering *meeting) {
    struct meetings *m = self;
    m->meeting = *meeting;
    return ++m->ways < 2;
}

/* False: there are no barriers. */
static bool find_meetings(struct search *s, const struct state *state, struct meetings *m) {
    unsigned count = 0;
    m->ways = 0;
    for (unsigned t = 0; t < s->threads; t++) {
        m->barriers.first[t] = count;
        m->barriers.ends[t] = s->tree.nodes[state->next[t]].event.kind == SWRT_EXPLORE_END && !(state->waits >> t & 1);
        for (unsigned i = 0; i < state->count; i++)
            if (state->steps[i].thread == t && event_of(s, &state->steps[i])->kind == SWRT_EXPLORE_BARRIER &&
                count < SWRT_MEETINGS) {
                m->steps[count] = i;
                m->barriers.list[count++] = &event_of(s, &state->steps[i])->barrier;
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

static void refuse(struct search *s, const char *why, uint64_t site) {
    s->outcomes->refused = why;
    s->outcomes->refused_site = site;
    s->is_over = true;
}

/* Brings the members of a barrier that exchanges behind it. */
static void exchange(struct search *s, struct state *state, const struct meetings *m, unsigned barrier) {
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
            next = go_on(s, next, 0);
        state->next[threads[i]] = next;
        state->waits &= ~(1ull << threads[i]);
    }
}

/* Lets threads go on whose barrier lets go. */
static void release(struct search *s, struct state *state) {
    struct meetings m;
    if (!state->waits || !find_meetings(s, state, &m))
        return;
    if (m.ways > 1) {
        refuse(s, "more threads come to a barrier than it waits for", 0);
        return;
    }
    for (unsigned t = 0; t < s->threads; t++) {
        int last = last_step(state, t);
        if (!(state->waits >> t & 1) || m.meeting.stuck[t] >= 0)
            continue;
        unsigned barrier = m.barriers.first[t + 1] - 1;
        if (event_of(s, &state->steps[last])->barrier.exchanges) {
            exchange(s, state, &m, barrier);
        } else {
            state->waits &= ~(1ull << t);
            state->next[t] = go_on(s, state->steps[last].node, 0);
        }
    }
}

/* --- graphs ------------------------------------------------------------------------------------------------------- */

static bool add_first_writes(struct search *s, const struct state *state) {
    const struct swrt_explore_program *program = s->tree.program;
    for (unsigned i = 0; i < state->count; i++) {
        const struct swrt_explore_event *event = event_of(s, &state->steps[i]);
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

static int16_t first_of(const struct search *s, const struct swrt_explore_event *event) {
    int16_t e = 0;
    while (s->graph.events[e].address != event->address || s->graph.events[e].size != event->size)
        e++;
    return e;
}

static void add_met(struct search *s, const struct state *state) {
    struct meetings m;
    int number[SWRT_MEETINGS];
    if (!find_meetings(s, state, &m))
        return;
    for (unsigned b = 0; b < m.barriers.first[s->threads]; b++)
        number[b] = s->number[m.steps[b]];
    swrt_meetings_relate(&m.barriers, &m.meeting, number, &s->graph.met);
}

static bool has_only_barriers(const struct search *s, const struct state *state, unsigned thread) {
    for (unsigned i = 0; i < state->count; i++)
        if (state->steps[i].thread == thread && event_of(s, &state->steps[i])->kind != SWRT_EXPLORE_BARRIER)
            return false;
    return true;
}

/* Makes the model's graph of a state, thread by thread, without those that only come to barriers. False: it has no room. */
static bool build(struct search *s, const struct state *state) {
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
            int e = swrt_graph_add_event(&s->graph, t, event_of(s, &state->steps[i]));
            if (e < 0)
                return false;
            s->number[i] = (int16_t)e;
            s->graph.events[e].node = state->steps[i].node;
        }
    }
    for (unsigned i = 0; i < state->count; i++) {
        const struct step *step = &state->steps[i];
        if (!is_read(s, step))
            continue;
        s->graph.source[s->number[i]] = step->source == FIRST ? first_of(s, event_of(s, step))
                                                              : s->number[step->source];
        s->graph.events[s->number[i]].value = answer_to(s, state, step);
    }
    swrt_graph_prepare(&s->graph);
    add_met(s, state);
    return true;
}

static bool enough(void *self, const struct swrt_solution *solution) {
    return false;
}

static bool is_consistent(struct search *s, const struct state *state) {
    struct swrt_solution_visit visit = {enough, 0};
    s->checks++;
    if (!build(s, state)) {
        stop(s, SWRT_EXPLORE_BOUND_EVENTS);
        return false;
    }
    return swrt_solve(&s->graph, &visit);
}

/* --- adding events ------------------------------------------------------------------------------------------------ */

/* Adds the thread's next event; false: there is no room. */
static bool add(struct search *s, struct state *state, unsigned thread, int source) {
    int last = last_step(state, thread);
    if (state->count == STEPS || (last >= 0 && state->steps[last].index == 255)) {
        stop(s, SWRT_EXPLORE_BOUND_EVENTS);
        return false;
    }
    struct step *step = &state->steps[state->count++];
    *step = (struct step){.node = state->next[thread],
                          .source = (int16_t)source,
                          .thread = (uint8_t)thread,
                          .index = (uint8_t)(last < 0 ? 0 : state->steps[last].index + 1)};
    const struct swrt_explore_event *event = event_of(s, step);
    if (event->kind == SWRT_EXPLORE_BARRIER && !event->barrier.arrives)
        state->waits |= 1ull << thread;
    else
        state->next[thread] = go_on(s, step->node, answer_to(s, state, step));
    return true;
}

static bool comes_to_second_half(const struct search *s, const struct state *state, unsigned thread) {
    const struct swrt_explore_event *event = &s->tree.nodes[state->next[thread]].event;
    int last = last_step(state, thread);
    return last >= 0 && is_read(s, &state->steps[last]) && event->kind == SWRT_EXPLORE_WRITE &&
           event->flags & SWRT_EXPLORE_RMW;
}

/* --- the past ----------------------------------------------------------------------------------------------------- */

struct past {
    bool has[STEPS];
};

static bool is_member(const struct meetings *m, unsigned thread, unsigned group) {
    for (unsigned b = m->barriers.first[thread]; b < m->barriers.first[thread + 1]; b++)
        if (m->meeting.group[b] == group)
            return true;
    return false;
}

static bool is_in_scope(const struct search *s, const struct swrt_explore_barrier *barrier, unsigned a, unsigned b) {
    return barrier->scope ? swrt_place_includes(&s->places[a], barrier->scope, &s->places[b])
                          : s->places[a].warp == s->places[b].warp;
}

/* All that is before a step in its thread, in what it reads from, or in what it waited for, and the step. */
static void find_past(struct search *s, const struct state *state, unsigned of, struct past *past) {
    struct meetings m;
    bool has_barriers = find_meetings(s, state, &m);
    unsigned count = has_barriers ? m.barriers.first[s->threads] : 0;
    memset(past, 0, sizeof *past);
    past->has[of] = true;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int i = (int)state->count - 1; i >= 0; i--) {
            if (!past->has[i])
                continue;
            const struct step *step = &state->steps[i];
            for (int k = 0; k < (int)state->count; k++) {
                bool is_before = (state->steps[k].thread == step->thread && state->steps[k].index < step->index) ||
                                 (is_read(s, step) && step->source == k);
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
            if (m.barriers.list[b]->count)
                continue;
            for (unsigned t = 0; t < s->threads; t++) { /* who ended without coming was waited for, too */
                int last = last_step(state, t);
                if (last >= 0 && !past->has[last] && m.barriers.ends[t] && !is_member(&m, t, m.meeting.group[b]) &&
                    is_in_scope(s, m.barriers.list[b], state->steps[m.steps[b]].thread, t))
                    past->has[last] = goes_on = true;
            }
        }
    }
}

/* The state with only the steps that `keeps` says. map: where they are in it, or -1. */
static void restrict_to(struct search *s, const struct state *state, const bool *keeps, struct state *to,
                        int16_t *map) {
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
        if (to->steps[i].source != FIRST)
            to->steps[i].source = map[to->steps[i].source];
}

/* Finds out where threads stand whose steps have changed. */
static void find_next(struct search *s, struct state *state) {
    state->waits = 0;
    for (unsigned t = 0; t < s->threads; t++) {
        int last = last_step(state, t);
        if (last < 0) {
            state->next[t] = go_on(s, t, 0);
            continue;
        }
        const struct swrt_explore_event *event = event_of(s, &state->steps[last]);
        if (event->kind == SWRT_EXPLORE_BARRIER && !event->barrier.arrives) {
            state->waits |= 1ull << t;
            state->next[t] = state->steps[last].node;
        } else {
            state->next[t] = go_on(s, state->steps[last].node, answer_to(s, state, &state->steps[last]));
        }
    }
    release(s, state);
}

/* --- preferences -------------------------------------------------------------------------------------------------- */

/* Whether a read would rather read a than b: the later thread's, the later one of a thread, the first value last. */
static bool is_preferred(const struct state *state, int a, int b) {
    if (a == FIRST || b == FIRST)
        return b == FIRST && a != FIRST;
    const struct step *x = &state->steps[a], *y = &state->steps[b];
    return x->thread != y->thread ? x->thread > y->thread : x->index > y->index;
}

/* Whether the read at a step, with nothing in the graph but what `keeps` says, reads what it prefers. */
static bool reads_preferred(struct search *s, const struct state *state, unsigned read, const bool *keeps) {
    int source = state->steps[read].source;
    int16_t map[STEPS];
    struct state rest, trial;
    if (source != FIRST && !keeps[source])
        return false;
    restrict_to(s, state, keeps, &rest, map);
    find_next(s, &rest);
    for (unsigned w = 0; w < state->count; w++) {
        if (!keeps[w] || !is_write(s, &state->steps[w]) || !is_of_one_place(s, &state->steps[w], &state->steps[read]) ||
            !is_preferred(state, (int)w, source))
            continue;
        trial = rest;
        unsigned thread = state->steps[read].thread;
        if (add(s, &trial, thread, map[w]) &&
            (!comes_to_second_half(s, &trial, thread) || add(s, &trial, thread, FIRST)) && is_consistent(s, &trial))
            return false;
    }
    return true;
}

static bool is_read_within(const struct search *s, const struct state *state, unsigned write, const bool *within) {
    for (unsigned i = 0; i < state->count; i++)
        if (within[i] && is_read(s, &state->steps[i]) && state->steps[i].source == (int)write)
            return true;
    return false;
}

/* What stays of a revisit when the step comes again: all before it, and the past of the write that revisits. */
static void keep_before(const struct state *state, unsigned step, const struct past *past, bool *keeps) {
    for (unsigned i = 0; i + 1 < state->count; i++)
        keeps[i] = i < step || past->has[i];
    keeps[state->count - 1] = false;
}

/* Whether all that a revisit takes away, and the read itself, would come again by itself. */
static bool comes_again(struct search *s, const struct state *state, unsigned read, const struct past *past) {
    bool keeps[STEPS];
    for (unsigned e = read; e < state->count; e++) {
        keep_before(state, e, past, keeps);
        if (!past->has[e] && is_write(s, &state->steps[e]) && is_read_within(s, state, e, keeps))
            return false;
    }
    for (unsigned e = read; e < state->count; e++) {
        keep_before(state, e, past, keeps);
        if (!past->has[e] && is_read(s, &state->steps[e]) && !reads_preferred(s, state, e, keeps))
            return false;
    }
    return true;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

static void visit(struct search *s, struct state *state);

static void revisit(struct search *s, const struct state *state);

/* Goes on from a state whose thread has just read. */
static void visit_behind_read(struct search *s, const struct state *state, unsigned thread) {
    struct state next = *state;
    if (!is_consistent(s, state))
        return;
    if (!comes_to_second_half(s, state, thread)) {
        visit(s, &next);
        return;
    }
    if (!add(s, &next, thread, FIRST))
        return;
    struct state with_write = next;
    if (is_consistent(s, &next))
        visit(s, &next);
    if (!s->is_over)
        revisit(s, &with_write);
}

/* Lets the last step, a write, be read by reads that came before it. */
static void revisit(struct search *s, const struct state *state) {
    struct past past;
    unsigned write = state->count - 1;
    find_past(s, state, write, &past);
    for (unsigned read = write; read-- > 0 && !s->is_over;) {
        bool keeps[STEPS];
        int16_t map[STEPS];
        struct state next;
        if (past.has[read] || !is_read(s, &state->steps[read]) ||
            !is_of_one_place(s, &state->steps[read], &state->steps[write]) || !comes_again(s, state, read, &past))
            continue;
        for (unsigned i = 0; i < state->count; i++)
            keeps[i] = i <= read || past.has[i];
        restrict_to(s, state, keeps, &next, map);
        next.steps[map[read]].source = map[write];
        find_next(s, &next);
        visit_behind_read(s, &next, state->steps[read].thread);
    }
}

static void finish(struct search *s, const struct state *state) {
    struct swrt_ends ends;
    struct swrt_outcomes *outcomes = s->outcomes;
    for (unsigned t = 0; t < s->threads; t++) {
        const struct swrt_tree_node *node = &s->tree.nodes[state->next[t]];
        ends.node[t] = state->next[t];
        ends.is_stuck[t] = state->waits >> t & 1;
        if (!ends.is_stuck[t] && !swrt_tree_is_end(node)) { /* a bound cut it off */
            stop(s, node->event.kind == SWRT_EXPLORE_TURN ? SWRT_EXPLORE_BOUND_TURNS : SWRT_EXPLORE_BOUND_EVENTS);
            return;
        }
    }
    if (!build(s, state))
        return;
    for (unsigned i = 0; outcomes->watches_all && i < state->count; i++)
        if (is_write(s, &state->steps[i]))
            swrt_outcomes_watch(outcomes, s->tree.program, event_of(s, &state->steps[i])->address,
                                event_of(s, &state->steps[i])->size);
    outcomes->candidates++;
    if (s->graph.count > outcomes->events)
        outcomes->events = s->graph.count;
    swrt_judge(outcomes, &s->tree, s->options, &s->graph, &ends);
    s->is_over |= outcomes->refused || outcomes->is_mixed;
    if (outcomes->candidates >= s->most_graphs)
        stop(s, SWRT_EXPLORE_BOUND_GRAPHS);
    const struct swrt_explore_progress *progress = &s->options->progress;
    if (outcomes->candidates % TICK == 0 && progress->goes_on &&
        !progress->goes_on(progress->self, outcomes->graphs, outcomes->count))
        stop(s, SWRT_EXPLORE_BOUND_STOPPED);
}

static void visit_read(struct search *s, const struct state *state, unsigned thread) {
    const struct step read = {.node = state->next[thread]};
    for (int w = FIRST; w < (int)state->count && !s->is_over; w++) {
        if (w != FIRST && (!is_write(s, &state->steps[w]) || !is_of_one_place(s, &state->steps[w], &read)))
            continue;
        struct state next = *state;
        if (add(s, &next, thread, w))
            visit_behind_read(s, &next, thread);
    }
}

/* The first thread that can go on; SWRT_EXPLORE_THREADS: there is none. */
static unsigned next_thread(const struct search *s, const struct state *state) {
    unsigned t = 0;
    while (t < s->threads && (has_ended(s, state, t) || state->waits >> t & 1))
        t++;
    return t < s->threads ? t : SWRT_EXPLORE_THREADS;
}

static void visit(struct search *s, struct state *state) {
    while (!s->is_over) {
        release(s, state);
        unsigned thread = next_thread(s, state);
        if (thread == SWRT_EXPLORE_THREADS) {
            finish(s, state);
            return;
        }
        const struct swrt_tree_node *node = &s->tree.nodes[state->next[thread]];
        if (node->events >= (s->options->events ? s->options->events : EVENTS)) {
            stop(s, SWRT_EXPLORE_BOUND_EVENTS);
            return;
        }
        enum swrt_explore_kind kind = node->event.kind;
        if (kind == SWRT_EXPLORE_BARRIER && node->event.barrier.is_quorum) {
            refuse(s, "a barrier of litmus tests, which only the search by values follows", node->event.site);
            return;
        }
        if (kind == SWRT_EXPLORE_READ) {
            visit_read(s, state, thread);
            return;
        }
        if (!add(s, state, thread, FIRST))
            return;
        if (kind == SWRT_EXPLORE_WRITE) {
            struct state copy = *state;
            visit(s, &copy);
            if (!s->is_over)
                revisit(s, state);
            return;
        }
    }
}

struct swrt_outcomes *swrt_explore_graphs(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options) {
    struct search *s = swrt_explore_alloc(sizeof *s);
    struct swrt_outcomes *outcomes = swrt_outcomes_open(program, options);
    struct state state = {0};
    outcomes->keeps_order = true;
    s->options = options;
    s->outcomes = outcomes;
    s->threads = program->threads;
    s->most_graphs = options->graphs ? options->graphs : UINT64_MAX;
    swrt_tree_open(&s->tree, program);
    for (unsigned t = 0; t < program->threads; t++)
        program->place(program->self, t, &s->places[t]);
    find_next(s, &state);
    visit(s, &state);
    swrt_tree_close(&s->tree);
    free(s);
    return outcomes;
}
