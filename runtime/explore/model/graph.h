/* An execution as the memory models see it: events, who reads from whom, and what follows from that.
 *
 *     events ──swrt_graph_prepare──► po, ms, patterns    once for each set of events
 *     source[] (rf)                                      chosen by an engine, or found in a run
 *     swrt_ptx_solve, swrt_total_solve                   which orders of writes (co) and fences (sc) are consistent
 *
 * Names of relations are those of the PTX ISA ("Memory Consistency Model") and of the axiomatic models after it: po, rf,
 * co, fr; ms: morally strong; obs: observation; sync: synchronises; cb: base causality.
 */
#ifndef SWRT_MODEL_GRAPH_H
#define SWRT_MODEL_GRAPH_H

#include "explore/model/relation.h"
#include "explore/program.h"

/* The models. SC: interleavings. X86: TSO, where read-modify-writes and sequential fences empty the store buffer. */
enum swrt_model { SWRT_MODEL_PTX60, SWRT_MODEL_PTX75, SWRT_MODEL_SC, SWRT_MODEL_X86 };

/* The thread of initial writes. */
enum { SWRT_MODEL_NOBODY = 255 };

/* place: numbers locations (same address and size) from 0; name: of address and alias. rmw: the other half of a
 * read-modify-write, or -1. read: a READ's number in its thread, bit i of the masks. */
struct swrt_model_event {
    uint8_t kind, order, scope, flags, size, proxy, thread, read;
    uint16_t index, place, name;
    int16_t rmw;
    uint32_t node; /* the engine's own */
    uint64_t address, value, site;
    uint64_t needs; /* reads of its thread that it depends on */
};

struct swrt_graph {
    enum swrt_model model;
    const struct swrt_explore_place *places; /* of threads */
    unsigned count, num_places, num_threads;
    bool has_proxies;
    struct swrt_model_event events[SWRT_MODEL_EVENTS];
    uint64_t alias[SWRT_MODEL_EVENTS];
    int16_t source[SWRT_MODEL_EVENTS]; /* the write that a READ reads from; else -1 */

    /* Of the events alone (swrt_graph_prepare). sequential: fences of that order. of_place: accesses of the event's
     * place, itself among them. rel: from the head of a release pattern to the writes at its end; acq: from a read to
     * the tails of acquire patterns that begin with it. */
    struct swrt_set reads, writes, memory, sequential;
    struct swrt_relation po, po_place, of_place, ms, rel, acq, needs;
    /* Between barriers of one instance, and what meets there: filled in by the engine before swrt_ptx_solve. */
    struct swrt_relation met;
    /* Writes that no other is to follow: for explanations. */
    struct swrt_set last;
};

/* graph.c. Makes it empty; places: of threads, kept by the caller. */
void swrt_graph_clear(struct swrt_graph *graph, enum swrt_model model, const struct swrt_explore_place *places);

/* Adds an event of a thread (SWRT_MODEL_NOBODY: an initial write), behind those that the thread has. Its number, or -1:
 * there is no more room. Only READ, WRITE, FENCE and BARRIER are events of graphs. */
int swrt_graph_add_event(struct swrt_graph *graph, unsigned thread, const struct swrt_explore_event *event);

/* An access that overlaps with another of other size or address, which the models say nothing about, and the other; or
 * false. */
bool swrt_graph_is_mixed(const struct swrt_graph *graph, unsigned *a, unsigned *b);

/* static.c: works out the relations that the events alone make. */
void swrt_graph_prepare(struct swrt_graph *graph);

/* Whether thread b lies in the scope (enum swrt_scope) around thread a. */
bool swrt_place_includes(const struct swrt_explore_place *a, unsigned scope, const struct swrt_explore_place *b);

/* As how many those of `come` count at the barrier, when those of `over` have ended. */
unsigned swrt_barrier_counted(const struct swrt_explore_barrier *barrier, const struct swrt_explore_place *places,
                              unsigned threads, uint64_t come, uint64_t over);

static inline bool swrt_model_is_strong(const struct swrt_model_event *event) {
    return event->kind == SWRT_EXPLORE_FENCE || (event->kind != SWRT_EXPLORE_BARRIER && event->order);
}

/* causality.c: what follows from who reads from whom. */
struct swrt_causality {
    struct swrt_relation obs;  /* from writes to reads */
    struct swrt_relation sync; /* by patterns and barriers */
    struct swrt_relation cb;   /* closed */
};

/* Observation order: rf among the morally strong, and on through read-modify-writes. */
void swrt_observation(const struct swrt_graph *graph, struct swrt_relation *obs);

/* The whole, as far as it does not depend on the order of sequential fences. */
void swrt_causality(const struct swrt_graph *graph, struct swrt_causality *causality);

/* Whether no value comes out of thin air: acyclic(rf | dependencies). */
bool swrt_has_no_thin_air(const struct swrt_graph *graph);

/* Causality order between accesses of one place, from cb with the order of fences in it. */
void swrt_cause(const struct swrt_graph *graph, const struct swrt_relation *obs, const struct swrt_relation *cb,
                struct swrt_relation *cause);

/* A consistent choice. co: closed. sc: among sequential fences (PTX). */
struct swrt_solution {
    const struct swrt_graph *graph;
    const struct swrt_causality *causality;
    const struct swrt_relation *co, *sc;
};

/* What a search calls for each solution; false: it has seen enough. */
struct swrt_solution_visit {
    bool (*visit)(void *self, const struct swrt_solution *solution);
    void *self;
};

/* ptx.c: visits the consistent choices of co and sc, each order of morally strong writes once, or, where that matters
 * for which writes can be last, once for each order of fences. How many orders of writes are consistent. */
unsigned swrt_ptx_solve(const struct swrt_graph *graph, const struct swrt_solution_visit *visit);

/* total.c: the same for SC and x86, where the writes of a place are in one order. */
unsigned swrt_total_solve(const struct swrt_graph *graph, enum swrt_model model,
                          const struct swrt_solution_visit *visit);

/* By the graph's own model. */
unsigned swrt_solve(const struct swrt_graph *graph, const struct swrt_solution_visit *visit);

#endif
