/* What the files of the search by values share, as far as they join runs (join.c).
 *
 *     join_runs.c      what each run needs of others, and gives them
 *     join_symmetry.c  threads that can be interchanged
 *     join_build.c     the graph of one run of each thread
 *     join_sources.c   a source for each read
 */
#ifndef SWRT_ENGINE_JOIN_H
#define SWRT_ENGINE_JOIN_H

#include "explore/engine/parts.h"

enum { SWRT_JOIN_PAIRS = 1024, SWRT_JOIN_PAIR_WORDS = SWRT_JOIN_PAIRS / 64 };

/* Places with values, numbered. */
struct swrt_join_pair {
    uint64_t address, value;
    uint32_t size;
};

struct swrt_join_pairs {
    uint64_t word[SWRT_JOIN_PAIR_WORDS];
};

/* A run as the join sees it. needs: what it reads of others; gives: what it writes. ends: the thread comes to its end.
 * number: equal for the same runs of threads that are alike. */
struct swrt_join_run {
    struct swrt_join_pairs needs, gives;
    uint32_t node, *nodes; /* its last node; those of events, in order */
    unsigned count, number;
    bool ends;
};

struct swrt_join {
    struct swrt_tree *tree;
    const struct swrt_explore_options *options;
    struct swrt_outcomes *outcomes;
    struct swrt_join_pair pairs[SWRT_JOIN_PAIRS];
    unsigned num_pairs, threads;
    struct swrt_join_run *runs[SWRT_EXPLORE_THREADS];
    unsigned count[SWRT_EXPLORE_THREADS];
    struct swrt_join_pairs left[SWRT_EXPLORE_THREADS + 1]; /* what threads from there on can give */
    const struct swrt_join_run *chosen[SWRT_EXPLORE_THREADS];
    struct swrt_explore_place places[SWRT_EXPLORE_THREADS];
    struct swrt_alike alike;
    int like[SWRT_EXPLORE_THREADS]; /* the last thread before it that can be interchanged with it; -1: none */
    bool names_places;              /* outcomes tell of places that are threads' own */
    struct swrt_barriers barriers;
    int number[SWRT_MEETINGS]; /* of barriers in the graph */
    struct swrt_graph graph;
    struct swrt_ends ends;
    uint64_t ticks, most; /* runs and sources chosen; the most candidates */
    bool is_over;
};

/* --- join_runs.c -------------------------------------------------------------------------------------------------- */

/* Finds out of all runs what they read and write. */
void swrt_join_look_at_runs(struct swrt_join *join, const struct swrt_traces *traces);

/* The i-th event of a run. */
static inline const struct swrt_explore_event *swrt_join_event_of(const struct swrt_join *join,
                                                                  const struct swrt_join_run *run, unsigned i) {
    return &join->tree->nodes[run->nodes[i]].event;
}

/* What the read at a node of the path to `last` got. */
uint64_t swrt_join_answer(const struct swrt_tree *tree, uint32_t node, uint32_t last);

/* Adds pairs. */
void swrt_join_unite(struct swrt_join_pairs *pairs, const struct swrt_join_pairs *more);

/* Whether a or b has each of them. */
bool swrt_join_is_within(const struct swrt_join_pairs *small, const struct swrt_join_pairs *a,
                         const struct swrt_join_pairs *b);

/* --- join_symmetry.c ---------------------------------------------------------------------------------------------- */

/* Finds out which threads can be interchanged. */
void swrt_join_find_alike(struct swrt_join *join);

/* Whether the runs chosen up to this thread are the first ones in their order, of those that differ only in which of
 * threads that are alike has which. */
bool swrt_join_is_in_order(const struct swrt_join *join, unsigned thread);

/* For how many choices of runs the chosen ones stand, themselves among them. */
uint64_t swrt_join_permutations(const struct swrt_join *join);

/* Whether outcomes tell these apart, by which thread waits, fails or traps, or by what is in threads' own places. */
bool swrt_join_tells_ways(const struct swrt_join *join);

/* These choices (swrt_alike_ways), which the caller frees. */
uint8_t *swrt_join_list_ways(const struct swrt_join *join);

/* --- join_build.c ------------------------------------------------------------------------------------------------- */

/* Goes through all executions of the chosen runs. */
void swrt_join_meet(struct swrt_join *join);

/* --- join_sources.c ----------------------------------------------------------------------------------------------- */

/* Gives the graph's reads each choice of sources, and each of these to swrt_judge. */
void swrt_join_find_sources(struct swrt_join *join);

/* After a choice: whether it is over. */
void swrt_join_look_round(struct swrt_join *join);

#endif
