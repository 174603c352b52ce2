/* What the files of trees share.
 *
 *     tree.c          nodes: looked up, or made
 *     tree_turns.c    turns of waiting loops: where they began, and which are cut
 *     tree_replay.c   the program's threads are brought to a node
 */
#ifndef SWRT_ENGINE_TREE_PARTS_H
#define SWRT_ENGINE_TREE_PARTS_H

#include "explore/engine/tree.h"

/* Whether a thread begins there. */
static inline bool swrt_tree_is_root(const struct swrt_tree *tree, uint32_t node) {
    return node < tree->program->threads;
}

/* Whether values are exchanged there. */
static inline bool swrt_tree_is_exchange(const struct swrt_tree *tree, uint32_t node) {
    return !swrt_tree_is_root(tree, node) && tree->nodes[node].event.kind == SWRT_EXPLORE_BARRIER &&
           tree->nodes[node].event.barrier.exchanges;
}

/* The node behind that answer; 0: nobody has seen it. */
static inline uint32_t swrt_tree_find_child(const struct swrt_tree *tree, uint32_t node, uint64_t answer) {
    uint32_t child = tree->nodes[node].child;
    while (child && tree->nodes[child].answer != answer)
        child = tree->nodes[child].sibling;
    return child;
}

/* --- tree_turns.c ------------------------------------------------------------------------------------------------- */

/* Where a turn began: it is said, or there was one of its shape, or the turn before it was the same loop's. */
void swrt_tree_measure_turn(struct swrt_tree *tree, uint32_t turn);

/* Finds out how long a loop's turn is: lets the thread make another with the same answers. */
void swrt_tree_probe(struct swrt_tree *tree, uint32_t turn);

/* --- tree_replay.c ------------------------------------------------------------------------------------------------ */

/* Asks the program for the thread's next event. */
void swrt_tree_ask(struct swrt_tree *tree, uint32_t thread, uint64_t answer, struct swrt_explore_event *event);

/* Where threads have to come; 0 and not is_wanted: it does not matter. (No root is a target.) */
struct swrt_tree_targets {
    uint32_t node[SWRT_EXPLORE_THREADS];
    bool is_wanted[SWRT_EXPLORE_THREADS];
};

/* Brings threads to nodes from the beginning, with all with whom they exchanged something. */
void swrt_tree_bring_together(struct swrt_tree *tree, struct swrt_tree_targets *targets);

/* Brings the program's thread to a node. */
void swrt_tree_bring(struct swrt_tree *tree, uint32_t node);

#endif
