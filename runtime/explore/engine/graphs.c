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

#include "explore/engine/graphs.h"

enum { EVENTS = 100, TICK = 64 };

static void visit(struct swrt_graphs *s, struct swrt_graphs_state *state);

static void revisit(struct swrt_graphs *s, const struct swrt_graphs_state *state);

/* Goes on from a state whose thread has just read. */
static void visit_behind_read(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    struct swrt_graphs_state next = *state;
    if (!swrt_graphs_is_consistent(s, state))
        return;
    if (!swrt_graphs_comes_to_second_half(s, state, thread)) {
        visit(s, &next);
        return;
    }
    if (!swrt_graphs_add(s, &next, thread, SWRT_GRAPHS_FIRST))
        return;
    struct swrt_graphs_state with_write = next;
    if (swrt_graphs_is_consistent(s, &next))
        visit(s, &next);
    if (!s->is_over)
        revisit(s, &with_write);
}

/* Lets the last step, a write, be read by reads that came before it. */
static void revisit(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    struct swrt_graphs_past past;
    unsigned write = state->count - 1;
    swrt_graphs_find_past(s, state, write, &past);
    for (unsigned read = write; read-- > 0 && !s->is_over;) {
        bool keeps[SWRT_GRAPHS_STEPS];
        int16_t map[SWRT_GRAPHS_STEPS];
        struct swrt_graphs_state next;
        if (past.has[read] || !swrt_graphs_is_read(s, &state->steps[read]) ||
            !swrt_graphs_is_of_one_place(s, &state->steps[read], &state->steps[write]) ||
            !swrt_graphs_comes_again(s, state, read, &past))
            continue;
        for (unsigned i = 0; i < state->count; i++)
            keeps[i] = i <= read || past.has[i];
        swrt_graphs_restrict_to(s, state, keeps, &next, map);
        next.steps[map[read]].source = map[write];
        swrt_graphs_find_next(s, &next);
        visit_behind_read(s, &next, state->steps[read].thread);
    }
}

/* Whether this search goes into the part that begins here. */
static bool takes_part(struct swrt_graphs *s) {
    const struct swrt_explore_division *division = s->options->division;
    uint32_t part = s->parts++;
    if (!division->takes(division->self, part))
        return false;
    s->outcomes->part = part;
    return true;
}

bool swrt_graphs_enter(struct swrt_graphs *s) {
    const struct swrt_explore_division *division = s->options->division;
    if (division && s->depth == division->depth && !takes_part(s))
        return false;
    s->depth++;
    return true;
}

void swrt_graphs_leave(struct swrt_graphs *s) {
    s->depth--;
}

bool swrt_graphs_can_step(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    const struct swrt_tree_node *node = &s->tree.nodes[state->next[thread]];
    if (node->events >= (s->options->events ? s->options->events : EVENTS)) {
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_EVENTS);
        return false;
    }
    if (node->event.kind == SWRT_EXPLORE_BARRIER && node->event.barrier.is_quorum) {
        swrt_graphs_refuse(s, "a barrier of litmus tests, which only the search by values follows", node->event.site);
        return false;
    }
    return true;
}

/* Watches the place, and those of other threads that change with it. */
static void watch_place(struct swrt_graphs *s, const struct swrt_explore_event *write) {
    const struct swrt_alike_place *place = swrt_alike_find(&s->lesson.alike, write->address, write->size);
    swrt_outcomes_watch(s->outcomes, s->tree.program, write->address, write->size);
    for (unsigned i = 0; place && place->row && i < s->lesson.alike.num_places; i++)
        if (s->lesson.alike.places[i].row == place->row)
            swrt_outcomes_watch(s->outcomes, s->tree.program, s->lesson.alike.places[i].address, write->size);
}

void swrt_graphs_finish(struct swrt_graphs *s, const struct swrt_graphs_state *state, struct swrt_ends *ends) {
    struct swrt_outcomes *outcomes = s->outcomes;
    const struct swrt_explore_division *division = s->options->division;
    if (division && s->depth <= division->depth && !takes_part(s)) /* it may end before the others divide */
        return;
    for (unsigned t = 0; t < s->threads; t++) {
        const struct swrt_tree_node *node = &s->tree.nodes[state->next[t]];
        ends->node[t] = state->next[t];
        ends->is_stuck[t] = state->waits >> t & 1;
        if (!ends->is_stuck[t] && !swrt_tree_is_end(node)) { /* a bound cut it off */
            swrt_graphs_stop(s, node->event.kind == SWRT_EXPLORE_TURN ? SWRT_EXPLORE_BOUND_TURNS
                                                                      : SWRT_EXPLORE_BOUND_EVENTS);
            return;
        }
    }
    if (!swrt_graphs_build(s, state))
        return;
    for (unsigned i = 0; outcomes->watches_all && i < state->count; i++)
        if (swrt_graphs_is_write(s, &state->steps[i]))
            watch_place(s, swrt_graphs_event_of(s, &state->steps[i]));
    outcomes->candidates++;
    if (s->graph.count > outcomes->events)
        outcomes->events = s->graph.count;
    swrt_judge(outcomes, &s->tree, s->options, &s->graph, ends);
    s->is_over |= outcomes->refused || outcomes->is_mixed;
    if (outcomes->candidates >= s->most_graphs)
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_GRAPHS);
    const struct swrt_explore_progress *progress = &s->options->progress;
    if (outcomes->candidates % TICK == 0 && progress->goes_on &&
        !progress->goes_on(progress->self, outcomes->graphs, outcomes->count))
        swrt_graphs_stop(s, SWRT_EXPLORE_BOUND_STOPPED);
}

static void visit_read(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    const struct swrt_graphs_step read = {.node = state->next[thread]};
    for (int w = SWRT_GRAPHS_FIRST; w < (int)state->count && !s->is_over; w++) {
        if (w != SWRT_GRAPHS_FIRST &&
            (!swrt_graphs_is_write(s, &state->steps[w]) || !swrt_graphs_is_of_one_place(s, &state->steps[w], &read)))
            continue;
        struct swrt_graphs_state next = *state;
        if (swrt_graphs_add(s, &next, thread, w))
            visit_behind_read(s, &next, thread);
    }
}

/* The first thread that can go on; SWRT_EXPLORE_THREADS: there is none. */
static unsigned next_thread(const struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    unsigned t = 0;
    while (t < s->threads && (swrt_graphs_has_ended(s, state, t) || state->waits >> t & 1))
        t++;
    return t < s->threads ? t : SWRT_EXPLORE_THREADS;
}

static void go_on(struct swrt_graphs *s, struct swrt_graphs_state *state) {
    while (!s->is_over) {
        swrt_graphs_release(s, state);
        unsigned thread = next_thread(s, state);
        if (thread == SWRT_EXPLORE_THREADS) {
            struct swrt_ends ends = {.times = 1};
            swrt_graphs_finish(s, state, &ends);
            return;
        }
        if (!swrt_graphs_can_step(s, state, thread))
            return;
        enum swrt_explore_kind kind = s->tree.nodes[state->next[thread]].event.kind;
        if (kind == SWRT_EXPLORE_READ) {
            visit_read(s, state, thread);
            return;
        }
        if (!swrt_graphs_add(s, state, thread, SWRT_GRAPHS_FIRST))
            return;
        if (kind == SWRT_EXPLORE_WRITE) {
            struct swrt_graphs_state copy = *state;
            visit(s, &copy);
            if (!s->is_over)
                revisit(s, state);
            return;
        }
    }
}

static void visit(struct swrt_graphs *s, struct swrt_graphs_state *state) {
    if (!swrt_graphs_enter(s))
        return;
    go_on(s, state);
    swrt_graphs_leave(s);
}

static void search(struct swrt_graphs *s) {
    struct swrt_graphs_state state = {0};
    swrt_graphs_find_next(s, &state);
    visit(s, &state);
}

struct swrt_outcomes *swrt_explore_graphs(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options) {
    struct swrt_graphs *s = swrt_explore_alloc(sizeof *s);
    s->outcomes = swrt_outcomes_open(program, options);
    s->outcomes->keeps_order = true;
    s->options = options;
    s->threads = program->threads;
    s->most_graphs = options->graphs ? options->graphs : UINT64_MAX;
    swrt_tree_open(&s->tree, program);
    for (unsigned t = 0; t < program->threads; t++)
        program->place(program->self, t, &s->places[t]);
    if (!swrt_graphs_search_forward(s))
        search(s);
    struct swrt_outcomes *outcomes = s->outcomes;
    swrt_tree_close(&s->tree);
    swrt_lesson_close(&s->lesson);
    free(s->known);
    free(s);
    return outcomes;
}
