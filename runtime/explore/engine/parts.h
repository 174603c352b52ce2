/* What the files of the engines share. */
#ifndef SWRT_ENGINE_PARTS_H
#define SWRT_ENGINE_PARTS_H

#include "explore/engine/alike.h"
#include "explore/engine/explore.h"
#include "explore/engine/tree.h"

/* memory.c: what cannot be had ends the program. */
void *swrt_explore_alloc(size_t size);                          /* cleared */
void *swrt_explore_grow(void *list, size_t count, size_t size); /* for one more than count */

static inline uint64_t swrt_low_bytes(uint64_t value, uint32_t size) {
    return size < 8 ? value & ((1ull << 8 * size) - 1) : value;
}

/* --- outcomes.c --------------------------------------------------------------------------------------------------- */

/* Adds a place to what is watched, with what it holds in the outcomes that are known. Its number. */
unsigned swrt_outcomes_watch(struct swrt_outcomes *outcomes, const struct swrt_explore_program *program,
                             uint64_t address, uint32_t size);
struct swrt_outcomes *swrt_outcomes_open(const struct swrt_explore_program *program,
                                         const struct swrt_explore_options *options);

/* The outcome of these values, or null; with `adds`, it is made. where: as in struct swrt_outcome. */
struct swrt_outcome *swrt_outcomes_find(struct swrt_outcomes *outcomes, enum swrt_outcome_class class, uint64_t threads,
                                        uint64_t where, const uint64_t *values, bool adds);

/* The number of the race between the same sites, whichever comes first; num_races: there is none. */
unsigned swrt_outcomes_find_race(const struct swrt_outcomes *outcomes, const struct swrt_race_pair *pair);

/* --- witness.c ---------------------------------------------------------------------------------------------------- */
struct swrt_witness *swrt_witness_make(const struct swrt_solution *solution);

/* --- waits.c ------------------------------------------------------------------------------------------------------ */

/* Of threads that wait in loops the last turns: their reads, and their writes, which write what was there. */
struct swrt_last_turns {
    struct swrt_set reads, idle;
};

/* nodes: where each thread has ended. */
void swrt_last_turns_find(const struct swrt_tree *tree, const struct swrt_graph *graph, const uint32_t *nodes,
                          struct swrt_last_turns *turns);

/* Whether they read what stays, so that the threads wait for ever. */
bool swrt_last_turns_stay(const struct swrt_last_turns *turns, const struct swrt_graph *graph,
                          const struct swrt_relation *co);

/* --- judge.c ------------------------------------------------------------------------------------------------------ */

/* How each thread of a graph ends: its last node, or the barrier at which it is stuck. times: how many graphs it stands
 * for, which differ only in which of threads that are alike did what. ways: these, as swrt_alike_ways lists them, where
 * outcomes tell them apart; else null. */
struct swrt_ends {
    uint64_t times;
    const struct swrt_alike *alike;
    const uint8_t *ways;
    uint32_t node[SWRT_EXPLORE_THREADS];
    bool is_stuck[SWRT_EXPLORE_THREADS];
};

/* Looks at a graph whose reads all have a source: what follows goes into the outcomes. False: it is not consistent. */
bool swrt_judge(struct swrt_outcomes *outcomes, const struct swrt_tree *tree,
                const struct swrt_explore_options *options, const struct swrt_graph *graph,
                const struct swrt_ends *ends);

/* --- meetings.c --------------------------------------------------------------------------------------------------- */

enum { SWRT_MEETINGS = 512, SWRT_MEETING_IDS = 64, SWRT_MEETING_GROUPS = SWRT_MEETINGS + SWRT_MEETING_IDS + 1 };

/* Barriers of threads, thread by thread; first[t] to first[t + 1] - 1 are thread t's. ends: it ends behind them. */
struct swrt_barriers {
    unsigned threads, first[SWRT_EXPLORE_THREADS + 1];
    const struct swrt_explore_place *places;
    const struct swrt_explore_barrier *list[SWRT_MEETINGS];
    bool ends[SWRT_EXPLORE_THREADS];
};

/* group: of each barrier, equal for those that met (0: with nobody). passes: it came late, and is before nobody. stuck: of each thread, the barrier (in list) at which
 * it waits for ever, or -1. */
struct swrt_gathering {
    uint16_t group[SWRT_MEETINGS];
    bool passes[SWRT_MEETINGS];
    int stuck[SWRT_EXPLORE_THREADS];
};

/* Calls visit for each way in which they can meet, until it says false. */
void swrt_meetings(const struct swrt_barriers *barriers,
                   bool (*visit)(void *self, const struct swrt_gathering *meeting), void *self);

/* What meetings put before what: between barriers that have a number (not -1) in a graph. Through threads that only come to
 * barriers, which graphs leave out, what met one of them before another is before it, too. */
void swrt_meetings_relate(const struct swrt_barriers *barriers, const struct swrt_gathering *meeting, const int *number,
                          struct swrt_relation *met);

/* --- values.c ----------------------------------------------------------------------------------------------------- */

/* A thread's run to its end: its last node. */
struct swrt_trace {
    uint32_t node;
};

struct swrt_traces {
    struct swrt_trace *list[SWRT_EXPLORE_THREADS];
    unsigned count[SWRT_EXPLORE_THREADS];
};

/* All runs of each thread, with every value that others can have written. Bounds that were hit go into the outcomes. */
void swrt_traces_find(struct swrt_tree *tree, const struct swrt_explore_options *options,
                      struct swrt_outcomes *outcomes, struct swrt_traces *traces);
void swrt_traces_drop(struct swrt_traces *traces);

#endif
