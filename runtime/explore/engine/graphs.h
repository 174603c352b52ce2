/* What the files of the search by graphs (graphs.c) share: the states that it goes through, and who does what with
 * them.
 *
 *     graphs_state.c     a thread's next event is added
 *     graphs_barrier.c   threads go on behind barriers
 *     graphs_build.c     the model's graph of a state
 *     graphs_prefix.c    a state without some of its steps
 *     graphs_revisit.c   which reads a new write may revisit
 *     graphs_forward.c   the search for programs with threads that are alike, without revisits
 *     graphs_alike.c     which threads are alike, and what each may write to
 *     graphs_order.c     which of graphs that differ only in such threads is followed
 */
#ifndef SWRT_ENGINE_GRAPHS_H
#define SWRT_ENGINE_GRAPHS_H

#include "explore/engine/parts.h"

enum { SWRT_GRAPHS_STEPS = 2 * SWRT_MODEL_EVENTS, SWRT_GRAPHS_FIRST = -1 };

/* An event, in the order in which they were added. source: of a read, the step that it reads from, or
 * SWRT_GRAPHS_FIRST. index: of its thread. */
struct swrt_graphs_step {
    uint32_t node;
    int16_t source;
    uint8_t thread, index;
};

/* A graph as the search has it. next: the node that each thread comes to; waits: it stands at a barrier, its last
 * event. since: in the search without revisits, where the thread's next read waits for a write: the number of the
 * first step that it may read from, and 1; else 0. */
struct swrt_graphs_state {
    unsigned count;
    struct swrt_graphs_step steps[SWRT_GRAPHS_STEPS];
    uint32_t next[SWRT_EXPLORE_THREADS];
    uint64_t waits;
    uint16_t since[SWRT_EXPLORE_THREADS];
};

struct swrt_graphs {
    struct swrt_tree tree;
    const struct swrt_explore_options *options;
    struct swrt_outcomes *outcomes;
    unsigned threads;
    uint64_t most_graphs;
    struct swrt_explore_place places[SWRT_EXPLORE_THREADS];
    struct swrt_graph graph;           /* of the state that is looked at */
    int16_t number[SWRT_GRAPHS_STEPS]; /* of its steps in it */
    uint64_t checks;
    bool is_over;
    unsigned depth; /* choices that have been made */
    uint32_t parts; /* that the search has come by */

    /* Of the search without revisits. known: nodes that all threads that are alike have. drops_waits: what waits for
     * ever and could go on is dropped at once. */
    struct swrt_lesson lesson;
    uint8_t *known;
    uint32_t num_known;
    bool is_forward, begins_again, drops_waits;
};

static inline const struct swrt_explore_event *swrt_graphs_event_of(const struct swrt_graphs *s,
                                                                    const struct swrt_graphs_step *step) {
    return &s->tree.nodes[step->node].event;
}

static inline bool swrt_graphs_has_ended(const struct swrt_graphs *s, const struct swrt_graphs_state *state,
                                         unsigned thread) {
    const struct swrt_tree_node *node = &s->tree.nodes[state->next[thread]];
    return node->is_cut || node->event.kind > SWRT_EXPLORE_BARRIER;
}

static inline bool swrt_graphs_is_read(const struct swrt_graphs *s, const struct swrt_graphs_step *step) {
    return swrt_graphs_event_of(s, step)->kind == SWRT_EXPLORE_READ;
}

static inline bool swrt_graphs_is_write(const struct swrt_graphs *s, const struct swrt_graphs_step *step) {
    return swrt_graphs_event_of(s, step)->kind == SWRT_EXPLORE_WRITE;
}

static inline bool swrt_graphs_is_of_one_place(const struct swrt_graphs *s, const struct swrt_graphs_step *a,
                                               const struct swrt_graphs_step *b) {
    const struct swrt_explore_event *x = swrt_graphs_event_of(s, a), *y = swrt_graphs_event_of(s, b);
    return x->address == y->address && x->size == y->size;
}

/* --- graphs_state.c ----------------------------------------------------------------------------------------------- */

/* Notes that the search is not the whole; with some bounds, that it is over. */
void swrt_graphs_stop(struct swrt_graphs *s, enum swrt_explore_bound bound);
/* Ends the search: nothing can be said of the program. */
void swrt_graphs_refuse(struct swrt_graphs *s, const char *why, uint64_t site);

/* What a read at a step gets. */
uint64_t swrt_graphs_answer(const struct swrt_graphs *s, const struct swrt_graphs_state *state,
                            const struct swrt_graphs_step *step);

/* Goes on from a node, over turns that are not cut. */
uint32_t swrt_graphs_go_on(struct swrt_graphs *s, uint32_t node, uint64_t answer);

/* The thread's last step; -1: it has none. */
int swrt_graphs_last_step(const struct swrt_graphs_state *state, unsigned thread);

/* Adds the thread's next event; false: there is no room. source: as in struct swrt_graphs_step. */
bool swrt_graphs_add(struct swrt_graphs *s, struct swrt_graphs_state *state, unsigned thread, int source);

/* Whether the thread's next event is the write of the read-modify-write that it has begun. */
bool swrt_graphs_comes_to_second_half(const struct swrt_graphs *s, const struct swrt_graphs_state *state,
                                      unsigned thread);

/* --- graphs_barrier.c --------------------------------------------------------------------------------------------- */

/* What meets in a state. step: of each barrier of `barriers`. */
struct swrt_graphs_meetings {
    struct swrt_barriers barriers;
    struct swrt_gathering meeting;
    unsigned ways, steps[SWRT_MEETINGS];
};

/* False: there are no barriers. */
bool swrt_graphs_find_meetings(struct swrt_graphs *s, const struct swrt_graphs_state *state,
                               struct swrt_graphs_meetings *m);

/* Lets threads go on whose barrier lets go. */
void swrt_graphs_release(struct swrt_graphs *s, struct swrt_graphs_state *state);

/* --- graphs_build.c ----------------------------------------------------------------------------------------------- */

/* Makes the model's graph of a state, thread by thread, without those that only come to barriers. False: it has no
 * room. */
bool swrt_graphs_build(struct swrt_graphs *s, const struct swrt_graphs_state *state);

/* Whether the model allows it; in the search without revisits, also whether threads that wait for ever may yet do
 * so. */
bool swrt_graphs_is_consistent(struct swrt_graphs *s, const struct swrt_graphs_state *state);

/* --- graphs_prefix.c ---------------------------------------------------------------------------------------------- */

struct swrt_graphs_past {
    bool has[SWRT_GRAPHS_STEPS];
};

/* All that is before a step in its thread, in what it reads from, or in what it waited for, and the step. */
void swrt_graphs_find_past(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned of,
                           struct swrt_graphs_past *past);

/* The state with only the steps that `keeps` says. map: where they are in it, or -1. */
void swrt_graphs_restrict_to(struct swrt_graphs *s, const struct swrt_graphs_state *state, const bool *keeps,
                             struct swrt_graphs_state *to, int16_t *map);

/* Finds out where threads stand whose steps have changed. */
void swrt_graphs_find_next(struct swrt_graphs *s, struct swrt_graphs_state *state);

/* --- graphs_revisit.c --------------------------------------------------------------------------------------------- */

/* Whether all that a revisit takes away, and the read itself, would come again by itself. past: of the write, the last
 * step. */
bool swrt_graphs_comes_again(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned read,
                             const struct swrt_graphs_past *past);

/* --- graphs.c ----------------------------------------------------------------------------------------------------- */

/* Begins a part of the search, after another choice; false: another search has it. What ends it: swrt_graphs_leave. */
bool swrt_graphs_enter(struct swrt_graphs *s);
void swrt_graphs_leave(struct swrt_graphs *s);

/* Notes an execution all of whose threads have ended, or wait. ends: for how many it stands (parts.h). */
void swrt_graphs_finish(struct swrt_graphs *s, const struct swrt_graphs_state *state, struct swrt_ends *ends);

/* Whether no thread can begin something that is not to be followed: a bound, a barrier of litmus tests. */
bool swrt_graphs_can_step(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread);

/* --- graphs_forward.c --------------------------------------------------------------------------------------------- */

/* Goes through all executions, if some threads are alike; false: they are not, and nothing was done. */
bool swrt_graphs_search_forward(struct swrt_graphs *s);

/* --- graphs_alike.c ----------------------------------------------------------------------------------------------- */

/* Finds out which threads seem to be alike; false: none. */
bool swrt_graphs_find_alike(struct swrt_graphs *s);

/* Notes what the thread does at a node that the search comes to. With begins_again, all that was done was done on wrong
 * assumptions. */
void swrt_graphs_know(struct swrt_graphs *s, uint32_t node);

/* Whether some thread may write to what the thread's next read reads. */
bool swrt_graphs_may_wait(struct swrt_graphs *s, const struct swrt_graphs_state *state, unsigned thread);

/* --- graphs_order.c ----------------------------------------------------------------------------------------------- */

/* Whether the state is the first of those that differ from it only in which of threads that are alike did what.
 * symmetries: if not null and it is, the ways to change them that leave it as it is: who plays the part of each
 * thread that has steps. The caller frees them. */
bool swrt_graphs_is_first(const struct swrt_graphs *s, const struct swrt_graphs_state *state, uint8_t **symmetries,
                          unsigned *count);

#endif
