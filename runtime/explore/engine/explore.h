/* Exploring a program: all that it may do by a memory model.
 *
 *     swrt_explore_values   E1: each thread alone with every value that its reads may get, then all that fits together;
 *                           for tens of events, load buffering included
 *     swrt_explore_graphs   E2: one execution graph after the other, for loops and locks; po | rf has no cycle
 *
 * search/ has who takes which. All give the same (struct swrt_outcomes), which the caller closes. What forbids an
 * outcome: repair/.
 */
#ifndef SWRT_ENGINE_EXPLORE_H
#define SWRT_ENGINE_EXPLORE_H

#include "explore/model/explain.h"
#include "explore/model/graph.h"
#include "explore/model/race.h"
#include "explore/program.h"

/* Memory that outcomes tell of: what accesses of this address and size, and no other, write. */
struct swrt_explore_watch {
    uint64_t address;
    uint32_t size;
};

/* How far it has come, and whether it shall go on: called now and then. */
struct swrt_explore_progress {
    bool (*goes_on)(void *self, uint64_t graphs, unsigned outcomes);
    void *self;
};

/* What somebody asks about: a condition on the values of the watched, in their order. */
struct swrt_explore_question {
    bool (*holds)(void *self, const uint64_t *values);
    void *self;
};

/* Parts of the search by graphs, for several that share it. A part is what follows `depth` choices; all searches of one
 * program and depth number them alike, from 0. takes: whether this search goes into the part. */
struct swrt_explore_division {
    unsigned depth;
    bool (*takes)(void *self, uint32_t part);
    void *self;
};

struct swrt_lesson; /* alike.h */

/* watch: null, every place that some thread writes. question: what to explain, if the model forbids it. compares:
 * also say which outcomes SC and x86 have. keeps_order: no execution in which po | rf has a cycle (that is, no load
 * buffering), as by graphs. tells_apart: threads that are alike are not interchanged, for tests. Bounds: 0, the usual
 * ones. events, turns: of one thread; values: of one place. workers: processes that may share the search; alone: how
 * many graphs, half-done ones too, one looks at before (0, the usual number). checks: such graphs, by graphs; 0: as
 * many as there are. division: null, the whole. lesson: null, or what searches of the same program have found out, to
 * which this one adds. */
struct swrt_explore_options {
    enum swrt_model model;
    enum swrt_explore_policy policy;
    const struct swrt_explore_watch *watch;
    unsigned num_watch;
    struct swrt_explore_question question;
    bool compares, keeps_order, tells_apart;
    unsigned events, turns, values;
    uint64_t graphs;
    struct swrt_explore_progress progress;
    unsigned workers;
    uint64_t alone, checks;
    const struct swrt_explore_division *division;
    struct swrt_lesson *lesson;
};

/* What stopped it short of the whole. */
enum swrt_explore_bound {
    SWRT_EXPLORE_NO_BOUND,
    SWRT_EXPLORE_BOUND_EVENTS, /* a thread had more events, or an execution more than graphs hold */
    SWRT_EXPLORE_BOUND_TURNS,
    SWRT_EXPLORE_BOUND_VALUES,
    SWRT_EXPLORE_BOUND_GRAPHS,
    SWRT_EXPLORE_BOUND_STOPPED, /* progress said so */
};

enum swrt_outcome_class {
    SWRT_OUTCOME_END,      /* all threads came to their end */
    SWRT_OUTCOME_DEADLOCK, /* some wait for ever: at a barrier, or in a loop */
    SWRT_OUTCOME_FAILED,   /* an assertion */
    SWRT_OUTCOME_TRAPPED,
};

/* An execution. Events stand thread by thread, initial writes (thread SWRT_MODEL_NOBODY) before them; relations have
 * a row for each. source: rf. In an execution of SC, co is total. sync: from heads of release patterns to tails of
 * acquire patterns. met: between barriers. */
struct swrt_witness {
    unsigned count, num_threads;
    struct swrt_model_event *events;
    int16_t *source;
    struct swrt_relation co, sc, sync, met;
};

/* Where something was found first: by the part of the search, and the order in it. */
struct swrt_found {
    uint32_t part, order;
};

/* values: of the watched, in their order. sites: where each thread of `threads` waits, fails or traps, by thread;
 * where: of those that fail or trap the same in one number, which tells outcomes apart. witness_part: where the
 * witness was found. */
struct swrt_outcome {
    struct swrt_found found; /* at the head, as of races */
    enum swrt_outcome_class class;
    uint64_t *values;
    uint64_t threads, where;
    uint64_t *sites;
    bool in_sc, in_x86;
    uint64_t graphs;
    struct swrt_witness *witness;
    bool witness_is_sc;
    uint32_t witness_part;
};

struct swrt_race_pair {
    struct swrt_found found;
    uint64_t sites[2];
    uint64_t address;
    uint32_t size;
    uint8_t threads[2];
    bool is_write[2], is_volatile[2], is_strong[2];
    struct swrt_witness *witness;
};

/* An execution that what is asked about would need, and why it is none: of all of them the one with the shortest
 * reason. others: how many more of those that were looked at; tried: how many that is. */
struct swrt_refutation {
    struct swrt_explanation why;
    struct swrt_witness *witness;
    uint64_t others;
    unsigned tried;
};

/* graphs: consistent choices of rf and co. candidates: those of rf that were tried. refused: why nothing can be said,
 * and where, or null. mixed: two sites whose accesses overlap without being equal, which no model describes. */
struct swrt_outcomes {
    struct swrt_explore_watch *watch;
    unsigned num_watch;
    struct swrt_outcome *list;
    unsigned count;
    struct swrt_race_pair *races;
    unsigned num_races;
    struct swrt_refutation refutation; /* witness: null, nothing was asked, or nothing comes near it */
    bool is_complete, is_mixed;
    bool
        is_outdated; /* a part of a search that has found out what the others cannot know: all of it is worth nothing */
    bool keeps_order; /* executions with load buffering were not looked at */
    enum swrt_explore_bound bound;
    const char *refused;
    uint64_t refused_site, mixed_sites[2];
    uint64_t graphs, candidates, events;
    unsigned strays; /* outcomes of SC or x86 that the model lacks: a bug of ours */
    /* the rest is the engine's */
    uint32_t *slots, num_slots, part;
    bool watches_all;
};

struct swrt_outcomes *swrt_explore_values(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options);
struct swrt_outcomes *swrt_explore_graphs(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options);

/* witness.c. The events in an order in which they can be played one after the other, each read reading what was written
 * last; order has room for count. False: there is none, it is no execution of SC. */
bool swrt_witness_interleave(const struct swrt_witness *witness, uint8_t *order);

void swrt_witness_drop(struct swrt_witness *witness);

/* The writes that a read does not see, though they are not before the one that it reads: fr. */
void swrt_witness_overlooked(const struct swrt_witness *witness, unsigned read, struct swrt_set *writes);
void swrt_outcomes_close(struct swrt_outcomes *outcomes);

#endif
