/* E2 for programs with threads that are alike (alike.h): a search that takes nothing away, and of executions that
 * differ only in which of such threads did what, finds one.
 *
 * Events are added one at a time, always of the first thread that can go on. A read tries all writes that are there;
 * and it may wait: then it reads from a write that is yet to come, and its thread goes on when there is one. So each
 * execution graph comes once, along its path: its steps in the one order in which always the lowest thread goes of
 * those whose next event has its source. Reads that wait for a write that does not come are dropped. A read only waits
 * where some thread that has not ended is known to write to the place; if another one turns out to, all begins again
 * (graphs_alike.c).
 *
 * Of graphs that are the same but for the names of threads that are alike, the search finds the one with the first
 * code (graphs_order.c): a state is dropped as soon as a renamed form of it has a code before its own. That is right:
 *
 *     Let S be a state on the path of G, its first k steps, and p a renaming for which the code of pS is before that
 *     of S. Then the code of pG is before that of G, too. For pS is a part of pG. Where their paths part, after
 *     states that are the same, the step that pS takes next is in pG with the same source, and could be taken; so pG
 *     takes one of a lower thread, and its code is before that of pS. The code of pS is before that of S at some
 *     step i < k. If the paths of pS and pG part by then, pG's code is before pS's, and so before S's, where they
 *     part; else it is before S's at i. And S's is that of G there.
 *
 * So all states of the first graph are kept, and of the others the last is not. How many a graph stands for is how many
 * ways to rename there are, by how many of these leave it as it is (swrt_graphs_is_first finds these, too: they have
 * the same code to the end).
 *
 * Rules that whoever changes this must keep:
 * 1. Which thread is next depends on the graph alone, and is the lowest that can go on.
 * 2. What a state is dropped for stays so in all that comes of it, and is so in all its renamed forms.
 * 3. No thread comes to a barrier: who is let go by one would be part of when a thread can go on.
 *
 * A thread that waits for ever in a loop, and reads there what other writes have replaced, goes on in truth. Such
 * states are dropped at once, unless some thread can fail: an execution ends with that, whoever would have gone on.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "explore/engine/graphs.h"

static void visit(struct swrt_graphs *s, const struct swrt_graphs_state *state);

/* Goes on from a state whose thread has just read. */
static void visit_behind_read(struct swrt_graphs *s, struct swrt_graphs_state *state, unsigned thread) {
    if (swrt_graphs_comes_to_second_half(s, state, thread) && !swrt_graphs_add(s, state, thread, SWRT_GRAPHS_FIRST))
        return;
    if (!s->is_over && swrt_graphs_is_first(s, state, NULL, NULL) && swrt_graphs_is_consistent(s, state))
        visit(s, state);
}

static bool is_source(const struct swrt_graphs *s, const struct swrt_graphs_state *state, int write,
                      const struct swrt_graphs_step *read) {
    return write == SWRT_GRAPHS_FIRST || (swrt_graphs_is_write(s, &state->steps[write]) &&
                                          swrt_graphs_is_of_one_place(s, &state->steps[write], read));
}

/* The first step that the thread's next read may read from. */
static int first_source(const struct swrt_graphs_state *state, unsigned thread) {
    return state->since[thread] ? state->since[thread] - 1 : SWRT_GRAPHS_FIRST;
}

static void visit_read(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    const struct swrt_graphs_step read = {.node = state->next[thread]};
    struct swrt_graphs_state next;
    for (int w = first_source(state, thread); w < (int)state->count && !s->is_over; w++) {
        if (!is_source(s, state, w, &read))
            continue;
        next = *state;
        next.since[thread] = 0;
        if (swrt_graphs_add(s, &next, thread, w))
            visit_behind_read(s, &next, thread);
    }
    if (s->is_over || !swrt_graphs_may_wait(s, state, thread))
        return;
    next = *state;
    next.since[thread] = (uint16_t)(state->count + 1);
    visit(s, &next);
}

/* Whether the thread's next event is a read that waits for a write, and there is none yet. */
static bool waits_for_write(const struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    const struct swrt_graphs_step next = {.node = state->next[thread]};
    if (!state->since[thread])
        return false;
    for (int w = first_source(state, thread); w < (int)state->count; w++)
        if (is_source(s, state, w, &next))
            return false;
    return true;
}

/* The first thread that can go on; SWRT_EXPLORE_THREADS: there is none. is_lost: a read waits for what will not
 * come. */
static unsigned next_thread(struct swrt_graphs *s, const struct swrt_graphs_state *state, bool *is_lost) {
    unsigned next = SWRT_EXPLORE_THREADS;
    *is_lost = false;
    for (unsigned t = s->threads; t-- > 0;)
        if (waits_for_write(s, state, t))
            *is_lost |= !swrt_graphs_may_wait(s, state, t);
        else if (!swrt_graphs_has_ended(s, state, t))
            next = t;
    return next;
}

static bool have_all_ended(const struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    unsigned t = 0;
    while (t < s->threads && swrt_graphs_has_ended(s, state, t))
        t++;
    return t == s->threads;
}

/* Whether outcomes tell the ways apart in which threads can be interchanged: by who waits, fails or traps, or by what
 * is in threads' own places. */
static bool tells_ways(const struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    unsigned thread;
    bool tells = s->outcomes->watches_all ? s->lesson.alike.rows
                                          : swrt_alike_has_watched(&s->lesson.alike, s->outcomes, &thread);
    for (unsigned t = 0; t < s->threads; t++)
        tells |= s->tree.nodes[state->next[t]].event.kind != SWRT_EXPLORE_END;
    return tells;
}

/* Threads without steps are all the same; and what leaves the state as it is leaves them as they are. */
static void complete(const struct swrt_graphs *s, const struct swrt_graphs_state *state, uint8_t *symmetries,
                     unsigned count, unsigned *key) {
    for (unsigned t = 0; t < s->threads; t++) {
        bool has_steps = swrt_graphs_last_step(state, t) >= 0;
        key[t] = has_steps ? t + 1 : 0;
        for (unsigned i = 0; i < count && !has_steps; i++)
            symmetries[i * s->threads + t] = (uint8_t)t;
    }
}

/* An execution, which stands for all that are the same but for the names of threads. */
static void finish(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    struct swrt_ends ends = {.alike = &s->lesson.alike};
    unsigned key[SWRT_EXPLORE_THREADS], num_symmetries = 0, num_ways = 0;
    uint8_t *symmetries = NULL, *ways = NULL;
    if (!swrt_graphs_is_first(s, state, &symmetries, &num_symmetries))
        return;
    complete(s, state, symmetries, num_symmetries, key);
    ends.times = swrt_alike_count_ways(&s->lesson.alike, key) / num_symmetries;
    if (tells_ways(s, state))
        ends.ways = ways = swrt_alike_ways(&s->lesson.alike, key, symmetries, num_symmetries, &num_ways);
    assert(!ways || num_ways == ends.times);
    swrt_graphs_finish(s, state, &ends);
    free(symmetries);
    free(ways);
}

static bool some_wait_for_ever(const struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    bool some = false;
    for (unsigned t = 0; t < s->threads; t++)
        some |= s->tree.nodes[state->next[t]].is_cut;
    return some;
}

static void go_on(struct swrt_graphs *s, struct swrt_graphs_state *state) {
    bool is_lost = false;
    while (!s->is_over) {
        unsigned thread = next_thread(s, state, &is_lost);
        if (is_lost)
            return;
        if (thread == SWRT_EXPLORE_THREADS) {
            if (have_all_ended(s, state))
                finish(s, state);
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
        if (kind == SWRT_EXPLORE_WRITE && some_wait_for_ever(s, state) && !swrt_graphs_is_consistent(s, state))
            return;
    }
}

static void visit(struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    struct swrt_graphs_state next = *state;
    if (!swrt_graphs_enter(s))
        return;
    go_on(s, &next);
    swrt_graphs_leave(s);
}

static void search(struct swrt_graphs *s) {
    struct swrt_graphs_state state = {0};
    s->is_forward = true;
    swrt_graphs_find_next(s, &state);
    visit(s, &state);
    s->is_forward = false;
}

static void forget_outcomes(struct swrt_graphs *s) {
    swrt_outcomes_close(s->outcomes);
    s->outcomes = swrt_outcomes_open(s->tree.program, s->options);
    s->outcomes->keeps_order = true;
    s->depth = s->parts = 0;
    s->checks = 0;
}

/* False: it has to begin again. */
static bool has_searched(struct swrt_graphs *s) {
    search(s);
    if (s->begins_again && !s->options->division) {
        forget_outcomes(s);
        return false;
    }
    s->outcomes->is_outdated = s->begins_again; /* others have parts of what was there before */
    return true;
}

bool swrt_graphs_search_forward(struct swrt_graphs *s) {
    bool is_done = false;
    struct swrt_lesson *lesson = s->options->lesson;
    swrt_lesson_open(&s->lesson, s->tree.program);
    if (lesson)
        swrt_lesson_copy(&s->lesson, lesson);
    while (!is_done && !s->options->tells_apart && swrt_graphs_find_alike(s))
        is_done = has_searched(s);
    if (lesson)
        swrt_lesson_copy(lesson, &s->lesson);
    return is_done;
}
