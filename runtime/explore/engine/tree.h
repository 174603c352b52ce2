/* What each thread does, as far as it is known: a tree whose nodes are events, and whose branches are answers to reads.
 *
 * Threads do the same each time that they get the same answers, so that a thread's state is a node, however it came
 * there, and the program is only run for what nobody has seen yet. Engines go from node to node.
 *
 * A turn of a waiting loop that had no effect (it wrote nothing but what was there) is cut: whoever makes such a turn
 * also does without it, if its reads come later. A turn's node then `is_cut`, and nothing follows it.
 */
#ifndef SWRT_ENGINE_TREE_H
#define SWRT_ENGINE_TREE_H

#include "explore/program.h"

struct swrt_tree_node {
    struct swrt_explore_event event;
    uint64_t answer; /* to the parent's event, by which it comes to this one */
    uint32_t parent, child, sibling;
    uint16_t reads, events, turns; /* how many of its thread lie before it; events: of those that graphs have */
    uint16_t turn;                 /* of a turn: how many nodes lie in it, if is_known */
    uint8_t thread;
    bool is_known, is_cut;
};

/* A turn's shape: the sites of a loop's nodes, as once seen. */
struct swrt_tree_loop {
    uint64_t site;
    uint32_t first, count; /* in sites */
};

/* Threads that exchanged values at a barrier: where each stood. The answer behind it is the meeting's number and 1. */
struct swrt_tree_meeting {
    uint32_t nodes[SWRT_EXPLORE_THREADS];
    unsigned count;
};

struct swrt_tree {
    const struct swrt_explore_program *program;
    struct swrt_tree_node *nodes; /* 0 to threads - 1: where threads begin, without an event */
    uint32_t count, capacity;
    uint32_t live[SWRT_EXPLORE_THREADS]; /* where the program's threads stand */
    bool is_live[SWRT_EXPLORE_THREADS];
    struct swrt_tree_meeting *meetings;
    uint32_t num_meetings, meetings_capacity;
    struct swrt_tree_loop *loops;
    uint32_t num_loops;
    uint64_t *sites;
    uint32_t num_sites;
    bool is_probing;
    uint64_t runs; /* of program threads from their beginning */
};

void swrt_tree_open(struct swrt_tree *tree, const struct swrt_explore_program *program);
void swrt_tree_close(struct swrt_tree *tree);

/* The node behind one, given the answer to its event (looked at if that is a READ). */
uint32_t swrt_tree_next(struct swrt_tree *tree, uint32_t node, uint64_t answer);

/* The same behind a barrier that exchanges values, where all of `others` stand, the node among them, in the order of their
 * threads. */
uint32_t swrt_tree_meet(struct swrt_tree *tree, uint32_t node, const uint32_t *others, unsigned count);

/* Whether nothing can follow it. */
static inline bool swrt_tree_is_end(const struct swrt_tree_node *node) {
    return node->is_cut || (node->event.kind >= SWRT_EXPLORE_END && node->event.kind <= SWRT_EXPLORE_REFUSED);
}

/* Whether it is an event of graphs. */
static inline bool swrt_tree_is_event(const struct swrt_tree_node *node) {
    return node->event.kind <= SWRT_EXPLORE_BARRIER;
}

#endif
