/* What the search without revisits (graphs_forward.c) knows of the program, and finds out as it goes: which threads are
 * alike, and which places each may write to. Where it has gone on what turns out to be wrong, it begins again.
 *
 * A node of a thread's tree that the search comes to is looked for in the trees of all threads that are taken to be
 * alike: the same answers must lead to the same event there. So when the search is through, threads are alike in all
 * that they do in any execution; nobody needs to know what they would do with answers that none gives them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "explore/engine/graphs.h"

enum { PROBE = 64, DEEPEST = 4096, MOST_WAYS = 40320 };

/* --- who is taken to be alike ------------------------------------------------------------------------------------- */

static uint64_t count_ways(const struct swrt_alike *alike) {
    unsigned key[SWRT_EXPLORE_THREADS];
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        key[t] = t;
    return swrt_alike_count_ways(alike, key);
}

/* Takes threads to be alike that stand alike, and that are not known to differ, for as long as ways to interchange
 * them are few. */
static void take_alike(struct swrt_graphs *s) {
    struct swrt_alike *alike = &s->lesson.alike;
    for (unsigned t = 0; t < s->threads; t++)
        swrt_alike_tell_apart(alike, alike->first[t]);
    for (unsigned i = 0; i < alike->num_places; i++)
        alike->places[i].is_missed = false;
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < t && alike->first[t] == t; a++) {
            if (alike->first[a] != a || s->lesson.differs[a] >> t & 1 || !swrt_alike_stand(alike, a, t))
                continue;
            alike->first[t] = (uint8_t)a;
            if (count_ways(alike) > MOST_WAYS)
                alike->first[t] = (uint8_t)t;
        }
}

static void begin_again(struct swrt_graphs *s) {
    s->begins_again = s->is_over = true;
}

/* From now on these threads are told apart. */
static void tell_apart(struct swrt_graphs *s, uint64_t threads) {
    for (unsigned t = 0; t < s->threads; t++)
        if (threads >> t & 1)
            s->lesson.differs[t] |= threads & ~(1ull << t);
    begin_again(s);
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* The node to which the same answers lead in another thread's tree. */
static uint32_t find_image(struct swrt_graphs *s, uint32_t node, unsigned thread) {
    uint64_t answers[DEEPEST];
    unsigned length = 0;
    uint32_t image = thread;
    for (; node >= s->threads; node = s->tree.nodes[node].parent) {
        assert(length < DEEPEST);
        answers[length++] = s->tree.nodes[node].answer;
    }
    while (length)
        image = swrt_tree_next(&s->tree, image, answers[--length]);
    return image;
}

static bool is_same_node(struct swrt_graphs *s, uint32_t a, uint32_t b) {
    const struct swrt_tree_node *x = &s->tree.nodes[a], *y = &s->tree.nodes[b];
    return x->is_cut == y->is_cut && x->turn == y->turn &&
           swrt_alike_match(&s->lesson.alike, x->thread, &x->event, y->thread, &y->event);
}

static bool is_known(const struct swrt_graphs *s, uint32_t node) {
    return node < s->num_known && s->known[node];
}

static void note_known(struct swrt_graphs *s, uint32_t node) {
    if (node >= s->num_known) {
        uint32_t count = 2 * node + 64;
        uint8_t *known = swrt_explore_alloc(count);
        if (s->num_known)
            memcpy(known, s->known, s->num_known);
        free(s->known);
        s->known = known;
        s->num_known = count;
    }
    s->known[node] = 1;
}

/* Notes what the thread does there. Where a read did not wait because nobody seemed to write to its place, all begins
 * again. */
static void note_use(struct swrt_graphs *s, uint32_t node) {
    unsigned thread = s->tree.nodes[node].thread;
    const struct swrt_explore_event *event = &s->tree.nodes[node].event;
    const struct swrt_alike_place *known = swrt_alike_find(&s->lesson.alike, event->address, event->size);
    uint64_t writers = known ? known->writers : 0;
    const struct swrt_alike_place *place = swrt_alike_use(&s->lesson.alike, thread, event);
    if (place && place->is_missed && place->writers != writers)
        begin_again(s);
    s->lesson.has_failed |= event->kind == SWRT_EXPLORE_FAILED || event->kind == SWRT_EXPLORE_TRAPPED ||
                            event->kind == SWRT_EXPLORE_REFUSED;
    if (s->lesson.has_failed && s->drops_waits)
        begin_again(s);
    if (event->kind == SWRT_EXPLORE_BARRIER) {
        s->lesson.has_barriers = true;
        begin_again(s);
    }
}

/* What is asked is asked of one of many executions: own places may not matter to it. */
static bool is_asked_of_own(const struct swrt_graphs *s, unsigned *thread) {
    return s->options->question.holds && swrt_alike_has_watched(&s->lesson.alike, s->outcomes, thread);
}

void swrt_graphs_know(struct swrt_graphs *s, uint32_t node) {
    if (is_known(s, node) || s->is_over)
        return;
    unsigned thread = s->tree.nodes[node].thread, first = s->lesson.alike.first[thread], intruder;
    uint64_t class = swrt_alike_class(&s->lesson.alike, thread);
    uint32_t firsts = find_image(s, node, first);
    for (unsigned t = first; t < s->threads && !s->is_over; t++) {
        if (!(class >> t & 1))
            continue;
        uint32_t image = find_image(s, node, t);
        if (!is_same_node(s, firsts, image))
            tell_apart(s, 1ull << first | 1ull << t);
        note_known(s, image);
        note_use(s, image);
    }
    if (!s->is_over && (swrt_alike_has_intruder(&s->lesson.alike, &intruder) || is_asked_of_own(s, &intruder)))
        tell_apart(s, swrt_alike_class(&s->lesson.alike, intruder));
}

/* --- before the search -------------------------------------------------------------------------------------------- */

/* What a read gets when nobody else writes. */
static uint64_t own_answer(const struct swrt_graphs *s, uint32_t node) {
    const struct swrt_explore_program *program = s->tree.program;
    const struct swrt_explore_event *read = &s->tree.nodes[node].event;
    for (uint32_t at = s->tree.nodes[node].parent; at >= s->threads; at = s->tree.nodes[at].parent) {
        const struct swrt_explore_event *event = &s->tree.nodes[at].event;
        if (event->kind == SWRT_EXPLORE_WRITE && event->address == read->address && event->size == read->size)
            return event->value;
    }
    return swrt_low_bytes(program->initial(program->self, read->address, read->size), read->size);
}

/* Lets each thread run alone for some time: most of what threads differ in, and write to, is seen by that. */
static void try_alone(struct swrt_graphs *s, unsigned thread) {
    uint32_t node = swrt_tree_next(&s->tree, thread, 0);
    for (unsigned i = 0; i < PROBE && !s->is_over; i++) {
        swrt_graphs_know(s, node);
        const struct swrt_tree_node *at = &s->tree.nodes[node];
        if (swrt_tree_is_end(at) || at->event.kind == SWRT_EXPLORE_BARRIER)
            return;
        node = swrt_tree_next(&s->tree, node, at->event.kind == SWRT_EXPLORE_READ ? own_answer(s, node) : 0);
    }
}

bool swrt_graphs_find_alike(struct swrt_graphs *s) {
    for (s->begins_again = true; s->begins_again && !s->lesson.has_barriers;) {
        s->begins_again = s->is_over = false;
        s->drops_waits = !s->lesson.has_failed;
        take_alike(s);
        free(s->known);
        s->known = NULL;
        s->num_known = 0;
        for (unsigned t = 0; t < s->threads && !s->is_over; t++)
            try_alone(s, t);
    }
    bool are_some = false;
    for (unsigned t = 0; t < s->threads; t++)
        are_some |= s->lesson.alike.first[t] != t;
    s->begins_again = s->is_over = false;
    return are_some && !s->lesson.has_barriers;
}

bool swrt_graphs_may_wait(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread) {
    const struct swrt_explore_event *read = &s->tree.nodes[state->next[thread]].event;
    struct swrt_alike_place *place = swrt_alike_find(&s->lesson.alike, read->address, read->size);
    for (unsigned t = 0; t < s->threads; t++)
        if (t != thread && !swrt_graphs_has_ended(s, state, t) && place->writers >> t & 1)
            return true;
    place->is_missed = true;
    return false;
}
