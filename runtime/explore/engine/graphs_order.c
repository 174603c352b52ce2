/* Of graphs that differ only in which of threads that are alike did what, the search without revisits
 * (graphs_forward.c) follows the first one.
 *
 * A state's code are its steps in the order in which they came, each as its thread and, of a read, the step that it
 * reads from. Codes are compared by the first step in which they differ: the lower thread is first, of the same
 * thread the read of the earlier step (graphs_forward.c has what follows from that). What a thread does is not part
 * of it: threads that are alike, and have read the same so far, do the same.
 *
 * The codes of all renamed states are made at once, step by step, as far as they are the same as the state's own. A
 * renaming says which thread plays the part of thread v; it is chosen when v comes first.
 */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/graphs.h"

enum { NOBODY = 255 };

/* plays: of each renaming, who plays each thread's part. of: a thread's steps; done: how many of its part have come. */
struct order {
    const struct swrt_graphs *s;
    const struct swrt_graphs_state *state;
    unsigned threads, count;
    uint8_t *plays;
    uint8_t length[SWRT_EXPLORE_THREADS], done[SWRT_EXPLORE_THREADS];
    int16_t of[SWRT_EXPLORE_THREADS][SWRT_GRAPHS_STEPS];
};

enum comes { NOT_YET, BEFORE, SAME, BEHIND };

static void open_order(struct order *o, const struct swrt_graphs *s, const struct swrt_graphs_state *state) {
    o->s = s;
    o->state = state;
    o->threads = s->threads;
    o->count = 1;
    o->plays = swrt_explore_alloc(o->threads);
    memset(o->length, 0, sizeof o->length);
    memset(o->done, 0, sizeof o->done);
    for (unsigned i = 0; i < state->count; i++)
        o->of[state->steps[i].thread][o->length[state->steps[i].thread]++] = (int16_t)i;
    for (unsigned t = 0; t < o->threads; t++)
        o->plays[t] = swrt_alike_class(&s->lesson.alike, t) == 1ull << t ? (uint8_t)t : NOBODY;
}

/* Whose part a thread plays; NOBODY: it is not said. */
static unsigned part_of(const struct order *o, const uint8_t *plays, unsigned thread) {
    unsigned part = 0;
    while (part < o->threads && plays[part] != thread)
        part++;
    return part < o->threads ? part : NOBODY;
}

/* Whether the next step of v's part, if the thread plays it, comes before the state's own step at hand, or is that. */
static enum comes compare(const struct order *o, const uint8_t *plays, unsigned v, unsigned thread,
                          const struct swrt_graphs_step *own) {
    if (o->done[v] == o->length[thread])
        return NOT_YET;
    const struct swrt_graphs_step *step = &o->state->steps[o->of[thread][o->done[v]]];
    int source = SWRT_GRAPHS_FIRST;
    if (step->source != SWRT_GRAPHS_FIRST && swrt_graphs_is_read(o->s, step)) {
        const struct swrt_graphs_step *write = &o->state->steps[step->source];
        unsigned part = write->thread == thread ? v : part_of(o, plays, write->thread);
        if (part == NOBODY || write->index >= o->done[part])
            return NOT_YET;
        source = o->of[part][write->index];
    }
    if (v != own->thread)
        return v < own->thread ? BEFORE : BEHIND;
    return source < own->source ? BEFORE : source == own->source ? SAME : BEHIND;
}

static void keep(struct order *o, uint8_t **kept, unsigned *count, const uint8_t *plays, unsigned v, unsigned thread) {
    *kept = swrt_explore_grow(*kept, *count, o->threads);
    uint8_t *new = &(*kept)[(*count)++ * o->threads];
    memcpy(new, plays, o->threads);
    new[v] = (uint8_t)thread;
}

/* Keeps of a renaming what goes on as the state does; false: something comes before that. */
static bool go_on(struct order *o, const uint8_t *plays, const struct swrt_graphs_step *own, uint8_t **kept,
                  unsigned *count) {
    for (unsigned v = 0; v <= own->thread; v++)
        for (unsigned t = 0; t < o->threads; t++) {
            bool can_play = plays[v] == NOBODY ? o->s->lesson.alike.first[t] == o->s->lesson.alike.first[v] &&
                                                     part_of(o, plays, t) == NOBODY
                                               : plays[v] == t;
            enum comes comes = can_play ? compare(o, plays, v, t, own) : NOT_YET;
            if (comes == BEFORE)
                return false;
            if (comes == SAME)
                keep(o, kept, count, plays, v, t);
        }
    return true;
}

bool swrt_graphs_is_first(const struct swrt_graphs *s, const struct swrt_graphs_state *state, uint8_t **symmetries,
                          unsigned *count) {
    static struct order o;
    bool is_first = true;
    open_order(&o, s, state);
    for (unsigned i = 0; i < state->count && is_first; i++) {
        uint8_t *kept = NULL;
        unsigned num_kept = 0;
        for (unsigned k = 0; k < o.count && is_first; k++)
            is_first = go_on(&o, &o.plays[k * o.threads], &state->steps[i], &kept, &num_kept);
        free(o.plays);
        o.plays = kept;
        o.count = num_kept;
        o.done[state->steps[i].thread]++;
    }
    if (symmetries && is_first) {
        *symmetries = o.plays;
        *count = o.count;
    } else {
        free(o.plays);
    }
    return is_first;
}
